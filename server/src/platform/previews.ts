import { type PreviewWidth, previewWidths } from "#contract/previews.ts";
import { limitConcurrency, shareUnderWay } from "./concurrency.ts";
import { loadSharp } from "./load-sharp.ts";
import type { Platform } from "./platform.ts";
import type { Storage } from "./storage.ts";

export const previewMimeType = "image/webp";

/** Nothing in this folder is missed: it is no part of a backup, and what is gone from it is made again. */
const previewFolder = "previews";

const previewKeyOf = (key: string, width: PreviewWidth) => `${previewFolder}/${width}/${key}.webp`;

const inTurn = limitConcurrency(2);
const mostSeconds = 5;
/** Of a stored picture, which was measured when it came. */
const mostPixels = 50_000_000;

const makeOnce = shareUnderWay<Buffer | null>();

/**
 * A stored picture at a small width, made when it is first asked for and kept from then on. No wider than the picture
 * itself; moving pictures go on moving. Null where there is no such picture.
 */
export async function readPreview(
  platform: Pick<Platform, "storage" | "log">,
  key: string,
  width: PreviewWidth,
): Promise<Buffer | null> {
  const previewKey = previewKeyOf(key, width);
  const kept = await platform.storage.get(previewKey);
  return kept ?? makeOnce(previewKey, () => inTurn(() => makePreview(platform, key, width)));
}

async function makePreview(
  { storage, log }: Pick<Platform, "storage" | "log">,
  key: string,
  width: PreviewWidth,
): Promise<Buffer | null> {
  const bytes = await storage.get(key);
  if (!bytes) return null;
  let preview: Buffer;
  try {
    const sharp = await loadSharp();
    preview = await sharp(bytes, { animated: true, limitInputPixels: mostPixels })
      .timeout({ seconds: mostSeconds })
      .resize({ width, withoutEnlargement: true })
      .webp({ quality: 74, effort: 2 })
      .keepXmp()
      .toBuffer();
  } catch (error) {
    log.warn({ err: error, key }, "a picture could not be made smaller");
    return null;
  }
  const previewKey = previewKeyOf(key, width);
  try {
    await storage.put(previewKey, preview, previewMimeType);
    // A picture that was removed meanwhile leaves no preview behind: whoever comes last of the two removes it.
    if (!(await storage.get(key))) await storage.remove(previewKey);
  } catch (error) {
    log.warn({ err: error, key }, "a small picture could not be stored");
  }
  return preview;
}

/** Removes a stored picture and what was made of it, the picture first. */
export async function removePicture(storage: Pick<Storage, "remove">, key: string): Promise<void> {
  await storage.remove(key);
  for (const width of previewWidths) await storage.remove(previewKeyOf(key, width));
}
