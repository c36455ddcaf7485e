import type { Tx } from "#server/db/database.ts";
import { newId } from "#server/db/ids.ts";
import { queueBalanceFall } from "#server/features/webhooks/queue-event.ts";
import { failure } from "#server/platform/failure.ts";
import { assignHold, closeHold, insertHold, moveFromHeld, moveToHeld } from "./holds.repository.ts";
import { findBalance, insertBooking, insertEntries, requireCount } from "./ledger.repository.ts";
import { settleDebt } from "./settle-debt.ts";

export interface HoldRequest {
  userId: string;
  amount: number;
  /** The balance that must be there before. */
  minimum: number;
  /** None for a hold that the next generation uses. */
  generationId?: string | undefined;
  /** After that it expires, unless a generation uses it. */
  lifetimeSeconds: number;
  /** What the statement calls it; without it a generation or a hold. */
  reason?: "retake" | undefined;
}

export interface OpenHold {
  holdId: string;
  /** What is left. */
  balance: number;
}

/**
 * Opens a hold, or answers null where the balance is below the minimum or the amount. A generation uses the hold that was
 * opened through /api/deduct-credit, where that is of its amount and has not expired.
 */
export async function openHold(tx: Tx, request: HoldRequest): Promise<OpenHold | null> {
  const { userId, amount, generationId = null, lifetimeSeconds } = request;
  requireCount(amount);
  if (generationId) {
    const holdId = await assignHold(tx, { userId, amount, generationId });
    if (holdId) return { holdId, balance: await findBalance(tx, userId) };
  }
  const balance = await moveToHeld(tx, request);
  if (balance === null) return null;
  const holdId = newId();
  await insertHold(tx, { id: holdId, userId, amount, generationId }, lifetimeSeconds);
  const reason = request.reason ?? (generationId ? "generation" : "hold");
  const bookingId = await insertBooking(tx, { userId, reason, reference: holdId, generationId });
  await insertEntries(tx, bookingId!, userId, [
    { account: "member", amount: -amount, balanceAfter: balance, always: true },
    { account: "held", amount },
  ]);
  await queueBalanceFall(tx, userId, balance + amount, balance);
  return { holdId, balance };
}

/** What to throw where `openHold` answered null, in the documented words, odd as their number is. */
export function insufficientCredits(cost: number) {
  const message = `Insufficient credits. You need at least ${cost} credits to generate two thumbnails.`;
  return failure("INSUFFICIENT_CREDITS", message);
}

/** Spends the hold of a generation; false where it has no open one. */
export async function settleHold(tx: Tx, generationId: string): Promise<boolean> {
  const hold = await closeHold(tx, { generationId }, "settled");
  if (!hold) return false;
  const { id, userId, amount } = hold;
  await moveFromHeld(tx, hold, 0);
  const booking = { userId, reason: "generation-settled", reference: id, generationId } as const;
  const bookingId = await insertBooking(tx, booking);
  await insertEntries(tx, bookingId!, userId, [
    { account: "held", amount: -amount, always: true },
    { account: "spent", amount },
  ]);
  return true;
}

/**
 * Releases the hold of a generation, or an unused one; false where it is not open, or a generation uses it by now. A
 * generation does not take `lockUnusedHolds`, so that only the update that closes the hold can tell. A refund counts what
 * is held as spent: what comes back settles the debt first.
 */
export async function releaseHold(
  tx: Tx,
  which: { generationId: string } | { unusedId: string },
): Promise<boolean> {
  const hold = await closeHold(tx, which, "released");
  if (!hold) return false;
  const { id, userId, amount, generationId } = hold;
  const { balance, debt } = await moveFromHeld(tx, hold, amount);
  const reason = generationId ? "generation-returned" : "hold-returned";
  const bookingId = await insertBooking(tx, { userId, reason, reference: id, generationId });
  await insertEntries(tx, bookingId!, userId, [
    { account: "held", amount: -amount },
    { account: "member", amount, balanceAfter: balance, always: true },
  ]);
  await settleDebt(tx, { userId, generationId, bookingId: bookingId!, amount, balance }, debt);
  return true;
}
