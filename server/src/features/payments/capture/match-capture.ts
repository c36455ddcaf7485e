import { amountText } from "#server/features/orders/order-records.ts";
import type { OrderRow } from "#server/features/orders/orders.service.ts";
import type { PaypalCapture, PaypalOrder, PaypalPayee } from "#server/providers/paypal/answers.ts";
import type { AttemptRow } from "../attempts/attempts.repository.ts";

const moneyIn = new Set(["COMPLETED", "PARTIALLY_REFUNDED", "REFUNDED"]);

/**
 * Whether the money of a capture has come in. One that was refunded since had come in too: it fulfils, and the
 * refund takes back what it must, so that the same stands in whichever order the news arrive.
 */
export function isCompletedCapture(status: string): boolean {
  return moneyIn.has(status);
}

/** What of a capture differs from the order that it is to pay; null where all agree. */
export function mismatchOf(
  order: Pick<OrderRow, "orderId" | "totalMinor" | "currency">,
  attempt: Pick<AttemptRow, "payeeMerchantId" | "payeeEmail">,
  capture: PaypalCapture,
  paypalOrder: Pick<PaypalOrder, "customId" | "payee">,
): string | null {
  const { amount } = capture;
  if (!amount) return "no amount";
  if (amount.currency !== order.currency) return `currency ${amount.currency} instead of ${order.currency}`;
  if (amount.minor !== order.totalMinor) {
    return `amount ${amountText(amount.minor, amount.currency)} instead of ${amountText(order.totalMinor, order.currency)}`;
  }
  const customIds = [capture.customId, paypalOrder.customId].filter((id) => id !== null);
  if (customIds.length === 0 || customIds.some((id) => id !== order.orderId))
    return "custom_id of another order";
  return isSamePayee(attempt, capture.payee ?? paypalOrder.payee) ? null : "another payee";
}

/** The payee is the one that PayPal named when its order was made. */
export function isSamePayee(
  expected: Pick<AttemptRow, "payeeMerchantId" | "payeeEmail">,
  found: PaypalPayee | null,
): boolean {
  if (expected.payeeMerchantId === null && expected.payeeEmail === null) return true;
  if (expected.payeeMerchantId !== null && found?.merchantId)
    return found.merchantId === expected.payeeMerchantId;
  return expected.payeeEmail !== null && found?.email === expected.payeeEmail;
}

const ranks: Record<string, number> = {
  PENDING: 0,
  DECLINED: 1,
  FAILED: 1,
  COMPLETED: 2,
  PARTIALLY_REFUNDED: 3,
  REFUNDED: 4,
};

/** Whether news of a capture is newer than what is known: by PayPal's clock, and within a second by how far it went. */
export function isNewer(
  known: { status: string; changedAt: Date | null },
  update: { status: string; changedAt: Date | null },
): boolean {
  const [before, after] = [known.changedAt?.getTime(), update.changedAt?.getTime()];
  if (before !== undefined && after !== undefined && before !== after) return after > before;
  return (ranks[update.status] ?? 0) >= (ranks[known.status] ?? 0);
}
