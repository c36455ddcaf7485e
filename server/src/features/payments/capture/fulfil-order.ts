import { dayMs } from "#contract/day.ts";
import { isRescued } from "#contract/orders.ts";
import { databaseNow } from "#server/db/clock.ts";
import type { Tx } from "#server/db/database.ts";
import { countUse, holdUse } from "#server/features/coupons/redeem-coupon.ts";
import { grantCredits } from "#server/features/credits/credits.service.ts";
import type { FreeOrders } from "#server/features/orders/new-order.ts";
import {
  type NewOrderRow,
  nextReceiptNumber,
  type OrderRow,
  updateOrder,
} from "#server/features/orders/orders.service.ts";
import { prepareOwnLogo, sellerOfNow } from "#server/features/orders/seller.ts";
import { failpoint } from "#server/platform/failpoints.ts";
import type { Platform } from "#server/platform/platform.ts";
import type { PaypalCapture } from "#server/providers/paypal/answers.ts";
import type { Source } from "../attempts/attempts.ts";
import { lockMembership } from "../membership.repository.ts";
import { bringsMembership, giveMembership } from "../membership.ts";
import { preparePaidMails, queueGoodsMail, queuePaidMails } from "../payment-mails.ts";
import { type CaptureRow, updateCapture } from "../payments.repository.ts";
import { refundableMinor } from "../refunds/refund-requests.ts";
import { isCompletedCapture } from "./match-capture.ts";

/** For so long a capture can be refunded: https://developer.paypal.com/docs/api/payments/v2/#captures_refund */
export const reversibleMs = 180 * dayMs;

/** When the capture is read at PayPal again: once a day while it can be refunded. Null: never. */
export function nextCaptureCheck(fulfilledAt: Date, now: Date): Date | null {
  return now.getTime() - fulfilledAt.getTime() > reversibleMs ? null : inADay(now);
}

export const inADay = (now: Date) => new Date(now.getTime() + dayMs);

/** So long after the reconciler's find, word from the buyer's browser or from PayPal still counts as having come. */
const lateWordMs = 60_000;

/**
 * The reconciler may be first by a moment. What the browser or a webhook brings within a minute of it was no rescue, and
 * the order names that source instead. Under the order's lock.
 */
export async function withdrawRescue(tx: Tx, order: OrderRow, source: Source): Promise<void> {
  const { paidAt } = order;
  if (!paidAt || !isRescued(order) || (source !== "buyer" && source !== "webhook")) return;
  if ((await databaseNow(tx)).getTime() - paidAt.getTime() > lateWordMs) return;
  await updateOrder(tx, order.id, { reconciledBy: source === "webhook" ? "webhook" : null });
}

/** Stored as the problem of a capture that pays a price to which its order has no right any more. */
const withoutUse = "a coupon that has ended or has no use left";

/**
 * What keeps an agreeing capture from fulfilling its order; null where the order has no coupon, or a use of it. Money
 * that the shop asked for comes with a hold; that of a payer who paid without the shop takes a use first. What was
 * refused for it is taken up once a use is free, unless it has been given back. The order's lock is held.
 */
export async function couponProblem(
  tx: Tx,
  order: OrderRow,
  { status }: Pick<PaypalCapture, "status">,
  known: CaptureRow | null,
): Promise<string | null> {
  if (!order.couponId || order.paidAt || !isCompletedCapture(status)) return null;
  if (known?.problem === withoutUse && !(await isAllHere(tx, known, status))) return withoutUse;
  // The person before the coupon, as an order with its code takes them: everybody's orders wait for the coupon.
  await lockMembership(tx, order.userId);
  return (await holdUse(tx, order, "paying")) ? withoutUse : null;
}

async function isAllHere(tx: Tx, known: CaptureRow, status: string): Promise<boolean> {
  return status === "COMPLETED" && (await refundableMinor(tx, known)) === known.amountMinor;
}

/**
 * The one place where an order becomes paid: statuses, receipt number, credits, membership and mails, in the
 * caller's transaction and under the order's lock. A capture fulfils once, and an order is fulfilled once; a
 * cancelled order comes back to life. An item's goods are mailed by the caller, who may know of refunds.
 */
export async function fulfilOrder(
  platform: Platform,
  tx: Tx,
  order: OrderRow,
  capture: CaptureRow,
  source: Source,
): Promise<OrderRow> {
  if (order.paidAt) return order;
  const paidAt = await momentOfPayment(tx, order);
  await updateCapture(tx, capture.id, {
    fulfilledAt: paidAt,
    problem: null,
    checkAt: nextCaptureCheck(paidAt, paidAt),
  });
  return fulfil(platform, tx, order, paidAt, {
    paymentMethod: "Paypal",
    paypalTransactionId: capture.id,
    payerEmail: capture.payerEmail,
    captureTime: capture.captureTime ?? paidAt,
    reconciledBy: source === "webhook" || source === "reconciler" ? source : null,
  });
}

/** Orders that a coupon leaves nothing of to pay: paid by it, in the transaction that makes them. */
export const freeOrders: FreeOrders = {
  prepare: (platform) => Promise.all([prepareOwnLogo(platform), preparePaidMails()]),
  async fulfil(platform, tx, order) {
    if (order.paidAt || order.totalMinor > 0) return order;
    const paidAt = await momentOfPayment(tx, order);
    const paid = await fulfil(platform, tx, order, paidAt, { paymentMethod: "Coupon" });
    await queueGoodsMail(platform, tx, paid);
    return paid;
  },
};

/** Under the person's lock, so that a refund finds their purchases in the order in which the membership took them. */
async function momentOfPayment(tx: Tx, order: OrderRow): Promise<Date> {
  if (order.kind === "package" && bringsMembership(order)) await lockMembership(tx, order.userId);
  return databaseNow(tx);
}

async function fulfil(
  platform: Platform,
  tx: Tx,
  order: OrderRow,
  paidAt: Date,
  payment: Partial<NewOrderRow>,
): Promise<OrderRow> {
  // First, as it waits for its own person: everybody's payments wait for the receipt's number.
  const given = await giveMembership(tx, order, paidAt);
  const receiptNumber = await nextReceiptNumber(tx);
  if (order.couponId) await countUse(tx, order.id, paidAt);
  const paid = await updateOrder(tx, order.id, {
    paymentStatus: "Paid",
    orderStatus: "Completed",
    ...payment,
    membershipValidity: given?.end ?? null,
    receiptNumber,
    paidAt,
    ...(await sellerOfNow(tx)),
    deletedAt: null,
  });
  const { settled } = await grantCredits(tx, {
    userId: order.userId,
    amount: order.credit,
    reason: "purchase",
    reference: order.id,
    orderId: order.orderId,
  });
  failpoint("inside-fulfilment");
  await queuePaidMails(platform, tx, paid, { membershipEnd: given?.membership.end ?? null, settled });
  return paid;
}
