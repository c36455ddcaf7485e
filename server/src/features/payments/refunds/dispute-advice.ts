import { orderDate } from "#server/features/orders/order-records.ts";
import type { ReversalRow } from "./refunds.repository.ts";

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
  const until = answerBy ? `by ${orderDate(answerBy)} (UTC)` : "in time";
  return [
    ...(claim ? [`The buyer says ${claim}.`] : []),
    `Answer case ${id} in PayPal's Resolution Center (paypal.com/resolutioncenter) ${until}: a case without an answer is lost.`,
    "The order's history and its buyer's page in the back office show what was delivered and when, and what was made with it. Do not refund it from the shop while the case is open, or the money may go twice.",
  ];
}
