import type { BodyOf } from "#contract/call.ts";
import type { setYoutubeThumbnail, ThumbnailSet } from "#contract/youtube.ts";
import { isVideoId } from "#contract/youtube-links.ts";
import { databaseNow } from "#server/db/clock.ts";
import { limitConcurrency } from "#server/platform/concurrency.ts";
import { failpoint } from "#server/platform/failpoints.ts";
import { Failure, failure, requireSame } from "#server/platform/failure.ts";
import type { Platform } from "#server/platform/platform.ts";
import {
  readVideos,
  setThumbnail,
  unitsOf,
  type VideoOfChannel,
} from "#server/providers/youtube/data-api.ts";
import { GoogleError } from "#server/providers/youtube/google.ts";
import { type ChannelAccess, openChannel } from "./channel-access.ts";
import { keepFormer } from "./keep-former.ts";
import { finishSet, lookUpSet, recordOf, settleAbandoned } from "./look-up-set.ts";
import { failureOf, isBeingLookedUp, isBeingSet, videoNotFound } from "./refusals.ts";
import { findHistory, type HistoryQuery } from "./thumbnail-history.repository.ts";
import { printOf } from "./thumbnail-print.ts";
import {
  cameToNothing,
  claimSet,
  findSetByKey,
  findSetUnderWay,
  insertSet,
  type NewThumbnailSet,
  type ThumbnailSetRow,
  updateHeldSet,
} from "./thumbnail-sets.repository.ts";
import { type Picture, readOwnPicture } from "./thumbnail-source.ts";

export type Wanted = Omit<NewThumbnailSet, "channelId" | "title">;

/** Each has up to 10 MB of pictures in memory. */
const inTurn = limitConcurrency(6, 60);
/** A double click is one setting. */
const underWay = new Map<string, Promise<ThumbnailSetRow>>();

export async function setOwnThumbnail(
  platform: Platform,
  userId: string,
  videoId: string,
  {
    imageId,
    designId,
    designVersion,
    withoutFormer = false,
    idempotencyKey,
  }: BodyOf<typeof setYoutubeThumbnail>,
): Promise<ThumbnailSet> {
  const wanted: Wanted = {
    ...{ userId, videoId, idempotencyKey, restoresId: null },
    imageId: imageId ?? null,
    designId: designId ?? null,
  };
  return recordOf(
    await perform(platform, wanted, {
      read: () => readOwnPicture(platform, userId, { imageId, designId, designVersion }),
      withoutFormer,
    }),
  );
}

export async function readHistory(
  { db }: Platform,
  userId: string,
  query: HistoryQuery,
): Promise<{ sets: ThumbnailSet[]; total: number }> {
  const { rows, total } = await findHistory(db, userId, query);
  const sets = rows.map((row) => ({
    ...recordOf(row),
    ...(row.stands || row.restoredAt ? {} : { replaced: true }),
  }));
  return { sets, total };
}

export interface Replacement {
  read: () => Promise<Picture>;
  /** Whether it may take the place of one that is not kept, where YouTube shows that to nobody. */
  withoutFormer: boolean;
  /** Throws where it is not to take the place of what stands there; asked by the print, once that is kept. */
  requirePresent?: (print: string) => void;
}

/** Once a key, however often and by how many it is asked for at a time. */
export async function perform(platform: Platform, wanted: Wanted, replacement: Replacement) {
  if (!isVideoId(wanted.videoId)) throw videoNotFound();
  const name = JSON.stringify([wanted.userId, wanted.idempotencyKey]);
  const before = underWay.get(name);
  if (before) return requireWanted(await before, wanted);
  const working = inTurn(() => setOnce(platform, wanted, replacement)).finally(() => underWay.delete(name));
  underWay.set(name, working);
  return working;
}

function requireWanted(row: ThumbnailSetRow, wanted: Wanted): ThumbnailSetRow {
  const { videoId, imageId, designId, restoresId } = wanted;
  const sent = { videoId, imageId, designId, restoresId };
  requireSame(row, sent, "This request was made before, for another thumbnail.");
  return row;
}

