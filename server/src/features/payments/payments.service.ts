import type { OrderKind } from "#contract/orders.ts";
import {
  findOrderById,
  type OrderRow,
  readAnyOrder,
  readOwnOrder,
} from "#server/features/orders/orders.service.ts";
import { settledWithin, shareUnderWay } from "#server/platform/concurrency.ts";
import { Failure, failure } from "#server/platform/failure.ts";
import type { AskingViewer } from "#server/platform/http/viewer.ts";
import type { Platform } from "#server/platform/platform.ts";
import { isOpen, needsReview } from "./attempts/attempt-states.ts";
import {
  type AttemptRow,
  findAttemptOfPaypalOrder,
  findAttemptsOfOrder,
  findUnsettledAttemptsOfUser,
} from "./attempts/attempts.repository.ts";
import { mismatchFailure, type PaymentOutcome } from "./attempts/attempts.ts";
import { recordClaim } from "./attempts/claims.ts";
import { syncAttempt } from "./attempts/sync-attempt.ts";
import { capturePayment } from "./capture/capture-payment.ts";

export { checkPayments } from "./check-payments.repository.ts";

/** The buyer's own capture, by the id of PayPal's order; another's is answered as an unknown one. */
export async function captureOwnPayment(
  platform: Platform,
  userId: string,
  paypalOrderId: string,
): Promise<PaymentOutcome> {
  const attempt = await findAttemptOfPaypalOrder(platform.db, paypalOrderId);
  const order = attempt && (await findOrderById(platform.db, attempt.orderId));
  if (!attempt || order?.userId !== userId) throw failure("NOT_FOUND", "Order not found.");
  const outcome = await capturePayment(platform, attempt.id, { source: "buyer" });
  if (outcome.kind !== "refused") return outcome;
  // PayPal may have refused because another attempt has paid the order.
  const again = await syncOrder(platform, outcome.order, "buyer");
  return again.kind === "paid" ? again : outcome;
}

/** Asks PayPal about the newest attempts of an order that may have been paid, all at once. */
async function syncOrder(
  platform: Platform,
  order: OrderRow,
  source: "buyer" | "admin",
): Promise<PaymentOutcome> {
  const attempts = await findAttemptsOfOrder(platform.db, order.id);
  const asked = attempts
    .filter(mayHavePaid)
    .toSorted((a, b) => Number(b.state === "claimed") - Number(a.state === "claimed"))
    .slice(0, 5);
  const outcomes = await Promise.all(
    asked.map((attempt) => syncAttempt(platform, attempt, { source, capture: false })),
  );
  return outcomes.reduce<PaymentOutcome>((most, one) => (priorityOf(one) > priorityOf(most) ? one : most), {
    kind: "open",
    order,
  });
}

function mayHavePaid(attempt: AttemptRow): boolean {
  return attempt.state === "claimed" || (attempt.paypalOrderId !== null && attempt.state !== "creating");
}

/** Of several outcomes the one that matters most to the viewer. */
function priorityOf(outcome: PaymentOutcome): number {
  if (outcome.kind === "paid") return outcome.fulfilledNow ? 5 : 4;
  return ["pending", "unknown", "mismatch"].indexOf(outcome.kind) + 1;
}

/**
 * The documented call after a payment. Its body is a hint: what counts is read at PayPal. The capture that it names may
 * be of an order that the client created at PayPal, and of one that was cancelled while its payer was there. Null where
 * the order is unknown or another's.
 */
export async function handlePaymentHint(
  platform: Platform,
  userId: string,
  id: string,
  kind: OrderKind,
  captureId: string | null,
): Promise<{ modified: boolean } | null> {
  const order = await ownOrderOrNull(platform, userId, id, kind);
  if (!order) return null;
  if (order.paidAt && (captureId === null || captureId === order.paypalTransactionId))
    return { modified: false };
  if (captureId) await recordClaim(platform, order, captureId);
  return { modified: fulfilledBy(requireCertain(await syncOrder(platform, order, "buyer"))) };
}

async function ownOrderOrNull(platform: Platform, userId: string, id: string, kind: OrderKind) {
  try {
    return await readOwnOrder(platform.db, userId, { id, kind, cancelledToo: true });
  } catch (error) {
    if (error instanceof Failure && error.code === "NOT_FOUND") return null;
    throw error;
  }
}

/** Asks PayPal again, refunds included. Answers the order after that, and what may still become of its payments. */
export async function verifyOrder(
  platform: Platform,
  viewer: AskingViewer,
  id: string,
): Promise<{ order: OrderRow; capturePending: boolean; isAwaited: boolean }> {
  const found = await readAnyOrder(platform.db, viewer, id);
  const source = viewer.id === found.userId ? "buyer" : "admin";
  const { order, kind } = requireCertain(await syncOrder(platform, found, source));
  const attempts = await findAttemptsOfOrder(platform.db, order.id);
  const isAwaited = attempts.some(({ state }) => isOpen(state) || needsReview(state));
  return { order, capturePending: kind === "pending", isAwaited };
}

function requireCertain(outcome: PaymentOutcome): PaymentOutcome {
  if (outcome.order.paidAt) return outcome;
  if (outcome.kind === "mismatch") throw mismatchFailure(outcome);
  if (outcome.kind === "unknown")
    throw failure("UNAVAILABLE", "PayPal cannot be reached right now. Please try again.");
  return outcome;
}

function fulfilledBy(outcome: PaymentOutcome): boolean {
  return outcome.kind === "paid" && outcome.fulfilledNow;
}

const completeOnce = shareUnderWay<void>();

/** As long as one call to PayPal may take. */
const completeWithinMs = 8_000;

/**
 * Finds payments of a user that the shop does not know of yet. Safe to repeat; calls for one user at the same time are
 * one. Where PayPal is slow or away it returns without an answer, and the reconciler goes on.
 */
export function completeOwnPayments(platform: Platform, userId: string): Promise<void> {
  return completeOnce(userId, () => syncOwnPayments(platform, userId));
}

async function syncOwnPayments(platform: Platform, userId: string): Promise<void> {
  const attempts = await findUnsettledAttemptsOfUser(platform.db, userId);
  const work = attempts.map((attempt) => syncAttempt(platform, attempt, { source: "buyer", capture: false }));
  await settledWithin(work, completeWithinMs);
}
