import { databaseNow } from "#server/db/clock.ts";
import type { Tx } from "#server/db/database.ts";
import { withDeadlockRetry } from "#server/db/with-deadlock-retry.ts";
import { endCaptureHold } from "#server/features/coupons/redeem-coupon.ts";
import type { OrderRow } from "#server/features/orders/orders.service.ts";
import { type Failure, failure } from "#server/platform/failure.ts";
import type { Platform } from "#server/platform/platform.ts";
import { type AttemptState, isInFlight, isOpen, mayBecome, nextCheck } from "./attempt-states.ts";
import {
  type AttemptRow,
  findAttempt,
  findOpenAttempt,
  lockOrderOfAttempt,
  updateAttempt,
} from "./attempts.repository.ts";

/** What is known of an attempt after PayPal was asked. The kinds are kept as a webhook event's effect. */
export type PaymentOutcome =
  | { kind: "paid"; order: OrderRow; fulfilledNow: boolean }
  /** `open`: PayPal has taken no money. `ended`: nor will this attempt bring any. */
  | { kind: "pending" | "not-approved" | "open" | "ended"; order: OrderRow }
  /** Not `isPayable`: PayPal made a capture of it, and its order is over; another one can be paid. */
  | { kind: "declined"; order: OrderRow; isPayable: boolean }
  /** `unknown`: PayPal may have taken money; the reconciler asks again. */
  | { kind: "refused" | "unknown"; order: OrderRow; reason: string }
  /** Money came in that does not pay the order: `captureId` is what support finds it by. */
  | { kind: "mismatch"; order: OrderRow; reason: string; captureId: string };

/** With the transaction, which its payer is asked for by the support. */
export function mismatchFailure(
  { captureId }: PaymentOutcome & { kind: "mismatch" },
  message?: string,
): Failure {
  return failure("PAYMENT_MISMATCH", message, { data: { paypalTransactionID: captureId } });
}

/** Work to be done in the transaction that has the effect, such as storing the event that caused it. */
export type AfterRecord = (tx: Tx, order: OrderRow, effect: string) => Promise<void>;

/** Why PayPal is asked, or its answer recorded. */
export interface Cause {
  source: Source;
  afterRecord?: AfterRecord | undefined;
}

/** The attempt and its order under the order's lock, which covers both. */
export async function lockAttempt(
  tx: Tx,
  attemptId: string,
): Promise<{ attempt: AttemptRow; order: OrderRow }> {
  const order = await lockOrderOfAttempt(tx, attemptId);
  const attempt = order && (await findAttempt(tx, attemptId));
  if (!attempt) throw new Error(`There is no payment attempt ${attemptId}.`);
  return { attempt, order };
}

/**
 * Moves an attempt on, as the table of states allows, or throws. An order has one open attempt: a closed one that
 * opens again closes another that waits for its payer, and stays closed beside one that is in flight, which is
 * answered by false. The order's lock is held.
 */
export async function moveAttempt(
  tx: Tx,
  attempt: AttemptRow,
  state: AttemptState,
  lastError: string | null,
  changes: { captureRequestId?: string } = {},
): Promise<boolean> {
  if (!mayBecome(attempt.state, state))
    throw new Error(`Payment attempt ${attempt.id} is ${attempt.state} and cannot become ${state}.`);
  if (isOpen(state) && !isOpen(attempt.state)) {
    const rival = await findOpenAttempt(tx, attempt.orderId);
    if (rival && isInFlight(rival.state)) return false;
    if (rival) await updateAttempt(tx, rival.id, { state: "expired", checkAt: null });
  }
  if (isInFlight(attempt.state) && !isInFlight(state) && state !== "completed")
    await endCaptureHold(tx, attempt.orderId);
  const checks = state === attempt.state ? attempt.checks + 1 : 0;
  const checkAt = nextCheck(state, { ...attempt, checks }, await databaseNow(tx));
  await updateAttempt(tx, attempt.id, { state, lastError, checkAt, checks, ...changes });
  return true;
}

/** How soon the reconciler looks again after an answer that could not be understood. */
const recheckMs = 5_000;

/** For when it is not known whether money moved: the reconciler asks soon, and goes on asking. */
export async function scheduleRecheck(
  platform: Platform,
  attemptId: string,
  reason: string,
  { afterRecord }: Cause,
): Promise<PaymentOutcome> {
  platform.log.warn({ attempt: attemptId, reason }, "PayPal's answer is awaited");
  const outcome = await withDeadlockRetry(platform.db, async (tx): Promise<PaymentOutcome> => {
    const { attempt, order } = await lockAttempt(tx, attemptId);
    if (order.paidAt) return { kind: "paid", order, fulfilledNow: false };
    if (attempt.checkAt) {
      const checks = attempt.checks + 1;
      const now = await databaseNow(tx);
      const soon = new Date(now.getTime() + recheckMs);
      const checkAt = checks <= 3 ? soon : nextCheck(attempt.state, { ...attempt, checks }, now);
      await updateAttempt(tx, attempt.id, { lastError: reason, checkAt, checks });
    }
    await afterRecord?.(tx, order, "unknown");
    return { kind: "unknown", order, reason };
  });
  setTimeout(() => platform.jobs.wake("payments"), recheckMs + 500).unref();
  if (outcome.kind === "unknown") measureOutcome(platform, outcome, "", null);
  return outcome;
}

/**
 * Counts what was learnt of a payment, once its transaction is through: news alone, not that an attempt stands as it
 * stood before.
 */
export function measureOutcome(
  { metrics }: Platform,
  outcome: PaymentOutcome,
  source: Source | "",
  stood: AttemptState | null,
): void {
  const isKnown = outcome.kind === "paid" ? !outcome.fulfilledNow : outcome.kind === stood;
  if (isKnown || outcome.kind === "open") return;
  metrics.count("thumbsmith_payments_total", { outcome: outcome.kind, source });
}

/** Ends an attempt whose sandbox money pays nothing any more. The order's lock is held. */
export async function expireSandboxAttempt(
  tx: Tx,
  attempt: AttemptRow,
  order: OrderRow,
  { afterRecord }: Cause,
): Promise<PaymentOutcome> {
  if (mayBecome(attempt.state, "expired"))
    await moveAttempt(tx, attempt, "expired", "made in the sandbox, while live payments are in use");
  await afterRecord?.(tx, order, "ended");
  return order.paidAt ? { kind: "paid", order, fulfilledNow: false } : { kind: "ended", order };
}

/** Who found that an order was paid. */
export type Source = "buyer" | "admin" | "webhook" | "reconciler";
