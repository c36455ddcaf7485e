import type { Tx } from "#server/db/database.ts";
import { notifyAdmins } from "#server/features/mail/notify-admins.ts";
import type { OrderRow } from "#server/features/orders/orders.service.ts";
import type { Platform } from "#server/platform/platform.ts";
import type { PaypalCapture } from "#server/providers/paypal/answers.ts";
import { adminOrderPath } from "../payment-mails.ts";

/**
 * Why PayPal holds a payment back until its seller has done something, and what.
 * https://developer.paypal.com/docs/api/payments/v2/#definition-capture_status_details
 */
const cures = new Map([
  [
    "RECEIVING_PREFERENCE_MANDATES_MANUAL_ACTION",
    "accept it in your PayPal account, and choose there under 'Block payments' to take such payments from now on. It is in a currency that your account does not hold",
  ],
  ["UNILATERAL", "confirm your email address at PayPal, to which the money was sent"],
  ["VERIFICATION_REQUIRED", "verify your PayPal account, which must be done before it can take this payment"],
  [
    "INTERNATIONAL_WITHDRAWAL",
    "accept it in your PayPal account's overview, or link a bank account there, without which PayPal takes no payments by itself",
  ],
]);

/** What the owner has to do before a pending payment comes in; null where nothing is to be done. */
export function awaitedOfSeller({ reason }: Pick<PaypalCapture, "reason">): string | null {
  const cure = reason === null ? undefined : cures.get(reason);
  return cure === undefined ? null : `PayPal waits for you (${reason}): ${cure}`;
}

/** Once for each capture and reason. */
export async function notifyAwaited(
  platform: Platform,
  tx: Tx,
  order: OrderRow,
  { id, reason }: Pick<PaypalCapture, "id" | "reason">,
): Promise<void> {
  const awaited = awaitedOfSeller({ reason });
  if (awaited === null) return;
  await notifyAdmins(platform, tx, {
    key: `payment-awaits-seller:${id}:${reason}`,
    templateName: "Payment problem",
    subject: `PayPal waits for you: the payment of order ${order.orderId}`,
    paragraphs: [
      `${order.customerEmail} has paid order ${order.orderId}, but the money of PayPal transaction ${id} has not come in.`,
      `${awaited}.`,
      "Nothing is granted until then. The shop learns of it by itself.",
    ],
    path: adminOrderPath(order),
  });
}
