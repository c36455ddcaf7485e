import { expect, test } from "vitest";
import {
  duplicateProblem,
  isCompletedCapture,
  isDuplicatePayment,
  isNewer,
  mismatchOf,
} from "#server/features/payments/capture/match-capture.ts";

type Order = Parameters<typeof mismatchOf>[0];
type Attempt = Parameters<typeof mismatchOf>[1];
type Capture = Parameters<typeof mismatchOf>[2];
type Whole = Parameters<typeof mismatchOf>[3];

const order: Order = { orderId: "ORDER123", totalMinor: 1250, currency: "USD" };
const attempt: Attempt = { payeeMerchantId: "MERCHANT", payeeEmail: "shop@example.com" };
const payee = { merchantId: "MERCHANT", email: "shop@example.com" };

function difference(
  changes: {
    amount?: Capture["amount"];
    ids?: [string | null, string | null];
    payees?: [Capture["payee"], Whole["payee"]];
    expected?: Attempt;
  } = {},
): string | null {
  const [captureId, orderId] = changes.ids ?? ["ORDER123", "ORDER123"];
  const [own, whole] = changes.payees ?? [null, payee];
  const amount = "amount" in changes ? changes.amount : { minor: 1250, currency: "USD" };
  const capture = { amount, customId: captureId, payee: own } as unknown as Capture;
  return mismatchOf(order, changes.expected ?? attempt, capture, {
    customId: orderId,
    payee: whole,
  } as Whole);
}

test("a capture of the order's amount, currency, custom_id and payee agrees", () => {
  expect(difference()).toBeNull();
  expect(difference({ ids: [null, "ORDER123"] })).toBeNull();
  expect(difference({ ids: ["ORDER123", null] })).toBeNull();
});

test("another amount or currency, or none, is named", () => {
  expect(difference({ amount: null })).toBe("no amount");
  expect(difference({ amount: { minor: 1249, currency: "USD" } })).toBe("amount 12.49 instead of 12.50");
  expect(difference({ amount: { minor: 1251, currency: "USD" } })).toBe("amount 12.51 instead of 12.50");
  expect(difference({ amount: { minor: 1250, currency: "EUR" } })).toBe("currency EUR instead of USD");
});

test.each<[string | null, string | null]>([
  [null, null],
  ["OTHER", "ORDER123"],
  ["ORDER123", "OTHER"],
  ["OTHER", null],
  [null, "OTHER"],
])("custom_ids %s and %s are not the order's", (...ids) => {
  expect(difference({ ids })).toBe("custom_id of another order");
});

const merchantOnly = { payeeMerchantId: "MERCHANT", payeeEmail: null };
const emailOnly = { payeeMerchantId: null, payeeEmail: "shop@example.com" };
const unnamed = { payeeMerchantId: null, payeeEmail: null };
const strangers = { merchantId: "STRANGER", email: "stranger@example.com" };

test.each<[string, Attempt, Capture["payee"], Whole["payee"], boolean]>([
  ["the capture's own payee counts before the order's", attempt, strangers, payee, false],
  ["the capture's own payee is enough", attempt, payee, strangers, true],
  ["a stranger", attempt, null, strangers, false],
  ["nobody", attempt, null, null, false],
  ["nobody, where only the merchant is known", merchantOnly, null, null, false],
  ["nobody, where only the address is known", emailOnly, null, null, false],
  ["the merchant alone", merchantOnly, null, { ...strangers, merchantId: "MERCHANT" }, true],
  [
    "the merchant's number decides before the address",
    attempt,
    null,
    { ...payee, merchantId: "STRANGER" },
    false,
  ],
  [
    "a merchant's number under another address",
    attempt,
    null,
    { ...strangers, merchantId: "MERCHANT" },
    true,
  ],
  [
    "the address, where PayPal names no number",
    attempt,
    null,
    { merchantId: null, email: payee.email },
    true,
  ],
  ["another address without a number", attempt, null, { merchantId: null, email: strangers.email }, false],
  [
    "an address where only the number is known",
    merchantOnly,
    null,
    { merchantId: null, email: payee.email },
    false,
  ],
  [
    "one that PayPal names in no way, where only the number is known",
    merchantOnly,
    null,
    { merchantId: null, email: null },
    false,
  ],
  ["the address alone", emailOnly, null, payee, true],
  ["another address", emailOnly, null, strangers, false],
  ["anyone, where PayPal named nobody at first", unnamed, null, strangers, true],
  ["nobody, where PayPal named nobody at first", unnamed, null, null, true],
])("payee: %s", (_name, expected, own, whole, agrees) => {
  expect(difference({ expected, payees: [own, whole] })).toBe(agrees ? null : "another payee");
});

