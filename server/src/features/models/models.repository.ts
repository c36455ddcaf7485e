import { and, eq, inArray, ne, or, sql } from "drizzle-orm";
import type { Tx } from "#server/db/database.ts";
import { watchedModels } from "#server/db/tables/spending.ts";

export type WatchedModel = typeof watchedModels.$inferSelect;

export async function findWatched(tx: Tx): Promise<WatchedModel[]> {
  return tx.select().from(watchedModels);
}

/** The models that were not looked for within so many seconds, each of which one process alone gets. */
export async function claimModels(tx: Tx, models: readonly string[], seconds: number): Promise<string[]> {
  if (models.length === 0) return [];
  const rows = await tx
    .insert(watchedModels)
    .values(models.map((model) => ({ model, state: "listed" as const })))
    .onConflictDoUpdate({
      target: watchedModels.model,
      set: { checkedAt: sql`now()` },
      setWhere: sql`${watchedModels.checkedAt} <= now() - make_interval(secs => ${seconds})`,
    })
    .returning({ model: watchedModels.model });
  return rows.map(({ model }) => model);
}

/** Looked for in vain: the next round is not to wait for a day. */
export async function unclaimModels(tx: Tx, models: readonly string[]): Promise<void> {
  await tx
    .update(watchedModels)
    .set({ checkedAt: sql`now() - interval '23 hours'` })
    .where(inArray(watchedModels.model, [...models]));
}

/** True where that is news. */
export async function markGone(tx: Tx, model: string): Promise<boolean> {
  const rows = await tx
    .update(watchedModels)
    .set({ state: "gone" })
    .where(and(eq(watchedModels.model, model), ne(watchedModels.state, "gone")))
    .returning({ model: watchedModels.model });
  return rows.length > 0;
}

/** An end that was announced stays so: the list does not tell of it. One of a model that is back is told by its next answer. */
export async function markListed(tx: Tx, model: string): Promise<boolean> {
  const rows = await tx
    .update(watchedModels)
    .set({ state: "listed", endsAt: null })
    .where(and(eq(watchedModels.model, model), eq(watchedModels.state, "gone")))
    .returning({ model: watchedModels.model });
  return rows.length > 0;
}

/** True where that is news, a new date included. */
export async function markEnding(tx: Tx, model: string, endsAt: Date | null): Promise<boolean> {
  const rows = await tx
    .insert(watchedModels)
    // The list is yet to be looked at.
    .values({ model, state: "ending", endsAt, checkedAt: new Date(0) })
    .onConflictDoUpdate({
      target: watchedModels.model,
      set: { state: "ending", endsAt },
      setWhere: or(
        ne(watchedModels.state, "ending"),
        sql`${watchedModels.endsAt} is distinct from ${endsAt}::timestamptz`,
      )!,
    })
    .returning({ model: watchedModels.model });
  return rows.length > 0;
}
