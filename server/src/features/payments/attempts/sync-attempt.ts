import { databaseNow } from "#server/db/clock.ts";
import { withDeadlockRetry } from "#server/db/with-deadlock-retry.ts";
import { isDeletedUserEmail } from "#server/platform/deleted-user.ts";
import type { Platform } from "#server/platform/platform.ts";
import type { PaypalOrder } from "#server/providers/paypal/answers.ts";
import { reasonOf } from "#server/providers/paypal/result.ts";
import { capturePayment } from "../capture/capture-payment.ts";
import { recordPayment } from "../capture/record-payment.ts";
import { isOfAnotherAccount, paypalForMode } from "../settings/paypal-account.ts";
import { isSandboxInLiveShop } from "../settings/paypal-settings.ts";
import { type AttemptState, hasExpired, isUnapproved, isUncaptured } from "./attempt-states.ts";
import type { AttemptRow } from "./attempts.repository.ts";
import {
  type Cause,
  expireSandboxAttempt,
  lockAttempt,
  moveAttempt,
  type PaymentOutcome,
  scheduleRecheck,
} from "./attempts.ts";
import { syncClaim } from "./claims.ts";

interface SyncOptions extends Cause {
  /** Captures what the payer has approved; otherwise PayPal is only read. */
  capture: boolean;
}

/**
 * Reads an attempt's order at PayPal and brings the attempt to its state: fulfils what was captured, expires what ran
 * out, and where `capture` is set, captures what the payer approved.
 */
export async function syncAttempt(
  platform: Platform,
  attempt: AttemptRow,
  cause: SyncOptions,
): Promise<PaymentOutcome> {
  if (attempt.state !== "completed" && (await isSandboxInLiveShop(platform.db, attempt.mode))) {
    return withDeadlockRetry(platform.db, async (tx) => {
      const { attempt: current, order } = await lockAttempt(tx, attempt.id);
      return expireSandboxAttempt(tx, current, order, cause);
    });
  }
  if (attempt.state === "claimed" && !attempt.paypalOrderId) return syncClaim(platform, attempt, cause);
  if (!attempt.paypalOrderId) return recordUnpaid(platform, attempt.id, null, cause);
  const paypal = await paypalForMode(platform, attempt.mode);
  if (!paypal) return scheduleRecheck(platform, attempt.id, "no credentials", cause);
  const read = await paypal.readOrder(attempt.paypalOrderId);
  if (read.kind === "refused" && read.status === 404) return recordNotFound(platform, attempt.id, cause);
  if (await isOfAnotherAccount(platform, attempt, read)) return recordNotFound(platform, attempt.id, cause);
  if (read.kind !== "ok") return scheduleRecheck(platform, attempt.id, reasonOf(read), cause);
  if (read.value.id !== attempt.paypalOrderId)
    return scheduleRecheck(platform, attempt.id, "another order", cause);
  if (read.value.captures.length > 0) return recordPayment(platform, attempt.id, read.value, cause);
  if (read.value.status === "APPROVED" && cause.capture) {
    const outcome = await capturePayment(platform, attempt.id, cause);
    const captured = outcome.kind !== "open" && !(outcome.kind === "paid" && !outcome.fulfilledNow);
    if (captured) return outcome;
  }
  return recordUnpaid(platform, attempt.id, read.value, cause);
}

/** No money has moved. An approved order does not expire here while the reconciler may capture it. */
async function recordUnpaid(
  platform: Platform,
  attemptId: string,
  paypalOrder: PaypalOrder | null,
  { afterRecord }: Cause,
): Promise<PaymentOutcome> {
  return withDeadlockRetry(platform.db, async (tx): Promise<PaymentOutcome> => {
    const { attempt, order } = await lockAttempt(tx, attemptId);
    if (order.paidAt) {
      // Paid by another attempt, or by this one while PayPal was being asked.
      if (attempt.state !== "completed")
        await moveAttempt(tx, attempt, "expired", "the order was paid otherwise");
      return { kind: "paid", order, fulfilledNow: false };
    }
    const approved = paypalOrder?.status === "APPROVED";
    const isGivenUp = order.deletedAt !== null || isDeletedUserEmail(order.customerEmail);
    const ranOut = hasExpired(attempt, await databaseNow(tx));
    const over = paypalOrder?.status === "VOIDED" || (ranOut && (!approved || isGivenUp));
    const next = stateAfter(attempt.state, over, approved);
    if (next) await moveAttempt(tx, attempt, next, attempt.lastError);
    await afterRecord?.(tx, order, over ? "ended" : "open");
    return { kind: over ? "ended" : "open", order };
  });
}

function stateAfter(state: AttemptState, over: boolean, approved: boolean): AttemptState | null {
  if (!isUncaptured(state)) return null;
  if (over) return "expired";
  return state === "capturing" && !approved ? "created" : state;
}

/** PayPal drops orders that nobody approved. One that may have been captured is asked for again later. */
async function recordNotFound(
  platform: Platform,
  attemptId: string,
  { afterRecord }: Cause,
): Promise<PaymentOutcome> {
  return withDeadlockRetry(platform.db, async (tx): Promise<PaymentOutcome> => {
    const { attempt, order } = await lockAttempt(tx, attemptId);
    if (order.paidAt) return { kind: "paid", order, fulfilledNow: false };
    const ends = isUnapproved(attempt.state) || hasExpired(attempt, await databaseNow(tx));
    if (isUncaptured(attempt.state))
      await moveAttempt(tx, attempt, ends ? "expired" : attempt.state, "PayPal does not know its order");
    else if (attempt.checkAt) await moveAttempt(tx, attempt, attempt.state, "PayPal does not know its order");
    await afterRecord?.(tx, order, "ended");
    return { kind: "ended", order };
  });
}
