import { readDrawing, requireDrawable } from "#server/features/designs/design-image.ts";
import { findEntries } from "#server/features/packs/find-entries.ts";
import { readPng } from "#server/features/packs/make-pack.ts";
import { failure, isStale } from "#server/platform/failure.ts";
import { readImageMetadata } from "#server/platform/image-metadata.ts";
import { loadSharp } from "#server/platform/load-sharp.ts";
import type { Platform } from "#server/platform/platform.ts";

/** YouTube takes 2 MB: https://developers.google.com/youtube/v3/docs/thumbnails/set */
const mostBytes = 2_097_152;
/** And shows nothing narrower as it is. */
const leastWidth = 640;

export interface Picture {
  bytes: Buffer;
  mimeType: "image/png" | "image/jpeg";
}

interface Named {
  imageId?: string | undefined;
  designId?: string | undefined;
  /** The one that was confirmed: no other is sent. */
  designVersion?: number | undefined;
}

/** An own picture or design as YouTube is sent it; 404 for what is another's, deleted, or never was. */
export async function readOwnPicture(
  platform: Platform,
  userId: string,
  { imageId, designId, designVersion }: Named,
): Promise<Picture> {
  const ref = imageId
    ? ({ kind: "picture", id: imageId } as const)
    : ({ kind: "design", id: designId! } as const);
  const [entry] = await findEntries(platform, userId, [ref]);
  if (!entry) throw failure("NOT_FOUND", `The ${ref.kind} was not found.`);
  const bytes = imageId
    ? await readPng(platform, userId, entry)
    : await readDesign(platform, userId, entry.id, designVersion);
  return fitting({ bytes, mimeType: "image/png" });
}

async function readDesign(platform: Platform, userId: string, id: string, version: number | undefined) {
  const drawable = await requireDrawable(platform, userId, id, undefined);
  if (isStale(version, drawable))
    throw failure(
      "STALE_VERSION",
      "This design was changed meanwhile, so nothing was set. Please look at it as it is now.",
    );
  return readDrawing(platform, userId, drawable, "png");
}

/** A former thumbnail, which may be small: YouTube keeps it in no other size. */
export async function readFormerPicture(
  { storage }: Pick<Platform, "storage">,
  fileKey: string,
): Promise<Picture> {
  const bytes = await storage.get(fileKey);
  if (!bytes) throw failure("NOT_FOUND", "The former thumbnail is not kept any more.");
  const { width } = await readImageMetadata(bytes, false);
  if (width >= leastWidth) return fitting({ bytes, mimeType: "image/jpeg" });
  const sharp = await loadSharp();
  const enlarged = await sharp(bytes)
    .resize({ width: 1280, height: 720, fit: "cover" })
    .jpeg({ quality: 90 })
    .toBuffer();
  return fitting({ bytes: enlarged, mimeType: "image/jpeg" });
}

async function fitting(picture: Picture): Promise<Picture> {
  if (picture.bytes.length < mostBytes) return picture;
  const sharp = await loadSharp();
  const bytes = await sharp(picture.bytes)
    .resize({ width: 1280, height: 720, fit: "inside", withoutEnlargement: true })
    .flatten({ background: "#000000" })
    .jpeg({ quality: 85 })
    .toBuffer();
  return { bytes, mimeType: "image/jpeg" };
}
