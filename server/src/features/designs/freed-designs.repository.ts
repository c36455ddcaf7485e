import { and, eq, isNotNull, isNull, lt, not, notExists, notInArray, sql } from "drizzle-orm";
import type { Tx } from "#server/db/database.ts";
import { designs, designVersions } from "#server/db/tables/designs.ts";
import { isRestorable } from "./designs.repository.ts";

const isGone = and(isNotNull(designs.deletedAt), not(isRestorable));

/** Empties deleted designs that can't be brought back any more. */
export async function freeDeletedDesigns(tx: Tx): Promise<void> {
  const gone = tx.select({ id: designs.id }).from(designs).where(isGone);
  await tx
    .update(designVersions)
    .set({ document: {}, freedAt: sql`now()` })
    .where(and(sql`${designVersions.designId} in ${gone}`, isNull(designVersions.freedAt)));
}

/** Freed versions that nobody can be drawing any more, since a drawing takes seconds. */
export async function findFreedVersions(tx: Tx, except: string[], limit: number): Promise<{ id: string }[]> {
  return tx
    .select({ id: designVersions.id })
    .from(designVersions)
    .where(
      and(
        lt(designVersions.freedAt, sql`now() - interval '1 minute'`),
        notInArray(designVersions.id, except),
      ),
    )
    .limit(limit);
}

/** Once the files that were drawn of it are gone: a crash in between is made good by the next round. */
export async function removeVersion(tx: Tx, id: string): Promise<void> {
  await tx.delete(designVersions).where(eq(designVersions.id, id));
}

/** Removes the rows of deleted designs whose last version is gone. */
export async function removeEmptyDesigns(tx: Tx): Promise<void> {
  const versions = tx.select().from(designVersions).where(eq(designVersions.designId, designs.id));
  await tx.delete(designs).where(and(isGone, notExists(versions)));
}
