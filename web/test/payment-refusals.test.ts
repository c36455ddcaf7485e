import { expect, test } from "vitest";
import { errorTable } from "#contract/errors.ts";
import { ApiError } from "#web/api/client.ts";
import { isUnderWay, refusalText } from "#web/features/payments/messages.ts";

const unavailable =
  "Payment Unavailable: PayPal payments are currently unavailable. Please contact support for alternative payment methods.";

test.each([
  ["switched off meanwhile", new ApiError(503, { code: "UNAVAILABLE", message: unavailable }), unavailable],
  [
    "a payment that needs support",
    new ApiError(409, { code: "PAYMENT_MISMATCH", message: "Please contact support." }),
    "Please contact support.",
  ],
  [
    "the database away",
    new ApiError(503, { code: "UNAVAILABLE", message: errorTable.UNAVAILABLE.message }),
    "There was an error with PayPal. Please try again.",
  ],
  ["a fault", new ApiError(500, { code: "INTERNAL" }), "There was an error with PayPal. Please try again."],
  ["no answer", new ApiError(0, {}), "There was an error with PayPal. Please try again."],
])("the payment page says why no payment could be begun: %s", (_case, error, text) => {
  expect(refusalText(error, "package")).toBe(text);
});

test("only a payment that PayPal still holds back is waited for", () => {
  const held = "PayPal is still processing the payment of this order.";
  expect(isUnderWay(new ApiError(409, { code: "CONFLICT", message: held }))).toBe(true);
  expect(isUnderWay(new ApiError(409, { code: "CONFLICT", message: errorTable.CONFLICT.message }))).toBe(
    false,
  );
  expect(isUnderWay(new ApiError(503, { code: "UNAVAILABLE", message: unavailable }))).toBe(false);
});
