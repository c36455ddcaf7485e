import { and, eq, exists, isNotNull, not, notExists, notInArray, sql } from "drizzle-orm";
import type { Tx } from "#server/db/database.ts";
import { designReferences, memberReferences } from "#server/db/tables/references.ts";
import { isRestorable } from "./references.repository.ts";

const versionsWithIt = (tx: Tx) =>
  tx
    .select({ id: designReferences.versionId })
    .from(designReferences)
    .where(eq(designReferences.referenceId, memberReferences.id));

/** Deleted ones that can't be brought back any more. */
const isDue = and(
  isNotNull(memberReferences.deletedAt),
  not(isRestorable),
  sql`coalesce(${memberReferences.keptUntil}, ${memberReferences.deletedAt}) <= now()`,
);

/** Those that designs show wait a day, or until one of these versions goes: there may be many, and for years. */
export async function postponeShownReferences(tx: Tx): Promise<void> {
  await tx
    .update(memberReferences)
    .set({ keptUntil: sql`now() + interval '1 day'` })
    .where(and(isDue, exists(versionsWithIt(tx))));
}

/** Those that are due and that no version of a design shows. A run that was begun with one has long ended by then. */
export async function findGoneReferences(
  tx: Tx,
  except: string[],
  limit: number,
): Promise<{ id: string; fileKey: string }[]> {
  return tx
    .select({ id: memberReferences.id, fileKey: memberReferences.fileKey })
    .from(memberReferences)
    .where(and(isDue, notExists(versionsWithIt(tx)), notInArray(memberReferences.id, except)))
    .limit(limit);
}

/**
 * Lets nothing use one any more, unless it was brought back or something uses it already: false. Asked a second time under
 * the row's lock, by which a design takes hold of it.
 */
export async function freeReference(tx: Tx, id: string): Promise<boolean> {
  const isIt = eq(memberReferences.id, id);
  await tx.select({ id: memberReferences.id }).from(memberReferences).where(isIt).for("update");
  const rows = await tx
    .update(memberReferences)
    .set({ freedAt: sql`now()` })
    .where(and(isIt, isDue, notExists(versionsWithIt(tx))))
    .returning({ id: memberReferences.id });
  return rows.length > 0;
}

export async function removeReference(tx: Tx, id: string): Promise<void> {
  await tx.delete(memberReferences).where(eq(memberReferences.id, id));
}
