import { textToMinor } from "#contract/money.ts";
import { databaseNow } from "#server/db/clock.ts";
import type { Tx } from "#server/db/database.ts";
import { withDeadlockRetry } from "#server/db/with-deadlock-retry.ts";
import { type Actor, recordAudit } from "#server/features/audit/audit.service.ts";
import { returnUse } from "#server/features/coupons/redeem-coupon.ts";
import { amountText } from "#server/features/orders/order-records.ts";
import {
  findOrderById,
  lockOrderById,
  type OrderRow,
  readAnyOrder,
} from "#server/features/orders/orders.service.ts";
import { failpoint } from "#server/platform/failpoints.ts";
import { failure, invalid, requireSame } from "#server/platform/failure.ts";
import type { Platform } from "#server/platform/platform.ts";
import { isForbidden, type PaypalResult, reasonOf } from "#server/providers/paypal/result.ts";
import { type AttemptRow, findAttempt } from "../attempts/attempts.repository.ts";
import { syncAttempt } from "../attempts/sync-attempt.ts";
import { isCompletedCapture } from "../capture/match-capture.ts";
import { type CaptureRow, findCapture } from "../payments.repository.ts";
import { notifySellerRefusal } from "../seller-refusal.ts";
import { isOfAnotherAccount, paypalForMode } from "../settings/paypal-account.ts";
import { isRefundOfDuplicate } from "./duplicate-payment.ts";
import { notifyRefundForbidden, notifyRefundRefused } from "./refund-notices.ts";
import { createRefundRequest, nextRefundRetry, refundableMinor } from "./refund-requests.ts";
import {
  findRefundRequest,
  findRefundRequestsOfOrder,
  type RefundRequestRow,
  retryRefundRequest,
  updateRefundRequest,
} from "./refunds.repository.ts";
import { recordReversal, reversalOf } from "./reversals.ts";

export interface RefundForm {
  amount?: string | number | undefined;
  captureId?: string | undefined;
  idempotencyKey?: string | undefined;
  note?: string | undefined;
  returnCouponUse?: boolean | undefined;
}

export type RefundOutcome =
  | { kind: "done"; order: OrderRow }
  /** It is sent again until PayPal answers. */
  | { kind: "unknown"; order: OrderRow; reason: string }
  | { kind: "refused"; order: OrderRow; reason: string };

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
  const same = key === null ? undefined : requests.find((request) => request.idempotencyKey === key);
  if (same) {
    requireSame(same, {
      ...(form.captureId ? { captureId: form.captureId } : {}),
      ...(form.amount ? { amountMinor: textToMinor(String(form.amount), order.currency) } : {}),
    });
    return same;
  }
  const capture = await refundableCapture(tx, order, form.captureId);
  const amountMinor = await refundAmount(tx, capture, form.amount);
  const now = await databaseNow(tx);
  const returnsUse = form.returnCouponUse === true && order.couponId !== null;
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
    before: { paymentStatus: order.paymentStatus, refundedMinor: order.refundedMinor },
    after: {
      captureId: capture.id,
      amountMinor,
      currency: capture.currency,
      note: form.note || null,
      ...(returnsUse ? { returnsCouponUse: true } : {}),
    },
  });
  return request;
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
  const minor = textToMinor(String(asked), currency);
  if (minor === null || minor <= 0) throw invalid({ amount: "Please enter an amount, such as 5.00." });
  if (minor > left) throw invalid({ amount: `At most ${amountText(left, currency)} can be given back.` });
  return minor;
}

