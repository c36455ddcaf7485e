import { newId } from "#server/db/ids.ts";
import { withDeadlockRetry } from "#server/db/with-deadlock-retry.ts";
import { holdUse } from "#server/features/coupons/redeem-coupon.ts";
import type { OrderRow } from "#server/features/orders/orders.service.ts";
import { isDeletedUserEmail } from "#server/platform/deleted-user.ts";
import { failpoint } from "#server/platform/failpoints.ts";
import type { Failure } from "#server/platform/failure.ts";
import type { Platform } from "#server/platform/platform.ts";
import type { PaypalOrder } from "#server/providers/paypal/answers.ts";
import type { Paypal } from "#server/providers/paypal/paypal.ts";
import { type PaypalResult, reasonOf } from "#server/providers/paypal/result.ts";
import { mayCapture } from "../attempts/attempt-states.ts";
import type { AttemptRow } from "../attempts/attempts.repository.ts";
import {
  type Cause,
  lockAttempt,
  measureOutcome,
  moveAttempt,
  type PaymentOutcome,
  type Source,
  scheduleRecheck,
} from "../attempts/attempts.ts";
import { notifySellerRefusal } from "../seller-refusal.ts";
import { paypalForMode } from "../settings/paypal-account.ts";
import { isInUse, readPaypalSettings } from "../settings/paypal-settings.ts";
import { withdrawRescue } from "./fulfil-order.ts";
import { recordPayment } from "./record-payment.ts";

/** The payer has to choose another way to pay: https://developer.paypal.com/api/rest/reference/orders/v2/errors/ */
const declines = new Set([
  "INSTRUMENT_DECLINED",
  "PAYER_ACTION_REQUIRED",
  "PAYER_CANNOT_PAY",
  "PAYER_ACCOUNT_RESTRICTED",
  "PAYER_ACCOUNT_LOCKED_OR_CLOSED",
  "TRANSACTION_REFUSED",
  "CARD_EXPIRED",
  "CARD_CLOSED",
  "REDIRECT_PAYER_FOR_ALTERNATE_FUNDING",
  "MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED",
]);

/** What may be asked of PayPal, or what is known already. */
type Begun =
  | { kind: "capture" | "read"; attempt: AttemptRow }
  | { kind: "known"; outcome: PaymentOutcome; refusal?: Failure };

/**
 * Captures an approved PayPal order, compares the capture with the shop's order, and fulfils. The buyer, the webhook and
 * the reconciler may call it at once: all send the same PayPal-Request-Id, so PayPal captures once.
 * https://developer.paypal.com/api/rest/reference/idempotency/
 */
export async function capturePayment(
  platform: Platform,
  attemptId: string,
  cause: Cause,
): Promise<PaymentOutcome> {
  const begun = await beginCapture(platform, attemptId, cause.source);
  if (begun.kind === "known") {
    if (begun.refusal && cause.source === "buyer") throw begun.refusal;
    return begun.outcome;
  }
  const { attempt } = begun;
  const paypal = await paypalForMode(platform, attempt.mode);
  if (!paypal || !attempt.paypalOrderId) return scheduleRecheck(platform, attemptId, "no credentials", cause);
  if (begun.kind === "read") return readAndRecord(platform, paypal, attempt, cause);
  failpoint("before-capture");
  const result = await captureOnce(paypal, attempt.paypalOrderId, attempt.captureRequestId);
  failpoint("after-capture");
  return afterCapture(platform, paypal, attempt, result, cause);
}

