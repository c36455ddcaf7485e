import { minorToText } from "#contract/money.ts";
import { databaseNow } from "#server/db/clock.ts";
import type { Tx } from "#server/db/database.ts";
import type { OrderRow } from "#server/features/orders/orders.service.ts";
import type { PaypalCapture, PaypalOrder, PaypalPayee } from "#server/providers/paypal/answers.ts";
import type { AttemptRow } from "../attempts/attempts.repository.ts";
import type { CaptureRow } from "../payments.repository.ts";

const completed = new Set(["COMPLETED", "PARTIALLY_REFUNDED", "REFUNDED"]);

/**
 * Whether the money has come in. A capture that was refunded since fulfils too, and the refund then revokes what it must:
 * so the order of events makes no difference. https://developer.paypal.com/docs/api/payments/v2/#captures_get
 */
export function isCompletedCapture(status: string): boolean {
  return completed.has(status);
}

/**
 * When the money of a completed capture came in; null for another. PayPal's last change is that, unless something went
 * back since: then it came with the payment where the shop has not seen it held back. It stays as it was first told.
 */
export async function completedAt(
  tx: Tx,
  { status, createdAt, changedAt }: Pick<PaypalCapture, "status" | "createdAt" | "changedAt">,
  known: CaptureRow | null,
): Promise<Date | null> {
  if (known && isCompletedCapture(known.status))
    return known.completedAt ?? known.fulfilledAt ?? known.createdAt;
  if (!isCompletedCapture(status)) return null;
  const told = status === "COMPLETED" || known ? changedAt : createdAt;
  return told ?? createdAt ?? (await databaseNow(tx));
}

/** What of a capture differs from the order that it is to pay; null where it agrees. */
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
    return `amount ${minorToText(amount.minor, amount.currency)} instead of ${minorToText(order.totalMinor, order.currency)}`;
  }
  const customIds = [capture.customId, paypalOrder.customId].filter((id) => id !== null);
  if (customIds.length === 0 || customIds.some((id) => id !== order.orderId))
    return "custom_id of another order";
  return isSamePayee(attempt, capture.payee ?? paypalOrder.payee) ? null : "another payee";
}

/** Expected is the payee that PayPal named when its order was created. */
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

/** Whether a capture's state is newer than the known one: by PayPal's clock, and within its second by rank. */
export function isNewer(
  known: { status: string; changedAt: Date | null },
  update: { status: string; changedAt: Date | null },
): boolean {
  const [before, after] = [known.changedAt?.getTime(), update.changedAt?.getTime()];
  if (before !== undefined && after !== undefined && before !== after) return after > before;
  return (ranks[update.status] ?? 0) >= (ranks[known.status] ?? 0);
}

/** Stored as the problem of a capture that agrees with its order and does not fulfil it. */
export const duplicateProblem = "second payment";

/** A completed capture for an order that another capture has paid. */
export function isDuplicatePayment(row: CaptureRow, order: OrderRow): boolean {
  return (
    order.paidAt !== null &&
    row.id !== order.paypalTransactionId &&
    isCompletedCapture(row.status) &&
    (row.problem === null || row.problem === duplicateProblem)
  );
}
