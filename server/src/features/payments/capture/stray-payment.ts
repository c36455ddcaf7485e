import { displayMoney } from "#contract/money.ts";
import type { PaypalMode } from "#contract/paypal-settings-form.ts";
import { withDeadlockRetry } from "#server/db/with-deadlock-retry.ts";
import { notifyAdmins } from "#server/features/mail/notify-admins.ts";
import { lockOrderById } from "#server/features/orders/orders.service.ts";
import { isDeletedUserEmail } from "#server/platform/deleted-user.ts";
import type { Platform } from "#server/platform/platform.ts";
import type { PaypalCapture, PaypalRefund } from "#server/providers/paypal/answers.ts";
import { insertStrayPayment, lockStrayPayment } from "../payments.repository.ts";
import { reversalOf } from "../refunds/save-reversal.ts";
import { recordStrayReversal, returnWhole } from "./stray-reversal.ts";

/**
 * Stores money in the shop's account that pays no order, with what went back of it, and notifies the admins once, unless all
 * of it has gone back already.
 */
export async function recordStrayPayment(
  platform: Platform,
  mode: PaypalMode,
  capture: PaypalCapture,
  payer: { email: string | null; orderId: string | null },
  reason: string,
  refunds: PaypalRefund[],
): Promise<void> {
  const { id, amount, createdAt: captureTime } = capture;
  const amountMinor = amount?.minor ?? 0;
  const currency = amount?.currency ?? "";
  await withDeadlockRetry(platform.db, async (tx) => {
    // An erased buyer's address must not be stored again.
    const order = payer.orderId ? await lockOrderById(tx, payer.orderId) : null;
    const payerEmail = order && isDeletedUserEmail(order.customerEmail) ? null : payer.email;
    const row = { id, mode, amountMinor, currency, payerEmail, reason, captureTime };
    const isNew = await insertStrayPayment(tx, row);
    for (const refund of refunds)
      await recordStrayReversal(platform, tx, id, reversalOf(refund, "refund"), refund.returned?.minor);
    if (capture.status === "REFUNDED" && refunds.length === 0) await returnWhole(tx, id, capture.changedAt);
    if (!isNew || (await lockStrayPayment(tx, id))?.returnedAt) return;
    platform.log.error({ capture: id, reason }, "a payment belongs to no order");
    const sum = amount ? displayMoney(amountMinor, currency) : "an unknown amount";
    await notifyAdmins(platform, tx, {
      key: `stray-payment:${id}`,
      templateName: "Payment problem",
      subject: `A payment of ${sum} belongs to no order`,
      paragraphs: [
        `${payerEmail ?? "Somebody"} paid ${sum} into your PayPal account (${mode}, transaction ${id}), but ${reason}.`,
        "Nothing was granted for it. Please look at the transaction in your PayPal account, and give the money back there unless you know whose it is.",
      ],
      path: "/admin/dashboard",
    });
  });
}