/** PayPal refuses a request id while another call with it is running (webhook beside browser): then it is sent again. */
async function captureOnce(
  paypal: Paypal,
  paypalOrderId: string,
  requestId: string,
): Promise<PaypalResult<PaypalOrder>> {
  for (let round = 1; ; round += 1) {
    const result = await paypal.captureOrder(paypalOrderId, requestId);
    if (round === 4 || result.kind !== "unknown" || !result.reason.includes("PREVIOUS_REQUEST_IN_PROGRESS"))
      return result;
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
}

/** Only the buyer's own call captures for an order that was cancelled, and none does for an erased buyer's. */
function isWanted(order: OrderRow, source: Source): boolean {
  return !isDeletedUserEmail(order.customerEmail) && (order.deletedAt === null || source === "buyer");
}

/**
 * Stores that the call is made before making it. After a decline it is a new call, with a request id of its own. None is
 * made for an order whose coupon has no use for it.
 */
async function beginCapture(platform: Platform, attemptId: string, source: Source): Promise<Begun> {
  return withDeadlockRetry(platform.db, async (tx): Promise<Begun> => {
    const { attempt, order } = await lockAttempt(tx, attemptId);
    if (order.paidAt) {
      await withdrawRescue(tx, order, source);
      return { kind: "known", outcome: { kind: "paid", order, fulfilledNow: false } };
    }
    if (!isWanted(order, source)) return { kind: "known", outcome: { kind: "open", order } };
    if (attempt.state === "creating") return { kind: "known", outcome: { kind: "not-approved", order } };
    if (!mayCapture(attempt.state)) return { kind: "read", attempt };
    if (!isInUse(attempt, await readPaypalSettings(tx))) {
      // Nothing is captured outside the mode and account in use; what was begun there is read.
      if (attempt.state === "capturing") return { kind: "read", attempt };
      return { kind: "known", outcome: { kind: "ended", order } };
    }
    // Once it was sent, the money may have moved, and the hold lasts.
    const refusal = attempt.state === "capturing" ? null : await holdUse(tx, order, "capturing");
    if (refusal) {
      await moveAttempt(tx, attempt, "expired", refusal.message);
      return { kind: "known", outcome: { kind: "ended", order }, refusal };
    }
    const captureRequestId = attempt.state === "declined" ? newId() : attempt.captureRequestId;
    const moved = await moveAttempt(tx, attempt, "capturing", null, { captureRequestId });
    if (moved) return { kind: "capture", attempt: { ...attempt, state: "capturing", captureRequestId } };
    return {
      kind: "known",
      outcome: { kind: "unknown", order, reason: "another payment of this order is under way" },
    };
  });
}

async function afterCapture(
  platform: Platform,
  paypal: Paypal,
  attempt: AttemptRow,
  result: PaypalResult<PaypalOrder>,
  cause: Cause,
): Promise<PaymentOutcome> {
  if (result.kind === "ok") {
    const isWhole = result.value.captures.length > 0 && result.value.payee !== null;
    if (isWhole && result.value.id === attempt.paypalOrderId) {
      return recordPayment(platform, attempt.id, result.value, cause);
    }
    return readAndRecord(platform, paypal, attempt, cause);
  }
  await notifySellerRefusal(platform, attempt.mode, result);
  const reason = reasonOf(result);
  if (result.kind === "unknown") return scheduleRecheck(platform, attempt.id, reason, cause);
  const refuse = async (state: Refusal["state"], kind: Refusal["kind"]) => {
    const outcome = await recordRefusal(platform, attempt, { state, kind, reason }, cause);
    measureOutcome(platform, outcome, cause.source, null);
    return outcome;
  };
  const issue = result.issue || result.name;
  if (issue === "ORDER_NOT_APPROVED") return refuse("created", "not-approved");
  if (declines.has(issue)) return refuse("declined", "declined");
  if (result.status === 404 || issue === "INVALID_RESOURCE_ID" || issue === "ORDER_EXPIRED")
    return refuse("expired", "ended");
  // Captured already, or refused because of another call: PayPal's order tells.
  const outcome = await readAndRecord(platform, paypal, attempt, cause);
  return outcome.kind === "open" ? refuse("declined", "refused") : outcome;
}

interface Refusal {
  state: "created" | "declined" | "expired";
  kind: "not-approved" | "declined" | "ended" | "refused";
  reason: string;
}

/** Reads PayPal's order and records it, without a capture. */
async function readAndRecord(
  platform: Platform,
  paypal: Paypal,
  attempt: AttemptRow,
  cause: Cause,
): Promise<PaymentOutcome> {
  const read = await paypal.readOrder(attempt.paypalOrderId!);
  if (read.kind === "ok" && read.value.id === attempt.paypalOrderId) {
    return recordPayment(platform, attempt.id, read.value, cause);
  }
  return scheduleRecheck(platform, attempt.id, read.kind === "ok" ? "another order" : reasonOf(read), cause);
}

async function recordRefusal(
  platform: Platform,
  asked: AttemptRow,
  { state, kind, reason }: Refusal,
  { afterRecord }: Cause,
): Promise<PaymentOutcome> {
  return withDeadlockRetry(platform.db, async (tx): Promise<PaymentOutcome> => {
    const { attempt, order } = await lockAttempt(tx, asked.id);
    if (order.paidAt) return { kind: "paid", order, fulfilledNow: false };
    // A later call may have recorded more, or begun another capture: then this answer is outdated.
    const isLatest = attempt.state === "capturing" && attempt.captureRequestId === asked.captureRequestId;
    if (isLatest) await moveAttempt(tx, attempt, state, reason);
    await afterRecord?.(tx, order, kind);
    return kind === "declined" ? { kind, order, isPayable: true } : { kind, order, reason };
  });
}
