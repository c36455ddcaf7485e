import { isPending, type OrderKind } from "#contract/orders.ts";
import { databaseNow } from "#server/db/clock.ts";
import type { Tx } from "#server/db/database.ts";
import { newCode, newId } from "#server/db/ids.ts";
import { withDeadlockRetry } from "#server/db/with-deadlock-retry.ts";
import { holdCouponForPayment } from "#server/features/coupons/redeem-coupon.ts";
import {
  lockOrderById,
  type OrderRow,
  readOwnOrder,
  updateOrder,
} from "#server/features/orders/orders.service.ts";
import { readShopSettings } from "#server/features/settings/settings.service.ts";
import { failpoint } from "#server/platform/failpoints.ts";
import { failure } from "#server/platform/failure.ts";
import type { Platform } from "#server/platform/platform.ts";
import type { PaypalOrder } from "#server/providers/paypal/answers.ts";
import type { Paypal } from "#server/providers/paypal/paypal.ts";
import { reasonOf } from "#server/providers/paypal/result.ts";
import { isCompletedCapture } from "../capture/match-capture.ts";
import { findMembership } from "../membership.repository.ts";
import { endIfPaid } from "../membership.ts";
import { findCapturesOfOrder } from "../payments.repository.ts";
import { notifySellerRefusal } from "../seller-refusal.ts";
import { paypalClient } from "../settings/paypal-account.ts";
import { canCharge, isInUse, type PaypalSettings, readPaypalSettings } from "../settings/paypal-settings.ts";
import { hasExpired, isOpen, isUnapproved, needsReview, nextCheck } from "./attempt-states.ts";
import {
  type AttemptRow,
  expireOldestOpenAttempts,
  findAttemptsOfOrder,
  insertAttempt,
  updateAttempt,
} from "./attempts.repository.ts";
import { lockAttempt, measureOutcome, mismatchFailure, moveAttempt } from "./attempts.ts";
import { syncAttempt } from "./sync-attempt.ts";

const unavailableText =
  "Payment Unavailable: PayPal payments are currently unavailable. Please contact support for alternative payment methods.";

/** Each new attempt asks PayPal for an order and is kept; one that is open is answered again without a count. */
const newAttemptsLimit = {
  name: "payment-attempt",
  max: 60,
  windowSeconds: 3600,
  by: "user",
} as const;

/**
 * Creates PayPal's order for one's own pending order, or answers the one of its open attempt, so that a retry and a
 * second tab get the same. A new attempt begins after a decline, after three hours, and with another mode or account.
 */
export async function startPayment(
  platform: Platform,
  userId: string,
  id: string,
  kind: OrderKind,
): Promise<string> {
  const { id: orderId } = await readOwnOrder(platform.db, userId, { id, kind });
  const settings = await readPaypalSettings(platform.db);
  const paypal = canCharge(settings, platform.config)
    ? paypalClient(platform, settings, settings.mode)
    : null;
  if (!paypal) throw failure("UNAVAILABLE", unavailableText);
  let isCounted = false;
  for (let round = 0; round < 4; round += 1) {
    const found = await findOrCreateAttempt(platform, orderId, settings, isCounted);
    if (!found) {
      await platform.rateLimits.use(newAttemptsLimit, userId);
      isCounted = true;
      continue;
    }
    if (!found.mustSync)
      return found.attempt.paypalOrderId ?? makePaypalOrder(platform, paypal, found.order, found.attempt);
    const outcome = await syncAttempt(platform, found.attempt, { source: "buyer", capture: true });
    if (outcome.kind === "mismatch" && found.attempt.state === "mismatch")
      throw mismatchFailure(outcome, contactText);
    if (outcome.kind === "pending")
      throw failure("CONFLICT", "PayPal is still processing the payment of this order.");
    if (outcome.kind === "unknown")
      throw failure("UNAVAILABLE", "PayPal cannot be reached right now. Please try again.");
  }
  throw failure("UNAVAILABLE");
}

/** For each user, since the reconciler asks PayPal about every open attempt. An expired one that is approved is captured. */
const maxOpenAttempts = 5;

const contactText =
  "A payment for this order does not match it. Please contact support before you pay again.";

/**
 * The open attempt, or a new one; null where a new one has to be counted first, outside of the transaction. `mustSync`:
 * PayPal has to be asked first what became of this one.
 */
