import { and, asc, desc, eq, inArray, isNull } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { QueryOf } from "#contract/call.ts";
import type { getYoutubeHistory } from "#contract/youtube.ts";
import type { Tx } from "#server/db/database.ts";
import { contains, limitOf, totalOf } from "#server/db/paging.ts";
import { youtubeThumbnailSets as sets } from "#server/db/tables/youtube.ts";
import { isShown, type ThumbnailSetRow } from "./thumbnail-sets.repository.ts";

export type HistoryQuery = QueryOf<typeof getYoutubeHistory>;

/** A page of what the person set on videos; of each, whether it is what stands there by now, as far as is known. */
export async function findHistory(
  tx: Tx,
  userId: string,
  { videoId, q, ...query }: HistoryQuery,
): Promise<{ rows: (ThumbnailSetRow & { stands: boolean })[]; total: number }> {
  const where = and(
    eq(sets.userId, userId),
    isShown,
    videoId ? eq(sets.videoId, videoId) : undefined,
    q ? contains(sets.title, q) : undefined,
  );
  const span = limitOf(query);
  const direction = query.order === "asc" ? asc : desc;
  const rows = await tx
    .select()
    .from(sets)
    .where(where)
    .orderBy(direction(sets.setAt), direction(sets.id))
    .limit(span.limit)
    .offset(span.offset);
  const total = await totalOf(span, rows.length, () => tx.$count(sets, where));
  const standing = await findStanding(tx, userId, [...new Set(rows.map((row) => row.videoId))]);
  return { rows: rows.map((row) => ({ ...row, stands: standing.has(row.id) })), total };
}

const restored = alias(sets, "restored");

/** Of each video what came last, and the setting that a putting back showed again. */
async function findStanding(tx: Tx, userId: string, videoIds: string[]): Promise<Set<string>> {
  const ofVideos = and(eq(sets.userId, userId), isShown, inArray(sets.videoId, videoIds));
  const newest = [sets.videoId, desc(sets.setAt), desc(sets.id)] as const;
  const last = await tx
    .selectDistinctOn([sets.videoId], {
      id: sets.id,
      videoId: sets.videoId,
      before: { id: restored.id, restoresId: restored.restoresId },
    })
    .from(sets)
    .leftJoin(restored, eq(restored.id, sets.restoresId))
    .where(ofVideos)
    .orderBy(...newest);
  const shownAgain = last.filter(({ before }) => before && !before.restoresId).map(({ videoId }) => videoId);
  const isSetting = and(isNull(sets.restoresId), isNull(sets.restoredAt), inArray(sets.videoId, shownAgain));
  const settings = await tx
    .selectDistinctOn([sets.videoId], { id: sets.id })
    .from(sets)
    .where(and(ofVideos, isSetting))
    .orderBy(...newest);
  return new Set([...last, ...settings].map(({ id }) => id));
}
