import { and, eq, isNotNull, not, notInArray, or, sql } from "drizzle-orm";
import { thumbnailRestorableDays } from "#contract/youtube.ts";
import type { Tx } from "#server/db/database.ts";
import { youtubeThumbnailSets as sets } from "#server/db/tables/youtube.ts";
import { isUnderWay } from "./thumbnail-sets.repository.ts";

const isOver = sql`${sets.createdAt} < now() - make_interval(days => ${thumbnailRestorableDays}, hours => 1)`;

/** Those of an erased person go as soon as nobody works on them. */
export async function freeThumbnailSetsOf(tx: Tx, userId: string): Promise<void> {
  await tx
    .update(sets)
    .set({ freedAt: sql`coalesce(${sets.freedAt}, now())` })
    .where(eq(sets.userId, userId));
}

/** Files that are over, and all of erased people. */
export async function findGoneThumbnails(
  tx: Tx,
  except: string[],
  limit: number,
): Promise<{ id: string; fileKey: string | null; isFreed: boolean }[]> {
  return tx
    .select({ id: sets.id, fileKey: sets.formerFileKey, isFreed: sql<boolean>`${sets.freedAt} is not null` })
    .from(sets)
    .where(
      and(
        or(isNotNull(sets.freedAt), and(isNotNull(sets.formerFileKey), isOver)),
        or(not(isUnderWay), sql`${sets.leaseUntil} < now()`),
        notInArray(sets.id, except),
      ),
    )
    .limit(limit);
}

/** Once its file is gone: the line of the history stays, but for an erased person's. */
export async function forgetThumbnail(
  tx: Tx,
  { id, isFreed }: { id: string; isFreed: boolean },
): Promise<void> {
  if (isFreed) await tx.delete(sets).where(eq(sets.id, id));
  else
    await tx
      .update(sets)
      .set({ formerFileKey: null, formerPrint: null, sentPrint: null })
      .where(eq(sets.id, id));
}