async function findOrCreateAttempt(
  platform: Platform,
  orderId: string,
  settings: PaypalSettings,
  isCounted: boolean,
): Promise<{ attempt: AttemptRow; order: OrderRow; mustSync: boolean } | null> {
  return withDeadlockRetry(platform.db, async (tx) => {
    const order = await lockOrderById(tx, orderId);
    if (!order || order.deletedAt) throw failure("NOT_FOUND", "Order not found.");
    if (!isPending(order)) throw failure("CONFLICT", "This order has already been paid.");
    const now = await databaseNow(tx);
    const attempts = await findAttemptsOfOrder(tx, orderId);
    const wrong = attempts.find(({ state }) => needsReview(state));
    if (wrong) return { attempt: wrong, order, mustSync: true };
    const open = attempts.find(({ state }) => isOpen(state));
    const returned = (await findCapturesOfOrder(tx, orderId)).findLast(({ status }) =>
      isCompletedCapture(status),
    );
    const isOlder = ({ createdAt }: AttemptRow) => returned !== undefined && returned.createdAt > createdAt;
    const isUsable = open && isInUse(open, settings) && !isOlder(open);
    if (open && isUsable && isUnapproved(open.state) && !hasExpired(open, now)) {
      await holdWhatIsSold(tx, order, now);
      return { attempt: open, order, mustSync: false };
    }
    const mayReplace = open?.state === "creating" || (open?.state === "created" && !isUsable);
    if (open && !mayReplace) return { attempt: open, order, mustSync: true };
    await holdWhatIsSold(tx, order, now);
    if (!isCounted) return null;
    if (open) await moveAttempt(tx, open, "expired", "a new attempt was begun");
    // PayPal takes money for an invoice_id once, also where it was given back since: DUPLICATE_INVOICE_ID. The attempts
    // after that share another, so that PayPal takes money for one of them alone. A claim's order was made by its client.
    const isSpent = returned && attempts.every((one) => one.claimedCaptureId !== null || isOlder(one));
    const payable = isSpent ? await updateOrder(tx, order.id, { paymentId: newCode() }) : order;
    const attempt = await insertAttempt(tx, {
      orderId,
      mode: settings.mode,
      clientId: settings[settings.mode].clientId,
      createRequestId: newId(),
      captureRequestId: newId(),
      amountMinor: order.totalMinor,
      currency: order.currency,
      checkAt: nextCheck("creating", { createdAt: now, checks: 0 }, now),
      createdAt: now,
    });
    await expireOldestOpenAttempts(tx, order.userId, maxOpenAttempts);
    return { attempt, order: payable, mustSync: false };
  });
}

/** Money is asked for only while the order brings what it says: its days, and the price of its coupon. */
async function holdWhatIsSold(tx: Tx, order: OrderRow, now: Date): Promise<void> {
  const end = endIfPaid(order, await findMembership(tx, order.userId), now);
  if (end && end.getTime() <= now.getTime()) throw failure("MEMBERSHIP_OVER");
  await holdCouponForPayment(tx, order);
}

async function makePaypalOrder(
  platform: Platform,
  paypal: Paypal,
  order: OrderRow,
  attempt: AttemptRow,
): Promise<string> {
  const { shopName } = await readShopSettings(platform);
  failpoint("before-create");
  const made = await paypal.createOrder(
    {
      priceMinor: order.priceMinor,
      discountMinor: order.discountMinor,
      feeMinor: order.feeMinor,
      totalMinor: order.totalMinor,
      currency: order.currency,
      description: order.productName,
      customId: order.orderId,
      invoiceId: order.paymentId,
      brandName: shopName,
    },
    attempt.createRequestId,
  );
  failpoint("after-create");
  if (made.kind === "refused") await expireUncreated(platform, attempt.id, reasonOf(made));
  if (made.kind !== "ok") {
    const reason = reasonOf(made);
    platform.log.warn({ order: order.id, reason }, "PayPal made no order");
    measureOutcome(platform, { kind: made.kind, order, reason }, "buyer", null);
    await notifySellerRefusal(platform, attempt.mode, made);
    throw failure("PROVIDER_FAILED", "There was an error with PayPal. Please try again.");
  }
  return savePaypalOrder(platform, attempt.id, await withPayee(paypal, made.value));
}

/** What PayPal refused it would refuse again: the next try is a new attempt, with a request id of its own. */
async function expireUncreated(platform: Platform, attemptId: string, reason: string): Promise<void> {
  await withDeadlockRetry(platform.db, async (tx) => {
    const { attempt } = await lockAttempt(tx, attemptId);
    if (attempt.state === "creating") await moveAttempt(tx, attempt, "expired", reason);
  });
}

/** An answer in the minimal form names no payee: then the order is read. */
async function withPayee(paypal: Paypal, order: PaypalOrder): Promise<PaypalOrder> {
  if (order.payee) return order;
  const read = await paypal.readOrder(order.id);
  if (read.kind === "ok" && read.value.payee) return read.value;
  throw failure("PROVIDER_FAILED", "There was an error with PayPal. Please try again.");
}

/**
 * Two tabs that create it at once send the same PayPal-Request-Id, and PayPal answers both with the same order.
 * https://developer.paypal.com/api/rest/reference/idempotency/
 */
async function savePaypalOrder(platform: Platform, attemptId: string, made: PaypalOrder): Promise<string> {
  return withDeadlockRetry(platform.db, async (tx) => {
    const { attempt } = await lockAttempt(tx, attemptId);
    if (attempt.paypalOrderId) return attempt.paypalOrderId;
    if (attempt.state !== "creating") throw failure("CONFLICT");
    await updateAttempt(tx, attempt.id, {
      state: "created",
      paypalOrderId: made.id,
      payeeMerchantId: made.payee?.merchantId ?? null,
      payeeEmail: made.payee?.email ?? null,
      checkAt: nextCheck("created", { createdAt: attempt.createdAt, checks: 0 }, await databaseNow(tx)),
    });
    return made.id;
  });
}
