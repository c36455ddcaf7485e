import { displayMoney } from "#contract/money.ts";
import type { Tx } from "#server/db/database.ts";
import { notifyAdmins } from "#server/features/mail/notify-admins.ts";
import { findOrderById, type OrderRow } from "#server/features/orders/orders.service.ts";
import type { Platform } from "#server/platform/platform.ts";
import { adminOrderPath } from "../payment-mails.ts";
import type { CaptureRow } from "../payments.repository.ts";
import { isRefundOfDuplicate } from "./duplicate-payment.ts";
import type { RefundRequestRow } from "./refunds.repository.ts";

/** PayPal refused a refund that nobody waits for any more: a person has to see to it. */
export async function notifyRefundRefused(
  platform: Platform,
  tx: Tx,
  order: OrderRow,
  { capture, request, reason }: { capture: CaptureRow; request: RefundRequestRow; reason: string },
): Promise<void> {
  const amount = displayMoney(request.amountMinor, capture.currency);
  const isDuplicate = isRefundOfDuplicate(request);
  await notifyAdmins(platform, tx, {
    key: isDuplicate ? `payment-problem:${capture.id}:refused` : `refund-refused:${request.id}`,
    templateName: "Payment problem",
    subject: isDuplicate
      ? `Please give the second payment of order ${order.orderId} back`
      : `PayPal refused to give ${amount} of order ${order.orderId} back`,
    paragraphs: [
      isDuplicate
        ? `${order.customerEmail} paid order ${order.orderId} twice, and PayPal refused to refund the second payment, transaction ${capture.id}: ${reason}.`
        : `PayPal refused the refund of ${amount} of order ${order.orderId}, transaction ${capture.id}, that was still on its way: ${reason}.`,
      "Please look at this transaction in your PayPal account and give the money back there.",
    ],
    path: adminOrderPath(order),
  });
}

/** The account in use lacks the right to a refund. It is sent again all the same, since the right may come. */
export async function notifyRefundForbidden(platform: Platform, request: RefundRequestRow): Promise<void> {
  const order = (await findOrderById(platform.db, request.orderId))!;
  await platform.db.transaction((tx) =>
    notifyAdmins(platform, tx, {
      key: `refund-forbidden:${request.id}`,
      templateName: "Payment problem",
      subject: `PayPal does not let the shop give a payment of order ${order.orderId} back`,
      paragraphs: [
        `PayPal says that the shop has no right to refund transaction ${request.captureId} of order ${order.orderId} (PERMISSION_DENIED).`,
        "Please give your PayPal app the right to refunds: the shop goes on asking. Or give the money back in your PayPal account.",
      ],
      path: adminOrderPath(order),
    }),
  );
}
