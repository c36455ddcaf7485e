import type { OrderStatus, PaymentStatus } from "#contract/orders.ts";
import type { RefundEffect } from "#contract/payments.ts";
import { databaseNow } from "#server/db/clock.ts";
import type { Tx } from "#server/db/database.ts";
import { newId } from "#server/db/ids.ts";
import { returnUse } from "#server/features/coupons/redeem-coupon.ts";
import { balanceOf, restoreCredits, revokeCredits } from "#server/features/credits/credits.service.ts";
import { showsGoods } from "#server/features/orders/order-records.ts";
import { type OrderRow, updateOrder } from "#server/features/orders/orders.service.ts";
import type { Platform } from "#server/platform/platform.ts";
import type { PaypalRefund } from "#server/providers/paypal/answers.ts";
import { findAttempt } from "../attempts/attempts.repository.ts";
import { moveAttempt } from "../attempts/attempts.ts";
import { isDuplicatePayment } from "../capture/match-capture.ts";
import { findMembership } from "../membership.repository.ts";
import { bringsMembership, moveMembership, sameMembership, standing } from "../membership.ts";
import { queueGoodsMail, queueReversalMails } from "../payment-mails.ts";
import type { CaptureRow } from "../payments.repository.ts";
import { isGivenBack, refundTotals } from "./refund-requests.ts";
import {
  findReversal,
  findReversalsOfOrder,
  insertReversal,
  markReturned,
  type ReversalRow,
  updateReversal,
} from "./refunds.repository.ts";

export interface ReversalUpdate {
  /** PayPal's id of the refund or dispute. */
  id: string;
  kind: ReversalRow["kind"];
  state: ReversalRow["state"];
  /** Null where PayPal names no amount: then the one that it named before, or all of the capture. */
  amountMinor: number | null;
  occurredAt: Date | null;
  /** When a dispute was opened: the shop may hear of it later. */
  openedAt?: Date | null;
}

/**
 * Stores what PayPal says of a refund, reversal or dispute. What is older than the stored state changes nothing, so that
 * events may come in any order. The order's lock is held.
 */
export async function recordReversal(
  platform: Platform,
  tx: Tx,
  order: OrderRow,
  capture: CaptureRow,
  { openedAt, ...update }: ReversalUpdate,
): Promise<void> {
  const known = await findReversal(tx, update.id);
  const told = update.amountMinor ?? known?.amountMinor ?? capture.amountMinor;
  const amountMinor = Math.min(told, capture.amountMinor);
  if (!known) {
    const opened = openedAt ? { createdAt: openedAt } : {};
    await insertReversal(tx, { ...update, ...opened, amountMinor, captureId: capture.id, orderId: order.id });
  } else if (known.captureId === capture.id && isNewerState(known, update)) {
    await updateReversal(tx, known.id, {
      // PayPal's order lists a reversal among the refunds; its event alone tells which it is.
      kind: known.kind === "refund" ? update.kind : known.kind,
      state: update.state,
      amountMinor,
      // A refund or reversal keeps the time that was told first, when its money went.
      occurredAt: (known.kind !== "dispute" && known.occurredAt) || update.occurredAt || known.occurredAt,
      ...(update.state === "failed" ? { returnedAt: await failedAt(tx, known, update) } : {}),
    });
  } else return;
  await reopenReview(tx, capture);
  const { order: updated, effect } = await applyMeasured(tx, order);
  // Not of an order that showed them before: more of its refunds may be about to be booked.
  if (!showsGoods(order) && showsGoods(updated)) await queueGoodsMail(platform, tx, updated);
  // Only another state is news to people; a refund that is first heard of as failed has changed nothing.
  if (known ? known.state === update.state : update.state === "failed") return;
  await queueReversalMails(platform, tx, updated, {
    key: update.id,
    kind: update.kind,
    state: update.state,
    amountMinor,
    currency: capture.currency,
    isDuplicate: isDuplicatePayment(capture, updated),
    effect,
  });
}

/** PayPal may tell no other time of a refund than when it was made. */
async function failedAt(tx: Tx, known: ReversalRow, { occurredAt }: ReversalUpdate): Promise<Date> {
  const wentAt = known.occurredAt ?? known.createdAt;
  return occurredAt && occurredAt > wentAt ? occurredAt : databaseNow(tx);
}

/** A wrong payment that had gone back bars its order again once a part of it is here, as by a refund that failed later. */
async function reopenReview(tx: Tx, capture: CaptureRow): Promise<void> {
  if (capture.problem === null || capture.fulfilledAt) return;
  const attempt = await findAttempt(tx, capture.attemptId);
  if (attempt?.state === "declined" && !(await isGivenBack(tx, capture)))
    await moveAttempt(tx, attempt, "mismatch", capture.problem);
}

