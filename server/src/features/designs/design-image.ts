import type { PreviewWidth } from "#contract/previews.ts";
import { isId } from "#server/db/ids.ts";
import { limitConcurrency, limitConcurrencyByKey, shareUnderWay } from "#server/platform/concurrency.ts";
import { failure } from "#server/platform/failure.ts";
import type { Platform } from "#server/platform/platform.ts";
import { type ReadPicture, readPreview } from "#server/platform/previews.ts";
import { type DrawnFormat, fileKeyOf, removeDrawings } from "./design-files.ts";
import { type Drawable, findDrawable, isVersionKept } from "./design-versions.repository.ts";
import { removeSurplusDrawings } from "./designs.service.ts";
import { drawDesign, toJpeg } from "./draw-design.ts";
import { markDrawn } from "./freed-designs.repository.ts";

/** One person's drawings come one after another, so that a list of theirs keeps nobody else waiting. */
const inTurn = limitConcurrencyByKey(1, 120);
/** Of all people: one is drawn while the next is read. Whoever waits, as many do after a restore, holds no pictures yet. */
const atOnce = limitConcurrency(2);

const makeOnce = shareUnderWay<Buffer>();

/** The version to draw: of the own design the present one, or the one that is asked for. */
export async function requireDrawable(
  { db }: Platform,
  userId: string,
  id: string,
  version: number | undefined,
): Promise<Drawable> {
  const drawable = isId(id) ? await findDrawable(db, userId, id, version) : null;
  if (!drawable) throw failure("NOT_FOUND");
  return drawable;
}

/**
 * The whole picture, drawn when it is first asked for; kept with the present version, of an earlier one for a day, or until
 * too many came after it.
 */
export async function readDrawing(
  platform: Platform,
  userId: string,
  drawable: Drawable,
  format: DrawnFormat,
): Promise<Buffer> {
  const key = fileKeyOf(drawable.id, format);
  const kept = await platform.storage.get(key);
  if (kept) return kept;
  return makeOnce(key, async () => {
    const bytes =
      format === "png"
        ? await inTurn(userId, () => atOnce(() => drawDesign(platform, drawable)))
        : await toJpeg(await readDrawing(platform, userId, drawable, "png"));
    return keep(platform, userId, drawable, format, bytes);
  });
}

/** A picture that can't be stored is answered all the same. Of a version that went meanwhile nothing is left behind. */
async function keep(
  platform: Platform,
  userId: string,
  { id }: Drawable,
  format: DrawnFormat,
  bytes: Buffer,
): Promise<Buffer> {
  const { storage, db, log } = platform;
  try {
    // First: what a process leaves that is killed here is removed as any other.
    await markDrawn(db, id);
    await removeSurplusDrawings(platform, userId);
    await storage.put(fileKeyOf(id, format), bytes, `image/${format}`);
    if (!(await isVersionKept(db, id))) await removeDrawings(platform, id);
  } catch (error) {
    log.warn({ err: error, version: id }, "a design's picture could not be stored");
  }
  return bytes;
}

/** A small WebP of it; the whole picture where none can be made. */
export async function readDrawingPreview(
  platform: Platform,
  userId: string,
  drawable: Drawable,
  width: PreviewWidth,
): Promise<ReadPicture> {
  const picture = { fileKey: fileKeyOf(drawable.id, "png"), mimeType: "image/png" };
  const kept = await readPreview(platform, picture, width);
  if (kept) return kept;
  const bytes = await readDrawing(platform, userId, drawable, "png");
  return (await readPreview(platform, picture, width)) ?? { bytes, mimeType: picture.mimeType };
}
