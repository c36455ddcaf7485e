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

/** Whoever draws an earlier version looks at it now; the present one is looked at in every list. */
const isOldDrawing = sql`${designVersions.drawnAt} < now() - interval '1 day' and ${designVersions.freedAt} is null
  and exists (select from ${designs} d where d.id = ${designVersions.designId} and d.version <> ${designVersions.version})`;

/** Earlier versions of which something was drawn a day ago. */
export async function findOldDrawings(tx: Tx, except: string[], limit: number): Promise<{ id: string }[]> {
  return tx
    .select({ id: designVersions.id })
    .from(designVersions)
    .where(and(isOldDrawing, notInArray(designVersions.id, except)))
    .limit(limit);
}

export async function markDrawn(tx: Tx, id: string): Promise<void> {
  await tx.update(designVersions).set({ drawnAt: sql`now()` }).where(eq(designVersions.id, id));
}

/** Not of one that was drawn anew meanwhile. */
export async function forgetDrawing(tx: Tx, id: string): Promise<void> {
  await tx
    .update(designVersions)
    .set({ drawnAt: null })
    .where(and(eq(designVersions.id, id), isOldDrawing));
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
