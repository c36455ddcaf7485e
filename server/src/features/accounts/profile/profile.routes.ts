import { deleteAccount, exportAccount, updateUserProfile } from "#contract/profile.ts";
import { getUpload, uploadBytes, uploadImage, uploadTooLarge } from "#contract/uploads.ts";
import { failure } from "#server/platform/failure.ts";
import { mount, type Routes } from "#server/platform/http/mount.ts";
import { acceptMultipart, takeUpload } from "#server/platform/http/multipart.ts";
import { answerPolicy, filePolicy } from "#server/platform/http/security-headers.ts";
import type { Platform } from "#server/platform/platform.ts";
import type { Auth } from "../auth/auth.ts";
import { endSession } from "../auth/end-session.ts";
import { requireOwnPassword } from "../auth/own-password.ts";
import { eraseAccount } from "../erasure/erase-account.ts";
import { writeAccountData } from "../erasure/write-account-data.ts";
import { readPicture, savePicture } from "./pictures.ts";
import { updateOwnProfile } from "./update-own-profile.ts";

export function profileRoutes(routes: Routes, platform: Platform, auth: Auth): void {
  pictureRoutes(routes, platform);

  mount(routes, updateUserProfile).data(
    ({ viewer, params, body }) => updateOwnProfile(platform, viewer.id, params.id, body),
    "Profile updated successfully!",
  );

  mount(routes, exportAccount).handle(async ({ viewer, reply }) => {
    const data = await writeAccountData(platform, viewer.id);
    reply
      .type("application/json; charset=utf-8")
      .header("content-disposition", 'attachment; filename="account-data.json"')
      .header("cache-control", "no-store")
      .header("content-security-policy", answerPolicy)
      .send(data);
    return undefined;
  });

  mount(routes, deleteAccount).handle(async ({ viewer, body, request, reply }) => {
    await requireOwnPassword(platform, viewer, request, body.password);
    await eraseAccount(platform, viewer.id);
    // Takes the cookie out of the browser; the session itself is gone already.
    await endSession(auth, request, reply);
    return { success: true, message: "Your account was deleted." };
  });
}

const upload = {
  field: "image",
  maxBytes: uploadBytes,
  missing: "Please choose an image.",
  tooLarge: uploadTooLarge,
};

function pictureRoutes(routes: Routes, platform: Platform): void {
  acceptMultipart(routes.app);

  mount(routes, uploadImage).handle(async ({ viewer, request }) => {
    const url = await takeUpload(request, upload, ({ bytes }) => savePicture(platform, viewer, bytes));
    return { file: { url } };
  });

  mount(routes, getUpload).handle(async ({ params, query, reply }) => {
    const picture = await readPicture(platform, params.name, query.width);
    if (!picture) throw failure("NOT_FOUND");
    return reply
      .type(picture.mimeType)
      .header("cache-control", "public, max-age=31536000, immutable")
      .header("x-content-type-options", "nosniff")
      .header("content-security-policy", filePolicy)
      .send(picture.bytes);
  });
}
