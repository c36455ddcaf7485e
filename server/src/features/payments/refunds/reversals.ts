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
import { findAttempt } from "../attempts/attempts.repository.ts";
import { moveAttempt } from "../attempts/attempts.ts";
import { inADay } from "../capture/fulfil-order.ts";
import { isDuplicatePayment } from "../capture/match-capture.ts";
import { findMembership } from "../membership.repository.ts";
import { bringsMembership, moveMembership, sameMembership, standing } from "../membership.ts";
import { queueGoodsMail } from "../payment-mails.ts";
import { type CaptureRow, updateCapture } from "../payments.repository.ts";
import { notCarriedOut } from "./refund-ends.ts";
import { disputeAdvice } from "./refund-notices.ts";
import { isGivenBack, refundTotals } from "./refund-requests.ts";
import { findReversalsOfCapture, refuseFailedRefund } from "./refunds.repository.ts";
import { queueReversalMails } from "./reversal-mails.ts";
import { isNewsToPeople, type ReversalUpdate, saveReversal } from "./save-reversal.ts";

/**
 * Stores what PayPal says of a refund, reversal or dispute. What is older than the stored state changes nothing, so that
 * events may come in any order. The order's lock is held.
 */
export async function recordReversal(
  platform: Platform,
  tx: Tx,
  order: OrderRow,
  capture: CaptureRow,
  update: ReversalUpdate,
): Promise<void> {
  const saved = await saveReversal(tx, { ...capture, orderId: order.id }, update);
  if (!saved) return;
  const { known, row } = saved;
  if (row.state === "failed") await refuseFailedRefund(tx, row.id, notCarriedOut);
  if (row.state === "pending") await watchPending(tx, capture);
  await reopenReview(tx, capture);
  const { order: updated, effect } = await applyMeasured(tx, order);
  // Not of an order that showed them before: more of its refunds may be about to be booked.
  if (!showsGoods(order) && showsGoods(updated)) await queueGoodsMail(platform, tx, updated);
  if (!isNewsToPeople(known, row)) return;
  await queueReversalMails(platform, tx, updated, {
    key: update.id,
    kind: update.kind,
    state: row.state,
    wasPending: known?.state === "pending",
    since: row.kind === "dispute" ? row.occurredAt : null,
    advice: row.kind === "dispute" ? disputeAdvice(row, update.reason) : [],
    amountMinor: row.amountMinor,
    currency: capture.currency,
    isDuplicate: isDuplicatePayment(capture, updated),
    effect,
  });
}

/** No event tells of a refund that was cancelled. */
async function watchPending(tx: Tx, { id, checkAt }: CaptureRow): Promise<void> {
  if (!checkAt) await updateCapture(tx, id, { checkAt: inADay(await databaseNow(tx)) });
}

/** A wrong payment that had gone back bars its order again once a part of it is here, as by a refund that failed later. */
async function reopenReview(tx: Tx, capture: CaptureRow): Promise<void> {
  if (capture.problem === null || capture.fulfilledAt) return;
  const attempt = await findAttempt(tx, capture.attemptId);
  if (attempt?.state === "declined" && !(await isGivenBack(tx, capture)))
    await moveAttempt(tx, attempt, "mismatch", capture.problem);
}

/**
 * Sets statuses, credits and membership of a paid order to what its refunds and disputes amount to, whatever they are
 * now. Safe to repeat. The order's lock is held.
 */
export async function applyReversals(tx: Tx, order: OrderRow): Promise<OrderRow> {
  if (!order.paidAt || !order.paypalTransactionId) return order;
  const rows = await findReversalsOfCapture(tx, order.paypalTransactionId);
  const { refundedMinor, isDisputed, credits } = refundTotals(order, rows);
  const all = refundedMinor >= order.totalMinor;
  const paymentStatus = statusOf(all, refundedMinor, isDisputed);
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

function statusOf(all: boolean, refundedMinor: number, isDisputed: boolean): PaymentStatus {
  if (all) return "Refunded";
  if (isDisputed) return "Disputed";
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
