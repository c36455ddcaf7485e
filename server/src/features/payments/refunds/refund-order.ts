import { amountProblem, enteredToMinor } from "#contract/entered-amount.ts";
import { minorToText } from "#contract/money.ts";
import { databaseNow } from "#server/db/clock.ts";
import type { Tx } from "#server/db/database.ts";
import { withDeadlockRetry } from "#server/db/with-deadlock-retry.ts";
import { type Actor, recordAudit } from "#server/features/audit/audit.service.ts";
import { lockOrderById, type OrderRow, readAnyOrder } from "#server/features/orders/orders.service.ts";
import { failpoint } from "#server/platform/failpoints.ts";
import { failure, invalid, requireSame } from "#server/platform/failure.ts";
import type { Platform } from "#server/platform/platform.ts";
import { isCompletedCapture } from "../capture/match-capture.ts";
import { type CaptureRow, findCapture } from "../payments.repository.ts";
import { executeRefund, type RefundOutcome } from "./execute-refund.ts";
import { createRefundRequest, isDisputed, nextRefundRetry, refundableMinor } from "./refund-requests.ts";
import { findRefundRequestsOfOrder, type RefundRequestRow } from "./refunds.repository.ts";

export interface RefundForm {
  amount?: string | number | undefined;
  refundedAmount?: string | undefined;
  captureId?: string | undefined;
  idempotencyKey?: string | undefined;
  note?: string | undefined;
  returnCouponUse?: boolean | undefined;
}

/**
 * Refunds through PayPal. The request is stored first, with its request id, so that a lost answer or a dead process leads
 * to the same refund and never to a second one. https://developer.paypal.com/docs/api/payments/v2/#captures_refund
 */
export async function refundOrder(
  platform: Platform,
  actor: Actor,
  viewer: { id: string; email: string },
  id: string,
  form: RefundForm,
): Promise<RefundOutcome> {
  const order = await readAnyOrder(platform.db, { ...viewer, role: "Admin" }, id);
  const request = await withDeadlockRetry(platform.db, (tx) => requestRefund(tx, actor, order.id, form));
  failpoint("before-refund");
  return executeRefund(platform, request.id);
}

async function requestRefund(tx: Tx, actor: Actor, id: string, form: RefundForm): Promise<RefundRequestRow> {
  const order = await lockOrderById(tx, id);
  if (!order) throw failure("NOT_FOUND", "Order not found.");
  const requests = await findRefundRequestsOfOrder(tx, id);
  const key = form.idempotencyKey || null;
  const returnsUse = form.returnCouponUse === true && order.couponId !== null;
  const same = key === null ? undefined : requests.find((request) => request.idempotencyKey === key);
  if (same) {
    requireSame(same, {
      ...(form.captureId ? { captureId: form.captureId } : {}),
      ...(form.amount ? { amountMinor: enteredToMinor(form.amount, order.currency) } : {}),
      ...(form.returnCouponUse === undefined ? {} : { returnsCouponUse: returnsUse }),
    });
    return same;
  }
  requireSeen(order, form.refundedAmount);
  const capture = await refundableCapture(tx, order, form.captureId);
  requireNoneOpen(requests, capture);
  const amountMinor = await refundAmount(tx, capture, form.amount);
  const now = await databaseNow(tx);
  const request = await createRefundRequest(tx, capture, {
    amountMinor,
    note: form.note || null,
    returnsCouponUse: returnsUse,
    idempotencyKey: key,
    checkAt: nextRefundRetry(now, now),
  });
  await recordAudit(tx, actor, {
    action: "POST /api/orders/{id}/refund",
    subject: `order:${order.orderId}`,
    after: {
      captureId: capture.id,
      amount: minorToText(amountMinor, capture.currency),
      currency: capture.currency,
      note: form.note || null,
      ...(returnsUse ? { returnsCouponUse: true } : {}),
    },
  });
  return request;
}

/** Two people who answer one complaint would give the same money back twice. */
function requireSeen({ refundedMinor, currency }: OrderRow, seen: string | undefined): void {
  if (seen === undefined || enteredToMinor(seen, currency) === refundedMinor) return;
  const text = `${minorToText(refundedMinor, currency)} of this order has been given back meanwhile. Please look at it before you give back more.`;
  throw failure("CONFLICT", text);
}

/** Whoever loaded the page anew since does not see what PayPal has not answered yet. */
function requireNoneOpen(requests: RefundRequestRow[], { id, currency }: CaptureRow): void {
  const open = requests.find(({ captureId, state }) => captureId === id && state === "open");
  if (!open) return;
  const text = `A refund of ${minorToText(open.amountMinor, currency)} was asked for already, and PayPal's answer is awaited.`;
  throw failure("CONFLICT", text);
}

/** The order's own completed capture, or another of its captures by id. */
export async function refundableCapture(
  tx: Tx,
  order: OrderRow,
  captureId: string | undefined,
): Promise<CaptureRow> {
  const capture = await findCapture(tx, captureId ?? order.paypalTransactionId ?? "");
  if (capture?.orderId !== order.id || !isCompletedCapture(capture.status))
    throw failure("CONFLICT", "This order has no payment that could be given back.");
  return capture;
}

/** The amount that was asked for, or all that is left. */
export async function refundAmount(
  tx: Tx,
  capture: CaptureRow,
  asked: string | number | undefined,
): Promise<number> {
  const { currency } = capture;
  const left = await refundableMinor(tx, capture);
  if (left <= 0) throw failure("CONFLICT", "Nothing of this payment is left to give back.");
  if (asked === undefined || asked === "") return left;
  const minor = enteredToMinor(asked, currency);
  if (minor === null || minor <= 0)
    throw invalid({ amount: amountProblem(asked, "Please enter an amount, such as 5.00.") });
  if (minor > left) throw invalid({ amount: `At most ${minorToText(left, currency)} can be given back.` });
  if (minor < left && (await isDisputed(tx, capture)))
    throw invalid({
      amount: `The buyer disputes this payment: while the case is open, PayPal gives back all ${minorToText(left, currency)} or nothing.`,
    });
  return minor;
}
