import type { HistoryLine } from "#contract/payments.ts";
import { capitalized } from "#web/ui/options.ts";

/** What the server's words are in an owner's; others are shown as they are. */
export const sentences: Record<string, string> = {
  "order Ordered": "Ordered",
  "order Cancelled": "Cancelled",
  "order Paid, confirmed by PayPal": "Paid, confirmed by PayPal",
  "order Paid, rescued by the reconciler": "Paid, rescued by the reconciler",
  "ledger purchase": "Credits added",
  "ledger refund": "Credits taken back",
  "ledger refund-returned": "Credits given again",
  "ledger debt-settled": "Owed credits settled",
  "refund refund: pending": "Money on its way back, PayPal has yet to settle it",
  "refund refund: done": "Money given back",
  "refund refund: failed": "PayPal could not give the money back",
  "refund reversal: pending": "PayPal is taking the money back",
  "refund reversal: done": "PayPal took the money back",
  "refund reversal: failed": "The money that PayPal took back is here again",
  "refund dispute: open": "The buyer opened a dispute",
  "refund dispute: won": "Dispute won",
  "refund dispute: lost": "Dispute lost",
  "refund dispute: closed": "Dispute closed without a decision",
  "refund Refund asked for: open": "Refund asked for, PayPal has not answered yet",
  "refund Refund asked for: done": "The refund that was asked for was taken by PayPal",
  "refund Refund asked for: refused": "The refund that was asked for was not made",
};

/** Of a thing that happened, what an owner wants to know beside it. */
export const told = [
  "product",
  "total",
  "amount",
  "currency",
  "balanceAfter",
  "receiptNumber",
  "toEmail",
  "note",
  "problem",
  "answerBy",
];

export const kindLabels: Record<HistoryLine["kind"], string> = {
  order: "Order",
  attempt: "Payment",
  capture: "PayPal",
  refund: "Money back",
  webhook: "Webhook",
  ledger: "Credits",
  mail: "Mail",
};

const labels: Record<string, string> = {
  reconciledBy: "Found by",
  receiptNumber: "Receipt",
  paypalTransactionId: "PayPal transaction",
  paypalOrderId: "PayPal order",
  lastError: "Last problem",
  nextCheck: "Next check",
  captureId: "Capture",
  id: "PayPal id",
  resourceId: "PayPal resource",
  answerBy: "Answer at PayPal by (UTC)",
  balanceAfter: "Balance after",
  toEmail: "To",
};

export function labelOf(name: string): string {
  return labels[name] ?? capitalized(name);
}

export function wordOf(value: HistoryLine["details"][string]): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  return String(value);
}

const canPay = "The buyer can pay it under Pending Payment.";
const onItsOwn = "The shop goes on asking by itself; 'Ask PayPal again' asks now.";

/** By the state of the last attempt, as the server names it. */
const reasons: Record<string, string> = {
  creating: `The buyer went on to pay, and PayPal has told of no approval. ${canPay}`,
  created: `The buyer opened PayPal and has not approved the payment there. ${canPay}`,
  capturing: `The buyer approved the payment, and whether the money came is not known yet. ${onItsOwn}`,
  pending: `The buyer paid, and PayPal holds the money back. Nothing is granted until it comes in. ${onItsOwn}`,
  mismatch:
    "Money came in that does not fit the order, so nothing was granted. Below is what differs, and a button that gives it back.",
  claimed: `The buyer's browser told of a payment that the shop could not read at PayPal yet. ${onItsOwn}`,
  declined: `PayPal turned the payment down, or the money has gone back: none of it is here. ${canPay}`,
  expired: `The buyer opened PayPal and did not approve the payment within three hours. ${canPay}`,
};

/** Why an order is not paid, to whoever asks on behalf of a buyer, and what goes on from there. */
export function unpaidReason(history: HistoryLine[]): string {
  const attempt = history.filter(({ kind }) => kind === "attempt").at(-1);
  const state = attempt?.title.replace("Attempt: ", "") ?? "";
  return (
    reasons[state] ??
    `The buyer ordered and has not gone on to PayPal. Has money gone all the same? Search for its transaction or the PayPal address (Ctrl+K). ${canPay}`
  );
}
