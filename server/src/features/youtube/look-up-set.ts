import type { ThumbnailSet } from "#contract/youtube.ts";
import { databaseNow } from "#server/db/clock.ts";
import { Failure } from "#server/platform/failure.ts";
import { workOff } from "#server/platform/jobs.ts";
import type { Platform } from "#server/platform/platform.ts";
import { fetchThumbnail } from "./present-thumbnail.ts";
import { printOf, showsOneOf, showsSent } from "./thumbnail-print.ts";
import {
  claimSet,
  findAbandonedSets,
  isSentLongAgo,
  markRestored,
  seenAfterMinutes,
  type ThumbnailSetRow,
  updateHeldSet,
} from "./thumbnail-sets.repository.ts";
import { forgetThumbnail } from "./thumbnails.repository.ts";

/** After so long nobody looks any more, where there is a former one to tell it from. */
const lookedUpMinutes = 60;

/** One that is set, or put back: at its end. Null where another works on it by now. */
export async function finishSet(platform: Platform, row: ThumbnailSetRow): Promise<ThumbnailSetRow | null> {
  return platform.db.transaction(async (tx) => {
    const done = await updateHeldSet(tx, row, { state: "set", setAt: await databaseNow(tx), isLetGo: true });
    if (done?.restoresId) await markRestored(tx, done.restoresId);
    await forgetThumbnail(tx, row.videoId);
    return done;
  });
}

/**
 * What became of one that was sent without an answer, by what YouTube shows now: `set`, `failed` where it would be seen by
 * now, else `unknown` until a later look, and `unresolved` where there is none any more. The caller holds the lease.
 */
export async function lookUpSet(platform: Platform, row: ThumbnailSetRow): Promise<ThumbnailSetRow | null> {
  const { db } = platform;
  const isLong = await isSentLongAgo(db, row.id, seenAfterMinutes);
  const shown = await isShown(platform, row);
  // What stood before an unseen one may be shown as yet, whether it was put back or not.
  const isUnclear = row.formerPrint !== null && row.formerFileKey === null && !isLong;
  const isSeen = shown && isUnclear ? null : shown;
  if (isSeen) return finishSet(platform, row);
  if (isSeen === false)
    return updateHeldSet(db, row, { state: isLong ? "failed" : "unknown", isLetGo: true });
  const isOver = row.formerPrint === null ? isLong : await isSentLongAgo(db, row.id, lookedUpMinutes);
  return updateHeldSet(db, row, {
    ...(isOver ? { state: "unresolved", setAt: row.sentAt } : { state: "unknown" }),
    isLetGo: true,
  });
}

/** Null where YouTube does not show its picture right now. */
async function isShown(platform: Platform, row: ThumbnailSetRow): Promise<boolean | null> {
  const { sentPrint: sent, formerPrint: former } = row;
  if (sent === null) return false;
  try {
    const { bytes } = await fetchThumbnail(platform, row.videoId);
    const present = await printOf(bytes);
    return former === null ? showsOneOf(present, [sent]) : showsSent(present, { sent, former });
  } catch (error) {
    if (error instanceof Failure) return null;
    throw error;
  }
}

/** Ends one that nobody works on: what was not sent yet has failed, what was is looked up. */
export async function settleAbandoned(
  platform: Platform,
  row: ThumbnailSetRow,
): Promise<ThumbnailSetRow | null> {
  const held = await claimSet(platform.db, row);
  if (!held) return null;
  if (held.state === "keeping") return updateHeldSet(platform.db, held, { state: "failed", isLetGo: true });
  return lookUpSet(platform, held);
}

/** The job that finds out what became of settings whose process ended, or that got no answer. */
export async function settleThumbnailSets(platform: Platform): Promise<void> {
  const seen: string[] = [];
  await workOff(
    platform.log,
    (except, limit) => findAbandonedSets(platform.db, [...except, ...seen], limit),
    async (row) => {
      seen.push(row.id);
      await settleAbandoned(platform, row);
    },
  );
}

export const recordOf = ({
  id,
  videoId,
  title,
  state,
  setAt,
  imageId,
  designId,
  restoresId,
  restoredAt,
  formerFileKey,
}: ThumbnailSetRow): ThumbnailSet => ({
  id,
  videoId,
  title,
  at: setAt!.toISOString(),
  ...(imageId ? { imageId } : {}),
  ...(designId ? { designId } : {}),
  ...(restoresId ? { restores: restoresId } : {}),
  ...(restoredAt ? { restoredAt: restoredAt.toISOString() } : {}),
  ...(formerFileKey === null ? { withoutFormer: true } : {}),
  ...(state === "unresolved" ? { unresolved: true } : {}),
});
