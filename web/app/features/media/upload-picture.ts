import { uploadBytes, uploadImage, uploadTooLarge } from "#contract/uploads.ts";
import { ApiError, api } from "#web/api/client.ts";

/** Uploads one picture and answers its site path. Throws an Error with the text to show. */
export async function uploadPicture(file: File): Promise<string> {
  if (!file.type.startsWith("image/")) throw new Error("Please choose an image file.");
  if (file.size > uploadBytes) throw new Error(uploadTooLarge);
  const body = new FormData();
  body.set("image", file);
  try {
    return (await api(uploadImage, { body } as never)).body.file.url;
  } catch (error) {
    const detail = error instanceof ApiError && error.status > 0 && error.status < 500 ? error.message : null;
    throw new Error(detail ?? "Failed to upload image.", { cause: error });
  }
}