/** Sends a stored refund, or sends it again under the same request id. */
export async function executeRefund(platform: Platform, requestId: string): Promise<RefundOutcome> {
  const request = await findRefundRequest(platform.db, requestId);
  const capture = request && (await findCapture(platform.db, request.captureId));
  const attempt = capture && (await findAttempt(platform.db, capture.attemptId));
  if (!attempt) throw new Error(`There is no refund ${requestId}.`);
  if (request.state !== "open") return finishedOutcome(platform, request);
  const paypal = await paypalForMode(platform, attempt.mode);
  if (!paypal) return scheduleRetry(platform, request, "no credentials");
  const { amountMinor: minor, note } = request;
  const result = await paypal.refundCapture(
    capture.id,
    { minor, currency: capture.currency, note },
    request.requestId,
  );
  failpoint("after-refund");
  // Nobody reads the answer of one that goes back by itself, or of which its admin was told that it goes on.
  const isUnattended = isRefundOfDuplicate(request) || request.lastError !== null;
  const isElsewhere = await isOfAnotherAccount(platform, attempt, result);
  if (result.kind !== "ok" && !isElsewhere) await notifyOfCure(platform, request, attempt, result);
  if (result.kind === "unknown" && !isElsewhere) return scheduleRetry(platform, request, result.reason);
  const outcome = await withDeadlockRetry(platform.db, async (tx): Promise<RefundOutcome> => {
    const order = (await lockOrderById(tx, request.orderId))!;
    if (result.kind !== "ok") {
      const reason = isElsewhere ? elsewhereText(attempt) : reasonOf(result);
      await updateRefundRequest(tx, request.id, { state: "refused", lastError: reason, checkAt: null });
      // Somebody has refunded it at PayPal meanwhile: nothing is left to do.
      const isBack = result.kind === "refused" && result.issue === "CAPTURE_FULLY_REFUNDED";
      if (isUnattended && !isBack)
        await notifyRefundRefused(platform, tx, order, { capture, request, reason });
      return { kind: "refused", order, reason };
    }
    const update = {
      ...reversalOf(result.value, "refund"),
      amountMinor: result.value.amount?.minor ?? minor,
    };
    const failed = update.state === "failed" ? `PayPal answered ${result.value.status}` : null;
    await updateRefundRequest(tx, request.id, {
      state: failed ? "refused" : "done",
      refundId: update.id,
      lastError: failed,
      checkAt: null,
    });
    await recordReversal(platform, tx, order, capture, update);
    // PayPal's event may have told of the refund before its answer named it.
    if (request.returnsCouponUse) await returnUse(tx, order.id);
    if (failed && isUnattended)
      await notifyRefundRefused(platform, tx, order, { capture, request, reason: failed });
    const current = (await lockOrderById(tx, order.id))!;
    return failed ? { kind: "refused", order: current, reason: failed } : { kind: "done", order: current };
  });
  if (result.kind === "ok") return outcome;
  // Money may have gone back at PayPal without the shop's knowing: its order tells, and the books are true at once.
  const { order } = await syncAttempt(platform, attempt, { source: "admin", capture: false });
  return { ...outcome, order };
}

/** What only the owner can cure. */
async function notifyOfCure(
  platform: Platform,
  request: RefundRequestRow,
  { mode }: AttemptRow,
  result: Exclude<PaypalResult<unknown>, { kind: "ok" }>,
): Promise<void> {
  if (isForbidden(reasonOf(result))) await notifyRefundForbidden(platform, request);
  else await notifySellerRefusal(platform, mode, result);
}

function elsewhereText({ mode, clientId }: AttemptRow): string {
  return `it was paid into another PayPal account (${mode}, client ID ${clientId}): refund it there`;
}

async function finishedOutcome(platform: Platform, request: RefundRequestRow): Promise<RefundOutcome> {
  if (request.checkAt) await updateRefundRequest(platform.db, request.id, { checkAt: null });
  const order = (await findOrderById(platform.db, request.orderId))!;
  if (request.state === "refused") return { kind: "refused", order, reason: request.lastError ?? "" };
  return { kind: "done", order };
}

async function scheduleRetry(
  platform: Platform,
  request: RefundRequestRow,
  reason: string,
): Promise<RefundOutcome> {
  platform.log.warn({ refund: request.id, reason }, "PayPal's answer to a refund is awaited");
  const isOpen = await retryRefundRequest(platform.db, request.id, {
    lastError: reason,
    checkAt: nextRefundRetry(request.createdAt, await databaseNow(platform.db)),
  });
  if (!isOpen) return finishedOutcome(platform, (await findRefundRequest(platform.db, request.id))!);
  return { kind: "unknown", order: (await findOrderById(platform.db, request.orderId))!, reason };
}
