import { and, eq, sql } from "drizzle-orm";
import type { Tx } from "#server/db/database.ts";
import { newId } from "#server/db/ids.ts";
import {
  type CreditAccountKind,
  type CreditReason,
  creditBalances,
  creditBookings,
  creditEntries,
} from "#server/db/tables/credits.ts";

export type { CreditAccountKind, CreditReason };

export interface Booking {
  userId: string;
  reason: CreditReason;
  reference: string;
  orderId?: string | null | undefined;
  generationId?: string | null | undefined;
  note?: string | null | undefined;
  actorId?: string | null | undefined;
}

export interface Entry {
  account: CreditAccountKind;
  amount: number;
  /** On entries of the account "member" only. */
  balanceAfter?: number;
  /** Booked also where nothing moves. */
  always?: true;
}

export interface Sums {
  balance: number;
  debt: number;
}

/** Null where the same reason and reference were booked before. */
export async function insertBooking(tx: Tx, booking: Booking): Promise<string | null> {
  const [row] = await tx
    .insert(creditBookings)
    .values({ id: newId(), ...booking })
    .onConflictDoNothing({ target: [creditBookings.reason, creditBookings.reference] })
    .returning({ id: creditBookings.id });
  return row?.id ?? null;
}

/** Entries of zero credits are left out, but for those that are always booked. */
export async function insertEntries(
  tx: Tx,
  bookingId: string,
  userId: string,
  entries: Entry[],
): Promise<void> {
  const rows = entries
    .filter(({ amount, always }) => amount !== 0 || always)
    .map(({ always: _, ...entry }) => ({ bookingId, userId, ...entry }));
  if (rows.length > 0) await tx.insert(creditEntries).values(rows);
}

/** What was booked for a reason and reference, by account. */
export async function sumsOfBooking(
  tx: Tx,
  reason: CreditReason,
  reference: string,
): Promise<Partial<Record<CreditAccountKind, number>>> {
  const rows = await tx
    .select({ account: creditEntries.account, amount: sql<number>`sum(${creditEntries.amount})::int` })
    .from(creditEntries)
    .innerJoin(creditBookings, eq(creditBookings.id, creditEntries.bookingId))
    .where(and(eq(creditBookings.reason, reason), eq(creditBookings.reference, reference)))
    .groupBy(creditEntries.account);
  return Object.fromEntries(rows.map(({ account, amount }) => [account, amount]));
}

/** By how much an adjustment changed a balance, and what that was then; null where none has this reference. */
export async function findAdjustment(tx: Tx, reference: string) {
  const [row] = await tx
    .select({
      balanceChange: creditEntries.amount,
      currentBalance: creditEntries.balanceAfter,
      reason: creditBookings.note,
    })
    .from(creditBookings)
    .innerJoin(creditEntries, eq(creditEntries.bookingId, creditBookings.id))
    .where(
      and(
        eq(creditBookings.reason, "adjustment"),
        eq(creditBookings.reference, reference),
        eq(creditEntries.account, "member"),
      ),
    );
  return row ?? null;
}

/** Locks the user's sums until the transaction's end, and inserts them first where there are none. */
export async function lockSums(tx: Tx, userId: string): Promise<Sums> {
  await tx.insert(creditBalances).values({ userId }).onConflictDoNothing();
  const [row] = await tx
    .select({ balance: creditBalances.balance, debt: creditBalances.debt })
    .from(creditBalances)
    .where(eq(creditBalances.userId, userId))
    .for("update");
  return row!;
}

/** Adds to the sums; a result below zero breaks the table's check and with it the transaction. */
export async function addToSums(tx: Tx, userId: string, change: Sums): Promise<Sums> {
  const [row] = await tx
    .update(creditBalances)
    .set({
      balance: sql`${creditBalances.balance} + ${change.balance}`,
      debt: sql`${creditBalances.debt} + ${change.debt}`,
    })
    .where(eq(creditBalances.userId, userId))
    .returning({ balance: creditBalances.balance, debt: creditBalances.debt });
  return row!;
}

export async function findBalance(tx: Tx, userId: string): Promise<number> {
  const [row] = await tx
    .select({ balance: creditBalances.balance })
    .from(creditBalances)
    .where(eq(creditBalances.userId, userId));
  return row?.balance ?? 0;
}

/** What can be spent, and what is set aside for runs under way. */
export async function findSums(tx: Tx, userId: string): Promise<{ balance: number; held: number }> {
  const [row] = await tx
    .select({ balance: creditBalances.balance, held: creditBalances.held })
    .from(creditBalances)
    .where(eq(creditBalances.userId, userId));
  return row ?? { balance: 0, held: 0 };
}

/** Credits are whole, and no booking takes a direction of its own. */
export function requireCount(amount: number): void {
  if (!Number.isSafeInteger(amount) || amount < 0) throw new Error(`${amount} is no number of credits.`);
}
