import { uploadImage } from "#contract/uploads.ts";
import { api } from "#web/api/client.ts";

/** Uploads a picture and answers its site path. Throws an ApiError with the server's text. */
export async function uploadPhoto(picture: Blob): Promise<string> {
  const body = new FormData();
  body.set("image", picture, "photo.jpg");
  return (await api(uploadImage, { body } as never)).body.file.url;
}
