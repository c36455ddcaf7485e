import type { Tx } from "#server/db/database.ts";
import { readShopSettings } from "#server/features/settings/settings.service.ts";
import { failure } from "#server/platform/failure.ts";
import { newId } from "#server/platform/ids.ts";
import { findHoldOfRun, insertHold, runHoldSteps } from "./holds.repository.ts";
import {
  addToSums,
  type CreditAccountKind,
  type CreditReason,
  findBalance,
  insertBooking,
  insertEntries,
  lockSums,
  sumsOfBooking,
} from "./ledger.repository.ts";

export { checkLedger } from "./check-ledger.repository.ts";
export { releaseHold, settlementOfEnded } from "./holds.repository.ts";

export interface Grant {
  userId: string;
  /** Whole, 0 or more; 0 books nothing. */
  amount: number;
  reason: "purchase" | "gift" | "adjustment";
  /** What it belongs to; the same reason and reference book once. */
  reference: string;
  orderId?: string | null;
  note?: string | null;
  actorId?: string | null;
}

const sourceOf: Record<Grant["reason"], CreditAccountKind> = {
  purchase: "sold",
  gift: "gifted",
  adjustment: "adjusted",
};

/** Gives credits to a person, a debt being settled from them first. A repeat changes nothing. */
export async function grantCredits(tx: Tx, grant: Grant): Promise<{ balance: number }> {
  requireCount(grant.amount);
  if (grant.amount === 0) return { balance: await findBalance(tx, grant.userId) };
  const { amount, userId, ...rest } = grant;
  const bookingId = await insertBooking(tx, { userId, ...rest });
  if (!bookingId) return { balance: await findBalance(tx, userId) };
  const { debt } = await lockSums(tx, userId);
  const { balance } = await addToSums(tx, userId, { balance: amount, debt: 0 });
  await insertEntries(tx, bookingId, userId, [
    { account: "member", amount, balanceAfter: balance },
    { account: sourceOf[grant.reason], amount: -amount },
  ]);
  return { balance: await settleDebt(tx, grant, bookingId, Math.min(debt, amount), balance) };
}

async function settleDebt(
  tx: Tx,
  grant: Grant,
  reference: string,
  part: number,
  balance: number,
): Promise<number> {
  if (part === 0) return balance;
  const { userId, orderId } = grant;
  const bookingId = await insertBooking(tx, { userId, orderId, reason: "debt-settled", reference });
  const sums = await addToSums(tx, userId, { balance: -part, debt: -part });
  await insertEntries(tx, bookingId!, userId, [
    { account: "member", amount: -part, balanceAfter: sums.balance },
    { account: "owed", amount: part },
  ]);
  return sums.balance;
}

/** The gift of the settings for a new account, once a person. Call it in the transaction that makes the account. */
export async function grantSignUpGift(tx: Tx, userId: string): Promise<void> {
  const { signUpGift } = await readShopSettings(tx);
  await grantCredits(tx, { userId, amount: signUpGift, reason: "gift", reference: userId });
}

export interface HoldRequest {
  userId: string;
  amount: number;
  /** The balance that must be there before. */
  minimum: number;
  generationId?: string | null;
  /** It then lapses, as long as no run uses it. */
  lifetimeSeconds: number;
}

/** Sets credits aside, or null where the balance is below the minimum or the amount. */
export async function openHold(
  tx: Tx,
  request: HoldRequest,
): Promise<{ holdId: string; balance: number } | null> {
  requireCount(request.amount);
  const holdId = newId();
  const generationId = request.generationId ?? null;
  const reason: CreditReason = generationId ? "generation" : "hold";
  const balance = await insertHold(tx, { ...request, holdId, generationId, reason });
  return balance === null ? null : { holdId, balance };
}

/** What to throw where `openHold` answered null, in the documented words, odd as their number is. */
export function insufficientCredits(cost: number) {
  const message = `Insufficient credits. You need at least ${cost} credits to generate two thumbnails.`;
  return failure("INSUFFICIENT_CREDITS", message);
}

/**
 * Sets a run's credits aside: what its person has set aside before through /api/deduct-credit, else from the
 * balance. Steps of the statement that makes the run, so that both happen or neither; the last one, "held"
 * (hold_id, balance), has no row where there are too few.
 */
