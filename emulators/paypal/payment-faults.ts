import type { PaymentFault } from "./faults.ts";
import { newTransactionId } from "./ids.ts";
import type { Money } from "./money.ts";
import { capturedAmount } from "./orders.ts";
import { isObject, type JsonObject } from "./read.ts";

/** A copy of an order's or a capture's JSON as a PayPal that has gone wrong would tell it. */
export function changeAnswer(body: unknown, fault: PaymentFault): unknown {
  if (!isObject(body)) return body;
  const copy = structuredClone(body);
  const units = Array.isArray(copy.purchase_units) ? copy.purchase_units.filter(isObject) : [];
  for (const unit of units) {
    const payments = isObject(unit.payments) ? unit.payments : {};
    const captures = Array.isArray(payments.captures) ? payments.captures.filter(isObject) : [];
    for (const capture of captures) changePayment(capture, fault);
    if (fault.fault === "duplicate-capture" && captures[0]) {
      payments.captures = [...captures, { ...captures[0], id: newTransactionId() }];
    }
    if (fault.fault === "wrong-payee") changePayment(unit, fault);
    if (captures.length === 0) changePayment(unit, fault);
  }
  if (units.length === 0) changePayment(copy, fault);
  return copy;
}

function changePayment(payment: JsonObject, { fault, issue }: PaymentFault): void {
  const amount = payment.amount;
  switch (fault) {
    case "wrong-amount":
    case "wrong-currency":
      if (isObject(amount)) payment.amount = { ...amount, ...capturedAmount(amount as Money, fault) };
      break;
    case "wrong-custom-id":
      payment.custom_id = "SOMEONEELSE";
      break;
    case "wrong-payee":
      payment.payee = { email_address: "another-shop@example.com", merchant_id: "ANTHERSHP2345" };
      break;
    case "pending":
      payment.status = "PENDING";
      payment.status_details = { reason: issue ?? "PENDING_REVIEW" };
      break;
    case "declined":
    case "declined-capture":
      payment.status = "DECLINED";
      break;
    default:
      break;
  }
}