test("money has come in with what is completed, also where it went back since", () => {
  const statuses = [
    "COMPLETED",
    "PARTIALLY_REFUNDED",
    "REFUNDED",
    "PENDING",
    "DECLINED",
    "FAILED",
    "",
    "NEW",
  ];
  expect(statuses.map(isCompletedCapture)).toEqual([true, true, true, false, false, false, false, false]);
});

const at = (second: number) => new Date(Date.UTC(2030, 0, 1, 0, 0, second));

test("news count by PayPal's clock", () => {
  const known = { status: "REFUNDED", changedAt: at(5) };
  expect(isNewer(known, { status: "COMPLETED", changedAt: at(6) })).toBe(true);
  expect(isNewer(known, { status: "REFUNDED", changedAt: at(4) })).toBe(false);
});

test.each([
  ["PENDING", "COMPLETED", true],
  ["PENDING", "DECLINED", true],
  ["PENDING", "FAILED", true],
  ["DECLINED", "PENDING", false],
  ["FAILED", "PENDING", false],
  ["DECLINED", "COMPLETED", true],
  ["FAILED", "COMPLETED", true],
  ["COMPLETED", "DECLINED", false],
  ["COMPLETED", "FAILED", false],
  ["COMPLETED", "PARTIALLY_REFUNDED", true],
  ["PARTIALLY_REFUNDED", "COMPLETED", false],
  ["PARTIALLY_REFUNDED", "REFUNDED", true],
  ["REFUNDED", "PARTIALLY_REFUNDED", false],
  ["COMPLETED", "COMPLETED", true],
  ["COMPLETED", "UNKNOWN", false],
  ["UNKNOWN", "PENDING", true],
])("within a second, and without a time, %s is followed by %s: %s", (before, after, newer) => {
  for (const [first, second] of [
    [at(1), at(1)],
    [null, at(1)],
    [at(1), null],
    [null, null],
  ] as const) {
    expect(isNewer({ status: before, changedAt: first }, { status: after, changedAt: second })).toBe(newer);
  }
});

type DuplicateRow = Parameters<typeof isDuplicatePayment>[0];
type PaidOrder = Parameters<typeof isDuplicatePayment>[1];

test.each<[string, Partial<DuplicateRow>, Partial<PaidOrder>, boolean]>([
  ["a second payment, not looked at yet", {}, {}, true],
  ["a second payment that is known as one", { problem: duplicateProblem }, {}, true],
  ["a second payment that went back since", { status: "REFUNDED" }, {}, true],
  ["the payment that paid the order", { id: "FIRST" }, {}, false],
  ["a payment for an order that is not paid", {}, { paidAt: null, paypalTransactionId: null }, false],
  ["a payment that has not come in", { status: "PENDING" }, {}, false],
  ["a payment that was declined", { status: "DECLINED" }, {}, false],
  ["a payment that does not agree with its order", { problem: "another payee" }, {}, false],
])("%s is a duplicate or none", (_name, row, changes, expected) => {
  const second = { id: "SECOND", status: "COMPLETED", problem: null, ...row } as DuplicateRow;
  const paid = { paidAt: new Date(), paypalTransactionId: "FIRST", ...changes } as PaidOrder;
  expect(isDuplicatePayment(second, paid)).toBe(expected);
});

test("what goes back as a second payment is stored under the name that support and reports know", () => {
  expect(duplicateProblem).toBe("second payment");
});
