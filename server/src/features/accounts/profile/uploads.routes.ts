import { getUpload, uploadBytes, uploadImage, uploadTooLarge } from "#contract/uploads.ts";
import { failure } from "#server/platform/failure.ts";
import { mount, type Routes } from "#server/platform/http/mount.ts";
import { acceptMultipart, takeUpload } from "#server/platform/http/multipart.ts";
import type { Platform } from "#server/platform/platform.ts";
import { readPicture, savePicture } from "./pictures.ts";

const upload = {
  field: "image",
  maxBytes: uploadBytes,
  missing: "Please choose an image.",
  tooLarge: uploadTooLarge,
};

export function uploadsRoutes(routes: Routes, platform: Platform): void {
  acceptMultipart(routes.app);

  mount(routes, uploadImage).handle(async ({ viewer, request }) => {
    const url = await takeUpload(request, upload, ({ bytes }) => savePicture(platform, viewer, bytes));
    return { file: { url } };
  });

  mount(routes, getUpload).handle(async ({ params, reply }) => {
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
