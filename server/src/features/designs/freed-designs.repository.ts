import { and, desc, eq, isNotNull, isNull, lt, not, notExists, notInArray, or, sql } from "drizzle-orm";
import type { Tx } from "#server/db/database.ts";
import { designs, designVersions } from "#server/db/tables/designs.ts";
import { generationImages } from "#server/db/tables/generations.ts";
import { designReferences, memberReferences } from "#server/db/tables/references.ts";
import { isRestorableAt } from "./designs.repository.ts";

const isGone = and(isNotNull(designs.deletedAt), not(isRestorableAt(sql`now()`)));

/** Empties deleted designs that can't be brought back any more. */
export async function freeDeletedDesigns(tx: Tx): Promise<void> {
  // Who brings one back in this moment holds its row.
  const gone = tx.select({ id: designs.id }).from(designs).where(isGone).for("update");
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

/**
 * Of one member, beside those of present versions and of the last minute. The newest stay, so that whoever asks without end
 * fills no disk.
 */
export const mostOtherDrawings = 200;

/** Whoever draws another one looks at it now; the present one is looked at in every list. */
const isDrawn = and(isNotNull(designVersions.drawnAt), isNull(designVersions.freedAt));
const isSuperseded = isNotNull(designVersions.supersededAt);

/** As the database writes it: a Date has no microseconds. */
const drawing = { id: designVersions.id, drawnAt: sql<string>`${designVersions.drawnAt}::text` };
export type Drawing = { id: string; drawnAt: string };

/** The versions before those that a process of the former release saved while this one ran already. */
export async function markSuperseded(tx: Tx): Promise<void> {
  const isSavedWithout = sql`not ${designVersions.marksEarlier}`;
  const saved = await tx.select({ id: designVersions.id }).from(designVersions).where(isSavedWithout);
  const ids = sql`any(${sql.param(saved.map(({ id }) => id))}::text[])`;
  await tx.execute(sql`
    update ${designVersions} v set superseded_at = now() from ${designVersions} s
    where s.id = ${ids} and v.design_id = s.design_id and v.version < s.version and v.superseded_at is null`);
  await tx.update(designVersions).set({ marksEarlier: true }).where(sql`${designVersions.id} = ${ids}`);
}

/** Earlier versions of which something was drawn a day ago. What was drawn of a deleted design goes with it, and sooner. */
export async function findOldDrawings(tx: Tx, except: string[], limit: number): Promise<Drawing[]> {
  const isOld = lt(designVersions.drawnAt, sql`now() - interval '1 day'`);
  return tx
    .select(drawing)
    .from(designVersions)
    .where(and(isDrawn, isSuperseded, isOld, notInArray(designVersions.id, except)))
    .orderBy(designVersions.drawnAt, designVersions.id)
    .limit(limit);
}

/** A few of those that a member has beyond the most, and that nobody can be storing any more, since that takes seconds. */
export async function findSurplusDrawings(tx: Tx, userId: string): Promise<Drawing[]> {
  const isStored = lt(designVersions.drawnAt, sql`now() - interval '1 minute'`);
  return tx
    .select(drawing)
    .from(designVersions)
    .innerJoin(designs, eq(designs.id, designVersions.designId))
    .where(and(eq(designs.userId, userId), isDrawn, or(isSuperseded, isNotNull(designs.deletedAt)), isStored))
    .orderBy(desc(designVersions.drawnAt), desc(designVersions.id))
    .offset(mostOtherDrawings)
    .limit(20);
}

/** A save marks those before it; one from before the mark was kept is marked here. */
export async function markDrawn(tx: Tx, id: string): Promise<void> {
  const isEarlier = sql`exists (select from ${designs} d
    where d.id = ${designVersions.designId} and d.version > ${designVersions.version})`;
  await tx
    .update(designVersions)
    .set({
      drawnAt: sql`now()`,
      supersededAt: sql`coalesce(${designVersions.supersededAt}, case when ${isEarlier} then now() end)`,
    })
    .where(eq(designVersions.id, id));
}

/** Not of one that was drawn anew meanwhile. */
export async function forgetDrawing(tx: Tx, { id, drawnAt }: Drawing): Promise<void> {
  await tx
    .update(designVersions)
    .set({ drawnAt: null })
    .where(and(eq(designVersions.id, id), sql`${designVersions.drawnAt} = ${drawnAt}::timestamptz`));
}

/**
 * Once the files that were drawn of it are gone: a crash in between is made good by the next round. Whether what it showed
 * may go is asked anew.
 */
export async function removeVersion(tx: Tx, id: string): Promise<void> {
  await tx.execute(sql`
    with gone as (delete from ${designVersions} where id = ${id} returning picture_id),
    shown as (
      update ${memberReferences} set kept_until = null where kept_until is not null
        and id in (select reference_id from ${designReferences} where version_id = ${id})
    )
    update ${generationImages} set removable_at = now() where removable_at > now()
      and id in (select picture_id from gone)`);
}

/** Removes the rows of deleted designs whose last version is gone. */
export async function removeEmptyDesigns(tx: Tx): Promise<void> {
  const versions = tx.select().from(designVersions).where(eq(designVersions.designId, designs.id));
  await tx.delete(designs).where(and(isGone, notExists(versions)));
}
