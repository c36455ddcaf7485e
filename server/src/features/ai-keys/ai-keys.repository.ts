import { and, asc, eq, sql } from "drizzle-orm";
import type { Tx } from "#server/db/database.ts";
import { aiKeys } from "#server/db/tables/ai-keys.ts";

export type AiKeyRow = typeof aiKeys.$inferSelect;

export async function findKeys(tx: Tx): Promise<AiKeyRow[]> {
  return tx.select().from(aiKeys).orderBy(asc(aiKeys.createdAt), asc(aiKeys.id));
}

export async function lockKey(tx: Tx, id: string): Promise<AiKeyRow | null> {
  const [row] = await tx.select().from(aiKeys).where(eq(aiKeys.id, id)).for("update");
  return row ?? null;
}

export async function insertKey(tx: Tx, key: typeof aiKeys.$inferInsert): Promise<AiKeyRow> {
  const [row] = await tx.insert(aiKeys).values(key).returning();
  return row!;
}

export async function updateKey(tx: Tx, id: string, change: Partial<AiKeyRow>): Promise<AiKeyRow> {
  const [row] = await tx.update(aiKeys).set(change).where(eq(aiKeys.id, id)).returning();
  return row!;
}

/** Replaces a sealed text by one under the present secret, unless another key was entered meanwhile. */
export async function replaceSealed(tx: Tx, id: string, old: string, fresh: string): Promise<void> {
  await tx
    .update(aiKeys)
    .set({ sealedKey: fresh })
    .where(and(eq(aiKeys.id, id), eq(aiKeys.sealedKey, old)));
}

export async function removeKey(tx: Tx, id: string): Promise<void> {
  await tx.delete(aiKeys).where(eq(aiKeys.id, id));
}

export interface Rest {
  until: Date;
  refused: boolean;
  error: string;
}

/** Two calls that fail at once leave the longer rest. */
export async function restKey(tx: Tx, id: string, rest: Rest): Promise<void> {
  await tx
    .update(aiKeys)
    .set({
      health: rest.refused ? "refused" : "resting",
      restUntil: sql`greatest(${aiKeys.restUntil}, ${rest.until.toISOString()}::timestamptz)`,
      lastError: rest.error,
      lastUsedAt: sql`now()`,
    })
    .where(eq(aiKeys.id, id));
}

/** A rest that another call began meanwhile stays. */
export async function markKeyUsed(tx: Tx, id: string): Promise<void> {
  await tx
    .update(aiKeys)
    .set({ health: "ok", restUntil: null, lastError: null, lastUsedAt: sql`now()` })
    .where(sql`${aiKeys.id} = ${id} and (${aiKeys.restUntil} is null or ${aiKeys.restUntil} <= now())`);
}
