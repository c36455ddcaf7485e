import { Failure, failure } from "#server/platform/failure.ts";
import type { Platform } from "#server/platform/platform.ts";
import { fetchThumbnail } from "./present-thumbnail.ts";
import { isBeingSet } from "./refusals.ts";
import { printOf, showsOneOf, showsSent } from "./thumbnail-print.ts";
import { findUnseenSet, type ThumbnailSetRow, updateHeldSet } from "./thumbnail-sets.repository.ts";

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
  const print = present && (await printOf(present.bytes));
  const unseen = print && (await printOfUnseen(platform, row, print));
  // What stands is in no file to keep: a setting waits until it is shown, and putting back can't be taken back.
  if (unseen && row.restoresId === null) throw failure("UNAVAILABLE", notSeenYet, { retryAfter: 60 });
  const bytes = unseen ? null : present?.bytes;
  const formerFileKey = `former-thumbnails/${row.id.slice(-2)}/${row.id}.jpg`;
  // What an earlier try kept need not be what stands by now.
  if (!bytes && row.formerFileKey !== null) await storage.remove(row.formerFileKey);
  const former = { formerFileKey: bytes ? formerFileKey : null, formerPrint: unseen ?? print };
  const kept = await updateHeldSet(db, row, former);
  if (!kept) throw isBeingSet();
  // Once the row names it, so that what a process leaves that is killed here is removed as any other.
  if (!bytes) return kept;
  await storage.put(formerFileKey, bytes, "image/jpeg").catch(async (error) => {
    await updateHeldSet(db, kept, { state: "failed", isLetGo: true });
    throw error;
  });
  return kept;
}

/** Of what was set from here a moment ago, while YouTube still shows what stood before that. */
async function printOfUnseen(
  { db }: Platform,
  row: ThumbnailSetRow,
  present: string,
): Promise<string | null> {
  const last = await findUnseenSet(db, row);
  if (!last?.sentPrint || !last.formerPrint) return null;
  const { sentPrint: sent, formerPrint: former } = last;
  return showsOneOf(present, [former]) && !showsSent(present, { sent, former }) ? sent : null;
}

const notSeenYet =
  "YouTube does not show yet what was set on this video a moment ago, so that it could not be kept, and nothing was set. Please try again in some minutes.";

function notKept(cause: Failure): Failure {
  const { retryAfter } = cause.extras;
  return failure(
    cause.code,
    "We could not keep the present thumbnail, so nothing was set. Please try again in a minute.",
    { ...(retryAfter === undefined ? {} : { retryAfter }), cause },
  );
}
