import { getSupportAttachment, maxAttachmentBytes, postSupportAttachment } from "#contract/support.ts";
import { mount, type Routes } from "#server/platform/http/mount.ts";
import { acceptMultipart, readUpload } from "#server/platform/http/multipart.ts";
import type { Platform } from "#server/platform/platform.ts";
import { keepAttachment, readAttachment } from "./attachments.ts";

export function attachmentRoutes(routes: Routes, platform: Platform): void {
  acceptMultipart(routes.app);

  mount(
    routes,
    postSupportAttachment,
  )(async ({ viewer, request }) => {
    const file = await readUpload(request, {
      field: "file",
      maxBytes: maxAttachmentBytes,
      missing: "Please choose a file.",
      tooLarge: "Please attach files of at most 5 MB each.",
    });
    return { success: true, data: await keepAttachment(platform, viewer, file) };
  });

  mount(
    routes,
    getSupportAttachment,
  )(async ({ params, viewer, reply }) => {
    const { attachment, bytes } = await readAttachment(platform, viewer, params.id);
    reply
      .header("content-disposition", `attachment; filename*=UTF-8''${encodeFileName(attachment.name)}`)
      .header("content-security-policy", "default-src 'none'; sandbox")
      .header("cross-origin-resource-policy", "same-origin")
      .header("x-content-type-options", "nosniff")
      .header("cache-control", "private, no-store")
      .type(attachment.mimeType)
      .send(bytes);
    return undefined;
  });
}

/** RFC 8187: encodeURIComponent leaves a few signs that the header does not allow. */
function encodeFileName(name: string): string {
  return encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
