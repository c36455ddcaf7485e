import type { Tx } from "#server/db/database.ts";
import { recordAudit, systemActor } from "#server/features/audit/audit.service.ts";
import type { OrderRow } from "#server/features/orders/order-rows.service.ts";
import type { Platform } from "#server/platform/platform.ts";
import { isMoneyIn } from "./matching.ts";
import { findRefundRequestsOfOrder } from "./money-back.repository.ts";
import { adminOrderPath, tellAdmins } from "./payment-mails.ts";
import type { CaptureRow } from "./payments.repository.ts";
import { leftOf, writeRefundRequest } from "./refund-requests.ts";

/** Why a capture that agrees with its order does not fulfil it. */
export const secondPayment = "second payment";

/** Money in for an order that another capture has paid. */
export function isSecondPayment(row: CaptureRow, order: OrderRow): boolean {
  return (
    order.paidAt !== null &&
    row.id !== order.paypalTransactionId &&
    isMoneyIn(row.status) &&
    (row.problem === null || row.problem === secondPayment)
  );
}

const keyOf = (captureId: string) => `second-payment:${captureId}`;

/** Whether a refund was asked for by the shop itself, because its order had been paid already. */
export function isOfSecondPayment(request: { idempotencyKey: string | null; captureId: string }): boolean {
  return request.idempotencyKey === keyOf(request.captureId);
}

/**
 * Money that came for an order which was paid already goes back to the payer by itself: the refund is written down
 * here, once a capture, and the reconciler sends it. The order, its credits and its membership stay as they are.
 * The order's lock is held.
 */
export async function giveSecondPaymentBack(
  platform: Platform,
  tx: Tx,
  order: OrderRow,
  capture: CaptureRow,
): Promise<void> {
  const requests = await findRefundRequestsOfOrder(tx, order.id);
  if (requests.some((request) => request.idempotencyKey === keyOf(capture.id))) return;
  const amountMinor = await leftOf(tx, capture);
  if (amountMinor <= 0) return;
  await writeRefundRequest(tx, capture, {
    amountMinor,
    note: `Order ${order.orderId} was paid twice. This is your second payment.`,
    idempotencyKey: keyOf(capture.id),
    checkAt: new Date(),
  });
  await recordAudit(tx, systemActor, {
    action: "refund of a second payment",
    subject: `order:${order.orderId}`,
    before: { paypalTransactionId: order.paypalTransactionId },
    after: { captureId: capture.id, amountMinor, currency: capture.currency },
  });
  await platform.events.publish(tx, "job:payments");
  platform.log.error({ order: order.id, capture: capture.id }, "an order was paid a second time");
  await tellAdmins(platform, tx, {
    key: `payment-problem:${capture.id}:second`,
    templateName: "Payment problem",
    subject: `Order ${order.orderId} was paid a second time`,
    paragraphs: [
      `${order.customerEmail} paid order ${order.orderId} twice. The second payment is PayPal transaction ${capture.id}.`,
      "Nothing was granted for it, and it is being given back to the payer by itself. The order's history shows how that goes.",
    ],
    path: adminOrderPath(order),
  });
}

/** PayPal will not give it back: a person has to. */
export async function tellOfRefusal(
  platform: Platform,
  tx: Tx,
  order: OrderRow,
  capture: CaptureRow,
  reason: string,
): Promise<void> {
  await tellAdmins(platform, tx, {
    key: `payment-problem:${capture.id}:refused`,
    templateName: "Payment problem",
    subject: `Please give the second payment of order ${order.orderId} back`,
    paragraphs: [
      `${order.customerEmail} paid order ${order.orderId} twice, and PayPal refused to refund the second payment, transaction ${capture.id}: ${reason}.`,
      "Please look at this transaction in your PayPal account and give the money back there.",
    ],
    path: adminOrderPath(order),
  });
}
