import { type PreviewWidth, previewWidths } from "#contract/previews.ts";
import { limitConcurrency, shareUnderWay } from "./concurrency.ts";
import { readImageMetadata } from "./image-metadata.ts";
import { loadSharp } from "./load-sharp.ts";
import type { Platform } from "./platform.ts";
import { mostPixels, mostSeconds } from "./recode-picture.ts";
import type { Storage } from "./storage.ts";

const previewMimeType = "image/webp";

interface StoredPicture {
  fileKey: string;
  mimeType: string;
}

export interface ReadPicture {
  bytes: Buffer;
  mimeType: string;
}

/** Nothing in this folder is missed: it is no part of a backup, and what is gone from it is made again. */
const previewFolder = "previews";

const previewKeyOf = (key: string, width: PreviewWidth) => `${previewFolder}/${width}/${key}.webp`;

const inTurn = limitConcurrency(2);

const makeOnce = shareUnderWay<ReadPicture | null>();

/**
 * A stored picture at a small width, made when it is first asked for and kept from then on. No wider than the picture
 * itself; moving pictures go on moving, unless that is too much work. The whole picture where it can't be made smaller,
 * null where there is none.
 */
export async function readPreview(
  platform: Pick<Platform, "storage" | "log">,
  picture: StoredPicture,
  width: PreviewWidth,
): Promise<ReadPicture | null> {
  const previewKey = previewKeyOf(picture.fileKey, width);
  const kept = await platform.storage.get(previewKey);
  if (kept) return { bytes: kept, mimeType: previewMimeType };
  return makeOnce(previewKey, () => inTurn(() => makePreview(platform, picture, width)));
}

/** A moving picture of too much work by its first frame: what is not kept would be tried again at each request. */
async function shrinkWithin(bytes: Buffer, width: PreviewWidth): Promise<Buffer> {
  try {
    return await shrink(bytes, width, true);
  } catch (error) {
    const isTooMuch = error instanceof Error && /^timeout:|pixel limit/.test(error.message);
    if (!isTooMuch || (await readImageMetadata(bytes, true)).frames === 1) throw error;
    return shrink(bytes, width, false);
  }
}

async function makePreview(
  { storage, log }: Pick<Platform, "storage" | "log">,
  { fileKey: key, mimeType }: StoredPicture,
  width: PreviewWidth,
): Promise<ReadPicture | null> {
  const bytes = await storage.get(key);
  if (!bytes) return null;
  let preview: Buffer;
  try {
    preview = await shrinkWithin(bytes, width);
  } catch (error) {
    log.warn({ err: error, key }, "a picture could not be made smaller");
    return { bytes, mimeType };
  }
  const previewKey = previewKeyOf(key, width);
  try {
    await storage.put(previewKey, preview, previewMimeType);
    // A picture that was removed meanwhile leaves no preview behind: whoever comes last of the two removes it.
    if (!(await storage.get(key))) await storage.remove(previewKey);
  } catch (error) {
    log.warn({ err: error, key }, "a small picture could not be stored");
  }
  return { bytes: preview, mimeType: previewMimeType };
}

async function shrink(bytes: Buffer, width: PreviewWidth, animated: boolean): Promise<Buffer> {
  const sharp = await loadSharp();
  return sharp(bytes, { animated, limitInputPixels: mostPixels })
    .timeout({ seconds: mostSeconds })
    .resize({ width, withoutEnlargement: true })
    .webp({ quality: 74, effort: 2 })
    .keepXmp()
    .toBuffer();
}

/** Removes a stored picture and what was made of it, the picture first. */
export async function removePicture(storage: Pick<Storage, "remove">, key: string): Promise<void> {
  await storage.remove(key);
  for (const width of previewWidths) await storage.remove(previewKeyOf(key, width));
}
