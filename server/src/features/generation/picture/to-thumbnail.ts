import { drawThumbnail } from "./draw-thumbnail.ts";
import { readyThumbnail } from "./ready-thumbnail.ts";

/** Makes the file that a person downloads out of what the model sent. Throws where that is no sound picture. */
export async function toThumbnail(bytes: Buffer): Promise<Buffer> {
  return readyThumbnail(bytes) ?? (await drawThumbnail(bytes));
}
