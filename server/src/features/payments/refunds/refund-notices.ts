import { displayMoney } from "#contract/money.ts";
import { dateIn } from "#contract/time-zone.ts";
import type { Tx } from "#server/db/database.ts";
import { notifyAdmins } from "#server/features/mail/notify-admins.ts";
import { findOrderById, type OrderRow } from "#server/features/orders/orders.service.ts";
import type { Platform } from "#server/platform/platform.ts";
import { adminOrderPath } from "../payment-mails.ts";
import type { CaptureRow } from "../payments.repository.ts";
import { isRefundOfDuplicate } from "./duplicate-payment.ts";
import type { RefundRequestRow, ReversalRow } from "./refunds.repository.ts";

/** A refund has ended that nobody waits for any more: a person has to see to it. */
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
      : `The refund of ${amount} of order ${order.orderId} was not made`,
    paragraphs: [
      isDuplicate
        ? `${order.customerEmail} paid order ${order.orderId} twice, and the second payment, transaction ${capture.id}, was not refunded: ${reason}.`
        : `The refund of ${amount} of order ${order.orderId}, transaction ${capture.id}, that was still on its way was not made: ${reason}.`,
      "Please look at this transaction in your PayPal account and give back there what is missing.",
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
        "Please give your PayPal app the right to refunds: the shop goes on asking. Or give the money back in your PayPal account: the shop sees that before it asks again, and asks no more.",
      ],
      path: adminOrderPath(order),
    }),
  );
}

/** https://developer.paypal.com/docs/api/customer-disputes/v1/ */
const reasons = new Map([
  ["MERCHANDISE_OR_SERVICE_NOT_RECEIVED", "that nothing arrived"],
  ["MERCHANDISE_OR_SERVICE_NOT_AS_DESCRIBED", "that it is not as described"],
  ["UNAUTHORISED", "that it was paid without the owner of the account or card knowing of it"],
  ["CREDIT_NOT_PROCESSED", "that a refund was promised and did not come"],
  ["DUPLICATE_TRANSACTION", "that it was paid twice"],
  ["INCORRECT_AMOUNT", "that the amount is wrong"],
  ["PAYMENT_BY_OTHER_MEANS", "that it was paid in another way as well"],
  ["CANCELED_RECURRING_BILLING", "that it was cancelled"],
]);

/** What the admins have to do about a dispute; nothing where it is over. */
export function disputeAdvice(
  { id, state, answerBy }: Pick<ReversalRow, "id" | "state" | "answerBy">,
  reason: string | null | undefined,
): string[] {
  if (state !== "open") return [];
  const claim = reason && reasons.get(reason);
  const until = answerBy ? `by ${dateIn("UTC", answerBy)} (UTC)` : "in time";
  return [
    ...(claim ? [`The buyer says ${claim}.`] : []),
    `Answer case ${id} in PayPal's Resolution Center (paypal.com/resolutioncenter) ${until}: a case without an answer is lost.`,
    "The order's history and its buyer's page in the back office show what was delivered and when, and what was made with it. Do not refund it from the shop while the case is open, or the money may go twice.",
  ];
}
