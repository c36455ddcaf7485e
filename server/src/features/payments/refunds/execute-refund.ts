import { dayMs } from "#contract/day.ts";
import { databaseNow } from "#server/db/clock.ts";
import { withDeadlockRetry } from "#server/db/with-deadlock-retry.ts";
import { returnUse } from "#server/features/coupons/redeem-coupon.ts";
import { findOrderById, lockOrderById, type OrderRow } from "#server/features/orders/orders.service.ts";
import { failpoint } from "#server/platform/failpoints.ts";
import type { Platform } from "#server/platform/platform.ts";
import { isForbidden, type PaypalResult, reasonOf, unknown } from "#server/providers/paypal/result.ts";
import { type AttemptRow, findAttempt } from "../attempts/attempts.repository.ts";
import { syncAttempt } from "../attempts/sync-attempt.ts";
import { reversibleMs } from "../capture/fulfil-order.ts";
import { type CaptureRow, findCapture } from "../payments.repository.ts";
import { notifySellerRefusal } from "../seller-refusal.ts";
import { isOfAnotherAccount, paypalForMode } from "../settings/paypal-account.ts";
import { isRefundOfDuplicate } from "./duplicate-payment.ts";
import { notifyRefundForbidden, notifyRefundRefused } from "./refund-notices.ts";
import { nextRefundRetry } from "./refund-requests.ts";
import {
  findRefundRequest,
  type RefundRequestRow,
  updateOpenRefund,
  updateRefundRequest,
} from "./refunds.repository.ts";
import { recordReversal } from "./reversals.ts";
import { reversalOf } from "./save-reversal.ts";

export type RefundOutcome =
  | { kind: "done"; order: OrderRow }
  /** It is sent again until PayPal answers. */
  | { kind: "unknown"; order: OrderRow; reason: string }
  | { kind: "refused"; order: OrderRow; reason: string };

/** Sends a stored refund, or sends it again under the same request id. */
export async function executeRefund(platform: Platform, requestId: string): Promise<RefundOutcome> {
  const request = await findRefundRequest(platform.db, requestId);
  const capture = request && (await findCapture(platform.db, request.captureId));
  const attempt = capture && (await findAttempt(platform.db, capture.attemptId));
  if (!attempt) throw new Error(`There is no refund ${requestId}.`);
  if (request.state !== "open") return finishedOutcome(platform, request);
  const paypal = await paypalForMode(platform, attempt.mode);
  const { amountMinor: minor, note } = request;
  const refund = { minor, currency: capture.currency, note };
  const result =
    (await paypal?.refundCapture(capture.id, refund, request.requestId)) ?? unknown("no credentials");
  failpoint("after-refund");
  // Nobody reads the answer of one that goes back by itself, or of which its admin was told that it goes on.
  const isUnattended = isRefundOfDuplicate(request) || request.lastError !== null;
  const isElsewhere = await isOfAnotherAccount(platform, attempt, result);
  if (result.kind !== "ok" && !isElsewhere) await notifyOfCure(platform, request, attempt, result);
  const isOver = result.kind === "unknown" && isTooLate(capture, request, await databaseNow(platform.db));
  if (result.kind === "unknown" && !isElsewhere && !isOver)
    return scheduleRetry(platform, request, result.reason);
  const outcome = await withDeadlockRetry(platform.db, async (tx): Promise<RefundOutcome | null> => {
    const order = (await lockOrderById(tx, request.orderId))!;
    if (result.kind !== "ok") {
      const told = isOver ? tooLateText(result.reason) : reasonOf(result);
      const reason = isElsewhere ? elsewhereText(attempt) : told;
      const refused = { state: "refused", lastError: reason, checkAt: null } as const;
      if (!(await updateOpenRefund(tx, request.id, refused))) return null;
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
  if (!outcome) return finishedOutcome(platform, (await findRefundRequest(platform.db, request.id))!);
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

/**
 * PayPal makes no refund of it any more, and none that it made would be unheard of by now: without an end a refund would
 * be asked for for good where PayPal does not tell that it is another account's.
 */
function isTooLate(capture: CaptureRow, request: RefundRequestRow, now: Date): boolean {
  const since = (at: Date) => now.getTime() - at.getTime();
  return (
    since(capture.captureTime ?? capture.createdAt) > reversibleMs + dayMs && since(request.createdAt) > dayMs
  );
}

function tooLateText(lastAnswer: string): string {
  return `PayPal refunds for ${reversibleMs / dayMs} days alone, and has not done it: "${lastAnswer}"`;
}

function elsewhereText({ mode, clientId, payeeMerchantId }: AttemptRow): string {
  const account = clientId === null ? `merchant ID ${payeeMerchantId}` : `client ID ${clientId}`;
  return `it was paid into another PayPal account (${mode}, ${account}): refund it there`;
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
  const isOpen = await updateOpenRefund(platform.db, request.id, {
    lastError: reason,
    checkAt: nextRefundRetry(request.createdAt, await databaseNow(platform.db)),
  });
  if (!isOpen) return finishedOutcome(platform, (await findRefundRequest(platform.db, request.id))!);
  return { kind: "unknown", order: (await findOrderById(platform.db, request.orderId))!, reason };
}
