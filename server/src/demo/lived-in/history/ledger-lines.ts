import { newId } from "#server/db/ids.ts";
import type { CreditAccountKind, CreditReason } from "#server/db/tables/credits.ts";
import type { HistoryRows } from "./history-rows.ts";

/** Books for a person as the ledger would have then. `member` is what it adds to the balance, 0 for none. */
export function book(
  rows: HistoryRows,
  at: Date,
  booking: {
    userId: string;
    reason: CreditReason;
    reference: string;
    orderId?: string;
    generationId?: string;
  },
  member: number,
  ...others: [account: CreditAccountKind, amount: number][]
): void {
  const { userId } = booking;
  const id = newId(at.getTime());
  rows.bookings.push({ id, ...booking, createdAt: at });
  const entry = { bookingId: id, userId, createdAt: at };
  if (member !== 0) {
    const balanceAfter = balanceOf(rows, userId) + member;
    rows.balances.set(userId, balanceAfter);
    rows.entries.push({ ...entry, account: "member", amount: member, balanceAfter });
  }
  for (const [account, amount] of others) rows.entries.push({ ...entry, account, amount });
}

export const balanceOf = (rows: HistoryRows, userId: string) => rows.balances.get(userId) ?? 0;

/** A run's credit: set aside, then spent or given back. */
export function bookGeneration(
  rows: HistoryRows,
  run: { id: string; userId: string; cost: number; startedAt: Date; finishedAt: Date; failed: boolean },
): void {
  const { id: generationId, userId, cost, startedAt, finishedAt, failed } = run;
  const holdId = newId(startedAt.getTime());
  rows.holds.push({
    id: holdId,
    userId,
    amount: cost,
    state: failed ? "released" : "settled",
    generationId,
    expiresAt: new Date(startedAt.getTime() + 600_000),
    createdAt: startedAt,
  });
  const booking = { userId, reference: holdId, generationId };
  book(rows, startedAt, { ...booking, reason: "generation" }, -cost, ["held", cost]);
  if (failed) book(rows, finishedAt, { ...booking, reason: "generation-returned" }, cost, ["held", -cost]);
  else
    book(rows, finishedAt, { ...booking, reason: "generation-settled" }, 0, ["held", -cost], ["spent", cost]);
}
