import { and, eq, gt, gte, isNull, lte, sql } from "drizzle-orm";
import type { Tx } from "#server/db/database.ts";
import { creditBalances, creditHolds } from "#server/db/tables/credits.ts";
import type { Sums } from "./ledger.repository.ts";

export type Hold = Pick<typeof creditHolds.$inferSelect, "id" | "userId" | "amount" | "generationId">;

/** No generation uses it yet. */
const isUnused = and(eq(creditHolds.state, "open"), isNull(creditHolds.generationId));

/**
 * Moves credits from the balance to what is held; answers the new balance, or null where it is below the minimum. The
 * condition is part of the update, so that calls at once cannot spend one credit twice.
 */
export async function moveToHeld(
  tx: Tx,
  { userId, amount, minimum }: { userId: string; amount: number; minimum: number },
): Promise<number | null> {
  const [row] = await tx
    .update(creditBalances)
    .set({
      balance: sql`${creditBalances.balance} - ${amount}`,
      held: sql`${creditBalances.held} + ${amount}`,
    })
    .where(and(eq(creditBalances.userId, userId), gte(creditBalances.balance, Math.max(amount, minimum))))
    .returning({ balance: creditBalances.balance });
  return row?.balance ?? null;
}

/** Ends what is held, `back` of it to the balance; answers the new sums. */
export async function moveFromHeld(tx: Tx, { userId, amount }: Hold, back: number): Promise<Sums> {
  const [row] = await tx
    .update(creditBalances)
    .set({
      balance: sql`${creditBalances.balance} + ${back}`,
      held: sql`${creditBalances.held} - ${amount}`,
    })
    .where(eq(creditBalances.userId, userId))
    .returning({ balance: creditBalances.balance, debt: creditBalances.debt });
  return row!;
}

export async function insertHold(tx: Tx, hold: Hold, lifetimeSeconds: number): Promise<void> {
  const expiresAt = sql`now() + make_interval(secs => ${lifetimeSeconds})`;
  await tx.insert(creditHolds).values({ ...hold, expiresAt });
}

/** Gives a generation the hold of this amount that its user has open, unused and not expired; null where there is none. */
export async function assignHold(
  tx: Tx,
  { userId, amount, generationId }: Omit<Hold, "id">,
): Promise<string | null> {
  const fits = and(eq(creditHolds.userId, userId), eq(creditHolds.amount, amount));
  const [row] = await tx
    .update(creditHolds)
    .set({ generationId })
    .where(and(isUnused, fits, gt(creditHolds.expiresAt, sql`now()`)))
    .returning({ id: creditHolds.id });
  return row?.id ?? null;
}

/** Closes an open hold, once however many try; null where it is not open. */
export async function closeHold(
  tx: Tx,
  which: { generationId: string } | { unusedId: string },
  state: "settled" | "released",
): Promise<Hold | null> {
  const isMeant =
    "unusedId" in which
      ? and(isUnused, eq(creditHolds.id, which.unusedId))
      : and(eq(creditHolds.state, "open"), eq(creditHolds.generationId, which.generationId));
  const { id, userId, amount, generationId } = creditHolds;
  const [row] = await tx
    .update(creditHolds)
    .set({ state })
    .where(isMeant)
    .returning({ id, userId, amount, generationId });
  return row ?? null;
}

export async function findUnusedHold(
  tx: Tx,
  userId: string,
): Promise<{ id: string; expired: boolean } | null> {
  const [row] = await tx
    .select({ id: creditHolds.id, expired: sql<boolean>`${creditHolds.expiresAt} <= now()` })
    .from(creditHolds)
    .where(and(isUnused, eq(creditHolds.userId, userId)));
  return row ?? null;
}

export async function findExpiredHolds(tx: Tx, limit: number): Promise<{ id: string; userId: string }[]> {
  return tx
    .select({ id: creditHolds.id, userId: creditHolds.userId })
    .from(creditHolds)
    .where(and(isUnused, lte(creditHolds.expiresAt, sql`now()`)))
    .orderBy(creditHolds.expiresAt)
    .limit(limit);
}

/**
 * One transaction at a time for each user opens, releases or expires an unused hold. Without it one that opens and one
 * that releases could deadlock.
 */
export async function lockUnusedHolds(tx: Tx, userId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`unused-hold:${userId}`}, 0))`);
}