export function holdForRun(request: HoldRequest & { generationId: string }) {
  requireCount(request.amount);
  return runHoldSteps({ ...request, holdId: newId(), reason: "generation" });
}

/** The hold that a run uses; null where it has none. */
export async function holdOfRun(tx: Tx, generationId: string): Promise<string | null> {
  return findHoldOfRun(tx, generationId);
}

export async function balanceOf(tx: Tx, userId: string): Promise<number> {
  return findBalance(tx, userId);
}

/** The balance, which nobody else moves until the transaction's end. */
export async function lockBalance(tx: Tx, userId: string): Promise<number> {
  return (await lockSums(tx, userId)).balance;
}

export interface Adjustment {
  userId: string;
  /** The balance that shall stand. */
  to: number;
  note: string | null;
  actorId: string | null;
}

/** Brings a balance to a number that an admin set; the difference is booked, none books nothing. */
export async function adjustBalance(
  tx: Tx,
  { userId, to, note, actorId }: Adjustment,
): Promise<{ balance: number; change: number }> {
  requireCount(to);
  const before = await lockSums(tx, userId);
  const change = to - before.balance;
  if (change === 0) return { balance: to, change };
  const bookingId = await insertBooking(tx, {
    userId,
    reason: "adjustment",
    reference: newId(),
    note,
    actorId,
  });
  const { balance } = await addToSums(tx, userId, { balance: change, debt: 0 });
  await insertEntries(tx, bookingId!, userId, [
    { account: "member", amount: change, balanceAfter: balance },
    { account: "adjusted", amount: -change },
  ]);
  return { balance, change };
}

/**
 * Takes back credits whose payment went back: at most what is unspent, the rest becomes a debt. The same reference
 * takes once and answers what it took.
 */
export async function takeBackCredits(
  tx: Tx,
  {
    userId,
    amount,
    reference,
    orderId,
  }: { userId: string; amount: number; reference: string; orderId: string },
): Promise<{ taken: number; owed: number }> {
  requireCount(amount);
  if (amount === 0) return { taken: 0, owed: 0 };
  const bookingId = await insertBooking(tx, { userId, reason: "refund", reference, orderId });
  if (!bookingId) {
    const sums = await sumsOfBooking(tx, "refund", reference);
    return { taken: Math.abs(sums.member ?? 0), owed: Math.abs(sums.owed ?? 0) };
  }
  const before = await lockSums(tx, userId);
  const taken = Math.min(amount, before.balance);
  const owed = amount - taken;
  const { balance } = await addToSums(tx, userId, { balance: -taken, debt: owed });
  await insertEntries(tx, bookingId, userId, [
    { account: "member", amount: -taken, balanceAfter: balance },
    { account: "owed", amount: -owed },
    { account: "returned", amount },
  ]);
  return { taken, owed };
}

/**
 * Undoes a take-back, when a dispute was won: the debt goes first, and whatever of it a purchase has settled
 * meanwhile comes back to the balance with the credits that were taken. The same reference restores once.
 */
export async function restoreCredits(
  tx: Tx,
  request: { userId: string; taken: number; owed: number; reference: string; orderId: string },
): Promise<void> {
  const { userId, taken, owed, reference, orderId } = request;
  requireCount(taken);
  requireCount(owed);
  if (taken + owed === 0) return;
  const bookingId = await insertBooking(tx, { userId, reason: "refund-returned", reference, orderId });
  if (!bookingId) return;
  const before = await lockSums(tx, userId);
  const forgiven = Math.min(owed, before.debt);
  const back = taken + owed - forgiven;
  const { balance } = await addToSums(tx, userId, { balance: back, debt: -forgiven });
  await insertEntries(tx, bookingId, userId, [
    { account: "member", amount: back, balanceAfter: balance },
    { account: "owed", amount: forgiven },
    { account: "returned", amount: -(taken + owed) },
  ]);
}

function requireCount(amount: number): void {
  if (!Number.isSafeInteger(amount) || amount < 0) throw new Error(`${amount} is no number of credits.`);
}
