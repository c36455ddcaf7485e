import { Failure, failure } from "#server/platform/failure.ts";
import type { Platform } from "#server/platform/platform.ts";
import { fetchThumbnail } from "./present-thumbnail.ts";
import { isBeingSet } from "./refusals.ts";
import { printOf } from "./thumbnail-print.ts";
import { type ThumbnailSetRow, updateHeldSet } from "./thumbnail-sets.repository.ts";

/**
 * The thumbnail that stands is a file of the shop's before anything is sent. YouTube shows a private video's to nobody, so
 * that there is none: then only who knows it goes on.
 */
export async function keepFormer(
  platform: Platform,
  row: ThumbnailSetRow,
  { isPrivate, withoutFormer }: { isPrivate: boolean; withoutFormer: boolean },
): Promise<ThumbnailSetRow> {
  const { db, storage } = platform;
  const present = await fetchThumbnail(platform, row.videoId).catch((error) => {
    if (!(error instanceof Failure)) throw error;
    if (isPrivate && error.code === "NOT_FOUND") return null;
    throw notKept(error);
  });
  if (!present && !withoutFormer) throw failure("YOUTUBE_PRIVATE");
  const formerFileKey = `former-thumbnails/${row.id.slice(-2)}/${row.id}.jpg`;
  // What an earlier try kept need not be what stands by now.
  if (!present && row.formerFileKey !== null) await storage.remove(row.formerFileKey);
  const former = present
    ? { formerFileKey, formerPrint: await printOf(present.bytes) }
    : { formerFileKey: null, formerPrint: null };
  const kept = await updateHeldSet(db, row, former);
  if (!kept) throw isBeingSet();
  // Once the row names it, so that what a process leaves that is killed here is removed as any other.
  if (!present) return kept;
  await storage.put(formerFileKey, present.bytes, "image/jpeg").catch(async (error) => {
    await updateHeldSet(db, kept, { state: "failed", isLetGo: true });
    throw error;
  });
  return kept;
}

function notKept(cause: Failure): Failure {
  const { retryAfter } = cause.extras;
  return failure(
    cause.code,
    "We could not keep the present thumbnail, so nothing was set. Please try again in a minute.",
    { ...(retryAfter === undefined ? {} : { retryAfter }), cause },
  );
}
