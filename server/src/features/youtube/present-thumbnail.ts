import { createHash } from "node:crypto";
import type { PreviewWidth } from "#contract/previews.ts";
import { isVideoId } from "#contract/youtube-links.ts";
import { shareUnderWay } from "#server/platform/concurrency.ts";
import { failure } from "#server/platform/failure.ts";
import { readImageMetadata } from "#server/platform/image-metadata.ts";
import { workOff } from "#server/platform/jobs.ts";
import { loadSharp } from "#server/platform/load-sharp.ts";
import type { Platform } from "#server/platform/platform.ts";
import { type ReadPicture, readPreview, removePicture } from "#server/platform/previews.ts";
import { claimFiles, giveUpFiles, noteFiles, removeNow } from "#server/platform/unclaimed-files.ts";
import { type PublicAnswer, readThumbnail, thumbnailSizes } from "#server/providers/youtube/public-video.ts";
import { videoNotFound, youtubeFailed, youtubeIsAway } from "./refusals.ts";
import {
  findOldThumbnails,
  findThumbnail,
  type KeptThumbnail,
  removeThumbnail,
  saveThumbnail,
} from "./thumbnails.repository.ts";

type Needs = Pick<Platform, "db" | "storage" | "config" | "log">;

interface PresentThumbnail extends ReadPicture {
  /** Another picture has another one. */
  etag: string;
}

const fetchOnce = shareUnderWay<KeptThumbnail>();

/**
 * The present thumbnail from the kept file, fetched where that is missing or older than ten minutes. Several who ask at
 * once cause one request.
 */
export async function readPresentThumbnail(
  platform: Needs,
  videoId: string,
  width?: PreviewWidth,
): Promise<PresentThumbnail> {
  if (!isVideoId(videoId)) throw videoNotFound();
  const kept = await findThumbnail(platform.db, videoId);
  const present = kept?.isPresent ? await readKept(platform, kept, width) : null;
  if (present) return present;
  const newest = await fetchOnce(videoId, () => fetchAndKeep(platform, videoId));
  const fetched = await readKept(platform, newest, width);
  if (!fetched) throw youtubeIsAway();
  return fetched;
}

/** Null where the file is gone. */
async function readKept(
  platform: Needs,
  kept: KeptThumbnail,
  width: PreviewWidth | undefined,
): Promise<PresentThumbnail | null> {
  const { fileKey, mimeType } = kept;
  const etag = `"${fileKey.slice(-20, -4)}${width ? `-${width}` : ""}"`;
  if (width) {
    const preview = await readPreview(platform, kept, width);
    return preview && { ...preview, etag };
  }
  const bytes = await platform.storage.get(fileKey);
  return bytes && { bytes, mimeType, etag };
}

async function fetchAndKeep(platform: Needs, videoId: string): Promise<KeptThumbnail> {
  const { db, storage, log } = platform;
  const { bytes, mimeType } = await fetchThumbnail(platform, videoId);
  const hash = digestOf(bytes).slice(0, 16);
  // Ids may differ in case alone, which some file stores do not tell apart.
  const place = digestOf(videoId).slice(0, 24);
  const row = { videoId, fileKey: `youtube/${place.slice(-2)}/${place}-${hash}.jpg`, mimeType };
  // Where the row names this file already, nobody is to remove it.
  if ((await findThumbnail(db, videoId))?.fileKey !== row.fileKey) await noteFiles(db, [row.fileKey]);
  await storage.put(row.fileKey, bytes, mimeType);
  const former = await db.transaction(async (tx) => {
    const before = await saveThumbnail(tx, row);
    // Another process may have claimed it, as the same picture has the same file. One that is missed is fetched again.
    await claimFiles(tx, [row.fileKey]);
    const replaced = before ? [before] : [];
    await giveUpFiles(tx, replaced);
    return replaced;
  });
  await removeNow(platform, former);
  await removeOldThumbnails(platform).catch((error) =>
    log.warn({ err: error }, "a file could not be removed"),
  );
  return row;
}

const digestOf = (content: Buffer | string) => createHash("sha256").update(content).digest("hex");

/** The largest picture that YouTube has of a video by now, without bars; a JPEG. */
export async function fetchThumbnail(
  { config }: Pick<Platform, "config">,
  videoId: string,
): Promise<ReadPicture> {
  const answers: PublicAnswer<unknown>[] = [];
  for (const size of thumbnailSizes) {
    const answer = await readThumbnail(config.youtube, videoId, size);
    const picture = answer.kind === "found" ? await readPicture(answer.bytes) : null;
    if (picture) return picture;
    answers.push(answer);
    if (answer.kind === "away") break;
  }
  if (answers.some(({ kind }) => kind === "away")) throw youtubeIsAway();
  if (answers.every(({ kind }) => kind === "unknown" || kind === "hidden"))
    throw failure("NOT_FOUND", "YouTube shows no thumbnail of this video.");
  const failed = answers.find((answer) => answer.kind === "failed");
  throw youtubeFailed(failed ? failed.reason : "no picture");
}

/** Its own bytes, where they are a JPEG of a bearable size; a picture of 4:3 without its bars. Null for anything else. */
export async function readPicture(bytes: Buffer): Promise<ReadPicture | null> {
  try {
    if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return null;
    const { width, height, isTooLarge } = await readImageMetadata(bytes, false);
    if (isTooLarge) return null;
    const mimeType = "image/jpeg";
    if (width * 3 !== height * 4) return { bytes, mimeType };
    const bar = Math.round((height - (width * 9) / 16) / 2);
    const sharp = await loadSharp();
    const cut = sharp(bytes).extract({ left: 0, top: bar, width, height: height - 2 * bar });
    return { bytes: await cut.jpeg({ quality: 92 }).toBuffer(), mimeType };
  } catch {
    return null;
  }
}

/** Removes kept thumbnails that nobody has asked for in a day, or that are too many: a job, and whenever one comes. */
export async function removeOldThumbnails({
  db,
  storage,
  log,
}: Pick<Platform, "db" | "storage" | "log">): Promise<void> {
  await workOff(
    log,
    (...some) => findOldThumbnails(db, ...some),
    async ({ id, fileKey }) => {
      // The file goes before the row that names it, so that a crash in between is made good by the next round.
      await removePicture(storage, fileKey);
      await removeThumbnail(db, id);
    },
  );
}
