import { getUpload, uploadBytes, uploadImage, uploadTooLarge } from "#contract/uploads.ts";
import { failure } from "#server/platform/failure.ts";
import { mount, type Routes } from "#server/platform/http/mount.ts";
import { acceptMultipart, readUpload } from "#server/platform/http/multipart.ts";
import type { Platform } from "#server/platform/platform.ts";
import { keepPicture, readPicture } from "./pictures.ts";

export function uploadsRoutes(routes: Routes, platform: Platform): void {
  acceptMultipart(routes.app);

  mount(
    routes,
    uploadImage,
  )(async ({ viewer, request }) => {
    const { bytes } = await readUpload(request, {
      field: "image",
      maxBytes: uploadBytes,
      missing: "Please choose an image.",
      tooLarge: uploadTooLarge,
    });
    return { file: { url: await keepPicture(platform, viewer, bytes) } };
  });

  mount(
    routes,
    getUpload,
  )(async ({ params, reply }) => {
    const picture = await readPicture(platform, params.name);
    if (!picture) throw failure("NOT_FOUND");
    return reply
      .type(picture.mimeType)
      .header("cache-control", "public, max-age=31536000, immutable")
      .header("x-content-type-options", "nosniff")
      .header("content-security-policy", "default-src 'none'; sandbox")
      .send(picture.bytes);
  });
}
