import { drawThumbnail } from "./draw-thumbnail.ts";
import { readyThumbnail } from "./ready-thumbnail.ts";

/**
 * Makes the file that a person downloads out of what the model sent, as pieces that follow each other; some may lie in
 * `bytes` itself. Throws where that is no sound picture.
 */
export async function toThumbnail(bytes: Buffer): Promise<readonly Buffer[]> {
  return readyThumbnail(bytes) ?? [await drawThumbnail(bytes)];
}