/**
 * A refund that failed stays failed. Of a dispute the later state counts, and within PayPal's second the final one.
 * https://developer.paypal.com/docs/api/customer-disputes/v1/
 */
function isNewerState(known: ReversalRow, update: ReversalUpdate): boolean {
  if (known.kind !== "dispute") return known.state !== "failed";
  const [before, after] = [known.occurredAt?.getTime(), update.occurredAt?.getTime()];
  if (before !== undefined && after !== undefined && before !== after) return after > before;
  return known.state === "open" || update.state !== "open";
}

/**
 * Sets statuses, credits and membership of a paid order to what its refunds and disputes amount to, whatever they are
 * now. Safe to repeat. The order's lock is held.
 */
export async function applyReversals(tx: Tx, order: OrderRow): Promise<OrderRow> {
  const rows = await findReversalsOfOrder(tx, order.id);
  if (rows.some(({ kind }) => kind === "reversal")) await markReturned(tx, order.id);
  if (!order.paidAt || !order.paypalTransactionId) return order;
  const own = rows.filter((row) => row.captureId === order.paypalTransactionId);
  const { refundedMinor, disputedMinor, credits } = refundTotals(order, own);
  const all = refundedMinor >= order.totalMinor;
  const paymentStatus = statusOf(all, refundedMinor, disputedMinor);
  const orderStatus: OrderStatus = all ? "Cancelled" : "Completed";
  if (order.couponId) await returnUse(tx, order.id);
  // The person before their balance, as runs take them.
  const moves = all !== (order.membershipTakenAt !== null);
  const membershipValidity = moves
    ? await moveMembership(tx, order, all ? "take" : "give-back")
    : order.membershipValidity;
  const moved = await adjustCredits(tx, order, credits);
  return updateOrder(tx, order.id, {
    ...moved,
    paymentStatus,
    orderStatus,
    refundedMinor,
    membershipValidity,
    membershipTakenAt: all ? (order.membershipTakenAt ?? (await databaseNow(tx))) : null,
  });
}

/** The same, with what it changed for the buyer. */
export async function applyMeasured(
  tx: Tx,
  order: OrderRow,
): Promise<{ order: OrderRow; effect: RefundEffect }> {
  const now = await databaseNow(tx);
  const before = standing(await findMembership(tx, order.userId), now);
  const updated = await applyReversals(tx, order);
  const after = standing(await findMembership(tx, order.userId), now);
  const creditsTaken = updated.creditsTaken - order.creditsTaken;
  const balanceAfter = await balanceOf(tx, order.userId);
  const effect = {
    creditsTaken,
    creditsOwed: updated.creditsOwed - order.creditsOwed,
    balanceBefore: balanceAfter + creditsTaken,
    balanceAfter,
    membership:
      order.paidAt && bringsMembership(order)
        ? {
            level: after.level,
            until: after.end?.toISOString() ?? null,
            changes: !sameMembership(before, after),
          }
        : null,
  };
  return { order: updated, effect };
}

function statusOf(all: boolean, refundedMinor: number, disputedMinor: number): PaymentStatus {
  if (all) return "Refunded";
  if (disputedMinor > 0) return "Disputed";
  return refundedMinor > 0 ? "Partially refunded" : "Paid";
}

/** Revokes or restores the difference to what is revoked already. A debt is cancelled before credits come back. */
async function adjustCredits(
  tx: Tx,
  order: OrderRow,
  target: number,
): Promise<{ creditsTaken: number; creditsOwed: number }> {
  const { userId, orderId, creditsTaken, creditsOwed } = order;
  const difference = target - creditsTaken - creditsOwed;
  const reference = `${order.id}:${newId()}`;
  if (difference > 0) {
    const { taken, owed } = await revokeCredits(tx, { userId, amount: difference, reference, orderId });
    return { creditsTaken: creditsTaken + taken, creditsOwed: creditsOwed + owed };
  }
  const owed = Math.min(-difference, creditsOwed);
  const taken = -difference - owed;
  if (owed + taken > 0) await restoreCredits(tx, { userId, taken, owed, reference, orderId });
  return { creditsTaken: creditsTaken - taken, creditsOwed: creditsOwed - owed };
}

/**
 * PayPal takes a pending refund off the shop's balance at once, so it counts until it fails.
 * https://developer.paypal.com/docs/api/payments/v2/#refunds_get
 */
export function reversalOf(refund: PaypalRefund, kind: "refund" | "reversal"): ReversalUpdate {
  return {
    id: refund.id,
    kind,
    state: refund.status === "FAILED" || refund.status === "CANCELLED" ? "failed" : "done",
    amountMinor: refund.amount?.minor ?? null,
    occurredAt: refund.changedAt,
  };
}
