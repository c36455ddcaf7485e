import type { Tx } from "#server/db/database.ts";
import { newId } from "#server/db/ids.ts";
import { readShopSettings } from "#server/features/settings/settings.service.ts";
import { queueBalanceFall } from "#server/features/webhooks/queue-event.ts";
import {
  addToSums,
  type CreditAccountKind,
  findBalance,
  insertBooking,
  insertEntries,
  lockSums,
  requireCount,
  sumsOfBooking,
} from "./ledger.repository.ts";
import { settleDebt } from "./settle-debt.ts";

export { checkLedger } from "./check-ledger.repository.ts";
export { findAdjustment, findBalance as balanceOf, findSums as sumsOf } from "./ledger.repository.ts";

export interface Grant {
  userId: string;
  /** Whole, 0 or more. 0 makes no booking. */
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

/**
 * Grants credits to a user and settles a debt from them first; answers how many that took. The same reason and reference
 * grant once.
 */
export async function grantCredits(tx: Tx, grant: Grant): Promise<{ balance: number; settled: number }> {
  requireCount(grant.amount);
  if (grant.amount === 0) return { balance: await findBalance(tx, grant.userId), settled: 0 };
  const { amount, userId, ...rest } = grant;
  const bookingId = await insertBooking(tx, { userId, ...rest });
  if (!bookingId) return { balance: await findBalance(tx, userId), settled: 0 };
  const { debt } = await lockSums(tx, userId);
  const { balance } = await addToSums(tx, userId, { balance: amount, debt: 0 });
  await insertEntries(tx, bookingId, userId, [
    { account: "member", amount, balanceAfter: balance },
    { account: sourceOf[grant.reason], amount: -amount },
  ]);
  const income = { userId, orderId: grant.orderId, bookingId, amount, balance };
  const left = await settleDebt(tx, income, debt);
  return { balance: left, settled: balance - left };
}

/** The settings' gift for a new account, once for each user. Call it in the transaction that inserts the account. */
export async function grantSignUpGift(tx: Tx, userId: string): Promise<void> {
  const { signUpGift } = await readShopSettings(tx);
  await grantCredits(tx, { userId, amount: signUpGift, reason: "gift", reference: userId });
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
  /** By which `findAdjustment` knows it again; one of its own where absent. */
  reference?: string | undefined;
}

/** Sets a balance to an admin's number. The difference is booked, where there is one. */
export async function adjustBalance(
  tx: Tx,
  { userId, to, note, actorId, reference = newId() }: Adjustment,
): Promise<{ balance: number; change: number }> {
  requireCount(to);
  const before = await lockSums(tx, userId);
  const change = to - before.balance;
  if (change === 0) return { balance: to, change };
  const bookingId = await insertBooking(tx, {
    userId,
    reason: "adjustment",
    reference,
    note,
    actorId,
  });
  const { balance } = await addToSums(tx, userId, { balance: change, debt: 0 });
  await insertEntries(tx, bookingId!, userId, [
    { account: "member", amount: change, balanceAfter: balance },
    { account: "adjusted", amount: -change },
  ]);
  await queueBalanceFall(tx, userId, before.balance, balance);
  return { balance, change };
}

/**
 * Revokes credits whose payment was reversed: what is unspent, and the rest becomes a debt. The same reference revokes
 * once, and answers the same again.
 */
export async function revokeCredits(
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
  await queueBalanceFall(tx, userId, before.balance, balance);
  return { taken, owed };
}

/**
 * Undoes `revokeCredits`, as when a dispute was won. The debt is cancelled first; what of it a purchase has settled since
 * comes back to the balance with the revoked credits. The same reference restores once.
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
