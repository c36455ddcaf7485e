import { expect, test } from "vitest";
import { rescuer } from "#contract/orders.ts";
import { confirmationOf } from "#web/features/admin-orders/order-kinds.ts";

test("an order says by what it is known to be paid, and one that its coupon paid names no PayPal", () => {
  const paid = { receiptNumber: 1, paymentMethod: "Paypal", reconciledBy: null };
  expect(confirmationOf({ ...paid, receiptNumber: null })).toBe("Not paid yet");
  expect(confirmationOf(paid)).toBe("Confirmed by PayPal");
  expect(confirmationOf({ ...paid, reconciledBy: rescuer })).toBe("Rescued by the reconciler");
  expect(confirmationOf({ ...paid, paymentMethod: "Coupon" })).toBe("Paid by the coupon");
});
