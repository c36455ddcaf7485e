import { eq, notInArray, sql } from "drizzle-orm";
import type { Tx } from "#server/db/database.ts";
import { videoThumbnails } from "#server/db/tables/youtube.ts";

/** How long a kept picture counts as the present one, in minutes. */
const presentMinutes = 10;
/** How long it is kept, in hours. */
const keptHours = 24;
/** So many are kept, the newest: whoever names videos without end fills no disk, and what goes is fetched again. */
export const mostThumbnails = 1000;

const isPresent = sql<boolean>`${videoThumbnails.fetchedAt} > now() - make_interval(mins => ${presentMinutes})`;
const isOld = sql`(
  ${videoThumbnails.fetchedAt} <= now() - make_interval(hours => ${keptHours})
  or ${videoThumbnails.fetchedAt} < (
    select t.fetched_at from ${videoThumbnails} t order by t.fetched_at desc offset ${mostThumbnails - 1} limit 1
  )
)`;

export interface KeptThumbnail {
  videoId: string;
  fileKey: string;
  mimeType: string;
}

export async function findThumbnail(
  tx: Tx,
  videoId: string,
): Promise<(KeptThumbnail & { isPresent: boolean }) | null> {
  const { fileKey, mimeType } = videoThumbnails;
  const [row] = await tx
    .select({ videoId: videoThumbnails.videoId, fileKey, mimeType, isPresent })
    .from(videoThumbnails)
    .where(eq(videoThumbnails.videoId, videoId));
  return row ?? null;
}

/** Keeps the picture as the present one; answers the key of the file that it takes the place of, if any. */
export async function saveThumbnail(
  tx: Tx,
  { videoId, fileKey, mimeType }: KeptThumbnail,
): Promise<string | null> {
  const isIt = eq(videoThumbnails.videoId, videoId);
  const key = { fileKey: videoThumbnails.fileKey };
  const [before] = await tx.select(key).from(videoThumbnails).where(isIt).for("update");
  const changes = { fileKey, mimeType, fetchedAt: sql`now()` };
  await tx
    .insert(videoThumbnails)
    .values({ videoId, ...changes })
    .onConflictDoUpdate({ target: videoThumbnails.videoId, set: changes });
  return before && before.fileKey !== fileKey ? before.fileKey : null;
}

/** Has the next look ask YouTube again. */
export async function forgetThumbnail(tx: Tx, videoId: string): Promise<void> {
  await tx
    .update(videoThumbnails)
    .set({ fetchedAt: sql`now() - make_interval(mins => ${presentMinutes})` })
    .where(eq(videoThumbnails.videoId, videoId));
}

export async function findOldThumbnails(
  tx: Tx,
  except: string[],
  limit: number,
): Promise<{ id: string; fileKey: string }[]> {
  return tx
    .select({ id: videoThumbnails.videoId, fileKey: videoThumbnails.fileKey })
    .from(videoThumbnails)
    .where(sql`${isOld} and ${notInArray(videoThumbnails.videoId, except)}`)
    .limit(limit);
}

/** False where it was fetched anew meanwhile. */
export async function removeThumbnail(tx: Tx, videoId: string): Promise<boolean> {
  const rows = await tx
    .delete(videoThumbnails)
    .where(sql`${videoThumbnails.videoId} = ${videoId} and ${isOld}`)
    .returning({ videoId: videoThumbnails.videoId });
  return rows.length > 0;
}
