import { minorToText } from "#contract/money.ts";
import { databaseNow } from "#server/db/clock.ts";
import type { Tx } from "#server/db/database.ts";
import { recordAudit, systemActor } from "#server/features/audit/audit.service.ts";
import { notifyAdmins } from "#server/features/mail/notify-admins.ts";
import type { OrderRow } from "#server/features/orders/orders.service.ts";
import { wakeJob } from "#server/platform/jobs.ts";
import type { Platform } from "#server/platform/platform.ts";
import { adminOrderPath } from "../payment-mails.ts";
import type { CaptureRow } from "../payments.repository.ts";
import { createRefundRequest, refundableMinor } from "./refund-requests.ts";
import { findRefundRequestsOfOrder } from "./refunds.repository.ts";

const keyOf = (captureId: string) => `second-payment:${captureId}`;

/** Whether the shop itself asked for the refund, because the order had been paid before. */
export function isRefundOfDuplicate(request: { idempotencyKey: string | null; captureId: string }): boolean {
  return request.idempotencyKey === keyOf(request.captureId);
}

/**
 * Asks for the refund of a duplicate payment, once for each capture; the reconciler sends it. The order, its credits and
 * its membership stay as they are. The order's lock is held.
 */
export async function refundDuplicatePayment(
  platform: Platform,
  tx: Tx,
  order: OrderRow,
  capture: CaptureRow,
): Promise<void> {
  const requests = await findRefundRequestsOfOrder(tx, order.id);
  if (requests.some((request) => request.idempotencyKey === keyOf(capture.id))) return;
  const amountMinor = await refundableMinor(tx, capture);
  if (amountMinor <= 0) return;
  await createRefundRequest(tx, capture, {
    amountMinor,
    note: `Order ${order.orderId} was paid twice. This is your second payment.`,
    idempotencyKey: keyOf(capture.id),
    checkAt: await databaseNow(tx),
  });
  await recordAudit(tx, systemActor, {
    action: "refund of a second payment",
    subject: `order:${order.orderId}`,
    after: {
      captureId: capture.id,
      amount: minorToText(amountMinor, capture.currency),
      currency: capture.currency,
    },
  });
  await wakeJob(tx, "payments");
  platform.log.error({ order: order.id, capture: capture.id }, "an order was paid a second time");
  await notifyAdmins(platform, tx, {
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
