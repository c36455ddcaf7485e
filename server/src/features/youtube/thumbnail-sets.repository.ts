import { and, desc, eq, inArray, isNull, notInArray, sql } from "drizzle-orm";
import { thumbnailRestorableDays } from "#contract/youtube.ts";
import type { Tx } from "#server/db/database.ts";
import { isUniqueViolation } from "#server/db/errors.ts";
import { lockOwner } from "#server/db/lock-owner.ts";
import { youtubeThumbnailSets as sets } from "#server/db/tables/youtube.ts";

export type ThumbnailSetRow = typeof sets.$inferSelect;
export type NewThumbnailSet = Pick<
  ThumbnailSetRow,
  "userId" | "channelId" | "videoId" | "title" | "idempotencyKey" | "imageId" | "designId" | "restoresId"
>;

/** Longer than all that is done between two looks at the row. */
const leaseSeconds = 120;
/** Whole milliseconds, so that a lease that was read can be compared with what stands. */
const newLease = sql`date_trunc('milliseconds', now() + make_interval(secs => ${leaseSeconds}))`;
export const isUnderWay = inArray(sets.state, ["keeping", "setting", "unknown"]);
/** At an end, and not known to be set: it may be tried again. */
export const cameToNothing = ({ state }: Pick<ThumbnailSetRow, "state">): boolean =>
  state === "failed" || state === "unresolved";

export async function findSetByKey(
  tx: Tx,
  { userId, idempotencyKey }: Pick<NewThumbnailSet, "userId" | "idempotencyKey">,
): Promise<ThumbnailSetRow | null> {
  const [row] = await tx
    .select()
    .from(sets)
    .where(and(eq(sets.userId, userId), eq(sets.idempotencyKey, idempotencyKey)));
  return row ?? null;
}

/** Under the caller's lease; null where another one of the video is under way, the key is used, or the account erased. */
export async function insertSet(tx: Tx, row: NewThumbnailSet): Promise<ThumbnailSetRow | null> {
  if (!(await lockOwner(tx, row.userId, "share"))) return null;
  const [inserted] = await tx
    .insert(sets)
    .values({ ...row, leaseUntil: newLease })
    .onConflictDoNothing()
    .returning();
  return inserted ?? null;
}

/** Takes over one that nobody works on, or one that came to nothing for another try; null where somebody else was first. */
export async function claimSet(tx: Tx, row: ThumbnailSetRow): Promise<ThumbnailSetRow | null> {
  const isOver = cameToNothing(row);
  try {
    const [claimed] = await tx
      .update(sets)
      .set({ leaseUntil: newLease, ...(isOver ? { state: "keeping" } : {}) })
      .where(
        and(
          eq(sets.id, row.id),
          eq(sets.state, row.state),
          isNull(sets.freedAt),
          isOver ? undefined : sql`${sets.leaseUntil} <= now()`,
        ),
      )
      .returning();
    return claimed ?? null;
  } catch (error) {
    if (isUniqueViolation(error, "youtube_thumbnail_sets_under_way")) return null;
    throw error;
  }
}

type Changes = Partial<
  Pick<ThumbnailSetRow, "state" | "formerFileKey" | "formerPrint" | "sentPrint" | "sentAt" | "setAt">
>;

/** Changes what the caller holds the lease of; null where it went to another, who goes on. */
export async function updateHeldSet(
  tx: Tx,
  { id, leaseUntil }: Pick<ThumbnailSetRow, "id" | "leaseUntil">,
  { isLetGo = false, ...changes }: Changes & { isLetGo?: boolean },
): Promise<ThumbnailSetRow | null> {
  const [row] = await tx
    .update(sets)
    .set({ ...changes, leaseUntil: isLetGo ? sql`now()` : newLease })
    .where(and(eq(sets.id, id), eq(sets.leaseUntil, leaseUntil), isUnderWay))
    .returning();
  return row ?? null;
}

export async function markRestored(tx: Tx, id: string): Promise<void> {
  await tx
    .update(sets)
    .set({ restoredAt: sql`coalesce(${sets.restoredAt}, now())` })
    .where(eq(sets.id, id));
}

/** The one of a video that is under way. */
export async function findSetUnderWay(tx: Tx, videoId: string): Promise<ThumbnailSetRow | null> {
  const [row] = await tx
    .select()
    .from(sets)
    .where(and(eq(sets.videoId, videoId), isUnderWay));
  return row ?? null;
}

/** Those that nobody works on any more, and that are at no end. */
export async function findAbandonedSets(tx: Tx, except: string[], limit: number): Promise<ThumbnailSetRow[]> {
  return tx
    .select()
    .from(sets)
    .where(and(isUnderWay, sql`${sets.leaseUntil} <= now()`, notInArray(sets.id, except)))
    .orderBy(sets.leaseUntil)
    .limit(limit);
}

export const isShown = and(inArray(sets.state, ["set", "unresolved"]), isNull(sets.freedAt));

/** Of the person's settings of a video the latest, putting back aside, or the one that is named, whichever it is. */
export async function findSet(
  tx: Tx,
  { userId, videoId, id }: { userId: string; videoId: string; id: string | undefined },
): Promise<(ThumbnailSetRow & { isRestorable: boolean }) | null> {
  const isRestorable = sql<boolean>`${sets.formerFileKey} is not null
    and ${sets.setAt} > now() - make_interval(days => ${thumbnailRestorableDays})`;
  const [row] = await tx
    .select({ row: sets, isRestorable })
    .from(sets)
    .where(
      and(
        eq(sets.userId, userId),
        eq(sets.videoId, videoId),
        isShown,
        id ? eq(sets.id, id) : isNull(sets.restoresId),
      ),
    )
    .orderBy(desc(sets.setAt), desc(sets.id))
    .limit(1);
  return row ? { ...row.row, isRestorable: row.isRestorable } : null;
}

/** What was taken is seen everywhere by then. */
export const seenAfterMinutes = 5;

/** The last that was set on the video, where it need not be seen everywhere yet. */
export async function findUnseenSet(
  tx: Tx,
  { userId, videoId }: Pick<ThumbnailSetRow, "userId" | "videoId">,
): Promise<ThumbnailSetRow | null> {
  const isRecent = sql`${sets.setAt} > now() - make_interval(mins => ${seenAfterMinutes})`;
  const [row] = await tx
    .select()
    .from(sets)
    .where(and(eq(sets.userId, userId), eq(sets.videoId, videoId), eq(sets.state, "set"), isRecent))
    .orderBy(desc(sets.setAt), desc(sets.id))
    .limit(1);
  return row ?? null;
}

/** Whether it was sent so long ago that it would be seen by now, if it had been taken. */
export async function isSentLongAgo(tx: Tx, id: string, minutes: number): Promise<boolean> {
  const [row] = await tx
    .select({
      isLong: sql<boolean>`coalesce(${sets.sentAt} < now() - make_interval(mins => ${minutes}), true)`,
    })
    .from(sets)
    .where(eq(sets.id, id));
  return row?.isLong ?? true;
}