async function setOnce(
  platform: Platform,
  wanted: Wanted,
  { read, withoutFormer, requirePresent }: Replacement,
): Promise<ThumbnailSetRow> {
  const earlier = await findSetByKey(platform.db, wanted);
  if (earlier && requireWanted(earlier, wanted).state === "set") return earlier;
  const access = await openChannel(platform, wanted.userId, "set");
  const picture = await read();
  const { title, privacy } = await requireOwnVideo(access, wanted.videoId);
  const named = { ...wanted, channelId: access.channel.channelId, title };
  let row = await hold(platform, earlier, named);
  if (row.sentAt !== null) {
    const found = await lookUpSet(platform, row);
    if (found?.state === "set") return found;
    if (!found || !cameToNothing(found)) throw isBeingLookedUp();
    // It set nothing that is known of: what stands by now is kept and asked about anew.
    const held = await hold(platform, found, named);
    const unsent = await updateHeldSet(platform.db, held, { sentAt: null, sentPrint: null });
    if (!unsent) throw isBeingSet();
    row = unsent;
  }
  try {
    row = await keepFormer(platform, row, { isPrivate: privacy === "private", withoutFormer });
    failpoint("thumbnail-kept");
    if (row.formerPrint !== null) requirePresent?.(row.formerPrint);
    return await send(platform, access, row, picture);
  } catch (error) {
    // What was sent has its own end.
    await updateHeldSet(platform.db, row, { state: "failed", isLetGo: true });
    throw failureOf(error);
  }
}

/** Another channel's would be refused as a channel that is not verified is, and tell the wrong thing to do. */
async function requireOwnVideo(
  { google, channel, call }: ChannelAccess,
  videoId: string,
): Promise<VideoOfChannel> {
  const found = await call(unitsOf.list, (token) => readVideos(google, token, [videoId])).catch((error) => {
    throw failureOf(error);
  });
  const own = found.find(({ id, channelId }) => id === videoId && channelId === channel.channelId);
  if (own) return own;
  throw failure("NOT_FOUND", "This video is not one of your connected channel's.");
}

/** The row with its lease in this process's hands: new, or of an earlier try by the same key. */
async function hold(
  platform: Platform,
  earlier: ThumbnailSetRow | null,
  wanted: NewThumbnailSet,
): Promise<ThumbnailSetRow> {
  const { db } = platform;
  const take = () => (earlier ? claimSet(db, earlier) : db.transaction((tx) => insertSet(tx, wanted)));
  const row = await take();
  if (row) return row;
  // Perhaps one that nobody works on any more stands in the way.
  const other = await findSetUnderWay(db, wanted.videoId);
  if (!other || other.id === earlier?.id) throw isBeingSet();
  const settled = await settleAbandoned(platform, other);
  if (settled?.state === "unknown") throw isBeingLookedUp();
  const second = await take();
  if (!second) throw isBeingSet();
  return second;
}

/** Sent once. The row says so before, so that a process that ends here leaves it to be looked up. */
async function send(
  platform: Platform,
  { google, call }: ChannelAccess,
  kept: ThumbnailSetRow,
  picture: Picture,
): Promise<ThumbnailSetRow> {
  let row = kept;
  const sentPrint = await printOf(picture.bytes);
  let isSent = false;
  try {
    await call(unitsOf.setThumbnail, async (token) => {
      const changed = await updateHeldSet(platform.db, row, {
        state: "setting",
        sentAt: await databaseNow(platform.db),
        sentPrint,
      });
      if (!changed) throw isBeingSet();
      row = changed;
      isSent = true;
      failpoint("thumbnail-setting");
      await setThumbnail(google, token, row.videoId, picture);
      failpoint("thumbnail-set");
    });
  } catch (error) {
    const isOpen =
      isSent && !(error instanceof Failure) && !(error instanceof GoogleError && error.hadNoEffect);
    if (!isOpen) {
      // Refused: this sending set nothing. What an earlier one did is looked up again.
      const { sentAt, sentPrint: print } = kept;
      await updateHeldSet(platform.db, row, { state: "failed", sentAt, sentPrint: print, isLetGo: true });
      throw error;
    }
    if (error instanceof GoogleError)
      platform.log.warn({ reason: error.reason }, "a thumbnail's setting got no answer");
    const found = await lookUpSet(platform, row);
    if (found?.state === "set") return found;
    throw isBeingLookedUp();
  }
  const done = await finishSet(platform, row);
  // Another process found it set meanwhile.
  return done ?? { ...row, state: "set", setAt: await databaseNow(platform.db) };
}
