import { databaseNow } from "#server/db/clock.ts";
import { withDeadlockRetry } from "#server/db/with-deadlock-retry.ts";
import { returnUse } from "#server/features/coupons/redeem-coupon.ts";
import { loadTemplates } from "#server/features/mail/queue-mail.ts";
import { findOrderById, lockOrderById, type OrderRow } from "#server/features/orders/orders.service.ts";
import { failpoint } from "#server/platform/failpoints.ts";
import type { Platform } from "#server/platform/platform.ts";
import type { PaypalRefund } from "#server/providers/paypal/answers.ts";
import { isForbidden, type PaypalResult, reasonOf } from "#server/providers/paypal/result.ts";
import { type AttemptRow, findAttempt } from "../attempts/attempts.repository.ts";
import { syncAttempt } from "../attempts/sync-attempt.ts";
import { type CaptureRow, findCapture } from "../payments.repository.ts";
import { notifySellerRefusal, refusalText } from "../seller-refusal.ts";
import { isOfAnotherAccount } from "../settings/paypal-account.ts";
import { askForRefund, type Gone, isSentAgain } from "./ask-for-refund.ts";
import { isRefundOfDuplicate } from "./duplicate-payment.ts";
import { elsewhereText, endOf, goneText, notCarriedOut } from "./refund-ends.ts";
import { notifyRefundForbidden, notifyRefundRefused } from "./refund-notices.ts";
import { nextRefundRetry } from "./refund-requests.ts";
import {
  findRefundRequest,
  findReversal,
  type RefundRequestRow,
  updateOpenRefund,
  updateRefundRequest,
} from "./refunds.repository.ts";
import { recordReversal } from "./reversals.ts";
import { reversalOf } from "./save-reversal.ts";

export type RefundOutcome =
  /** `isPending`: PayPal has taken it and settles it later. */
  | { kind: "done"; order: OrderRow; isPending: boolean }
  /** It is sent again until PayPal answers. */
  | { kind: "unknown"; order: OrderRow; reason: string }
  | { kind: "refused"; order: OrderRow; reason: string };

/** Sends a stored refund, or sends it again under the same request id where nothing has gone back in its place. */
export async function executeRefund(platform: Platform, requestId: string): Promise<RefundOutcome> {
  const request = await findRefundRequest(platform.db, requestId);
  const capture = request && (await findCapture(platform.db, request.captureId));
  const attempt = capture && (await findAttempt(platform.db, capture.attemptId));
  if (!attempt) throw new Error(`There is no refund ${requestId}.`);
  if (request.state !== "open") return finishedOutcome(platform, request);
  await loadTemplates();
  const now = await databaseNow(platform.db);
  const result = await askForRefund(platform, request, capture, attempt, now);
  failpoint("after-refund");
  // Nobody reads the answer of one that goes back by itself, or of which its admin was told that it goes on.
  const asked = { request, capture, isUnattended: isRefundOfDuplicate(request) || isSentAgain(request, now) };
  if (result.kind === "ok") return conclude(platform, asked, result);
  if (result.kind === "gone") {
    if (result.minor >= request.amountMinor) return conclude(platform, asked, result);
    return refuse(platform, asked, goneText(capture, result.minor), null);
  }
  const isElsewhere = await isOfAnotherAccount(platform, attempt, result);
  if (!isElsewhere) await notifyOfCure(platform, request, attempt, result);
  const told = result.kind === "unknown" ? endOf(capture, request, now, result.reason) : refusalText(result);
  if (told === null && !isElsewhere) return scheduleRetry(platform, request, reasonOf(result));
  const reason = isElsewhere ? elsewhereText(attempt) : told!;
  const outcome = await refuse(platform, asked, reason, result.kind === "refused" ? result.issue : null);
  // Money may have gone back at PayPal without the shop's knowing: its order tells, and the books are true at once.
  const { order } = await syncAttempt(platform, attempt, { source: "admin", capture: false });
  return { ...outcome, order };
}

interface Asked {
  request: RefundRequestRow;
  capture: CaptureRow;
  isUnattended: boolean;
}

/** Books the refund that PayPal answered, or the one that stands in its place. */
async function conclude(
  platform: Platform,
  { request, capture, isUnattended }: Asked,
  result: Extract<PaypalResult<PaypalRefund>, { kind: "ok" }> | Gone,
): Promise<RefundOutcome> {
  const isAnswer = result.kind === "ok";
  const update = isAnswer ? reversalOf(result.value, "refund") : result.refund;
  const outcome = await withDeadlockRetry(platform.db, async (tx): Promise<RefundOutcome | null> => {
    const order = (await lockOrderById(tx, request.orderId))!;
    const ended = { state: "done", refundId: update?.id ?? null, lastError: null, checkAt: null } as const;
    if (isAnswer) await updateRefundRequest(tx, request.id, ended);
    else if (!(await updateOpenRefund(tx, request.id, ended))) return null;
    const amountMinor = update?.amountMinor ?? request.amountMinor;
    // PayPal's event may have told of the refund, or of its end, before its answer named it.
    if (update) await recordReversal(platform, tx, order, capture, { ...update, amountMinor });
    const stored = update && (await findReversal(tx, update.id));
    if (request.returnsCouponUse) await returnUse(tx, order.id);
    const current = (await lockOrderById(tx, order.id))!;
    if (stored?.state !== "failed")
      return { kind: "done", order: current, isPending: stored?.state === "pending" };
    const isRefused = isAnswer && update?.state === "failed";
    const reason = isRefused ? `PayPal answered ${result.value.status}` : notCarriedOut;
    await updateRefundRequest(tx, request.id, { state: "refused", lastError: reason });
    if (isUnattended) await notifyRefundRefused(platform, tx, order, { capture, request, reason });
    return { kind: "refused", order: current, reason };
  });
  return outcome ?? finishedOutcome(platform, (await findRefundRequest(platform.db, request.id))!);
}

async function refuse(
  platform: Platform,
  { request, capture, isUnattended }: Asked,
  reason: string,
  issue: string | null,
): Promise<RefundOutcome> {
  const outcome = await withDeadlockRetry(platform.db, async (tx): Promise<RefundOutcome | null> => {
    const order = (await lockOrderById(tx, request.orderId))!;
    const refused = { state: "refused", lastError: reason, checkAt: null } as const;
    if (!(await updateOpenRefund(tx, request.id, refused))) return null;
    // Somebody has refunded it at PayPal meanwhile: nothing is left to do.
    if (isUnattended && issue !== "CAPTURE_FULLY_REFUNDED")
      await notifyRefundRefused(platform, tx, order, { capture, request, reason });
    return { kind: "refused", order, reason };
  });
  return outcome ?? finishedOutcome(platform, (await findRefundRequest(platform.db, request.id))!);
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

async function finishedOutcome(platform: Platform, request: RefundRequestRow): Promise<RefundOutcome> {
  if (request.checkAt) await updateRefundRequest(platform.db, request.id, { checkAt: null });
  const order = (await findOrderById(platform.db, request.orderId))!;
  if (request.state === "refused") return { kind: "refused", order, reason: request.lastError ?? "" };
  const made = request.refundId ? await findReversal(platform.db, request.refundId) : null;
  return { kind: "done", order, isPending: made?.state === "pending" };
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
