import { expect, test } from "vitest";
import { type Order, openPaypalShop, type PaypalShop } from "./paypal-shop.ts";

const refund = (s: PaypalShop, order: Order, body: object = {}) =>
  s.shop.send({ method: "POST", url: `/api/orders/${order._id}/refund`, as: s.admin, body });

/** How often PayPal was asked for a refund since. */
async function asked(s: PaypalShop): Promise<number> {
  const { body } = await s.paypal.control("GET", "/requests");
  return body.filter(({ operation }: { operation: string }) => operation === "refund").length;
}

test("a refund of what went back at PayPal already is refused, and the order stands as refunded at once", async () => {
  const s = await openPaypalShop();
  const { order, captureId } = await s.paid();
  await s.paypal.control("POST", `/captures/${captureId}/refund`, {});
  const answer = await refund(s, order);
  expect([answer.status, answer.body.message]).toEqual([
    409,
    expect.stringContaining("CAPTURE_FULLY_REFUNDED"),
  ]);
  expect(await s.read(order)).toMatchObject({ paymentStatus: "Refunded", refundedAmount: "12.50" });
  expect(await s.balance()).toBe(0);
});

test("a refund of more than is left at PayPal tells the shop what is left, and that can be given back", async () => {
  const s = await openPaypalShop();
  const { order, captureId } = await s.paid();
  await s.paypal.control("POST", `/captures/${captureId}/refund`, { amount: "4.00" });
  expect((await refund(s, order, { idempotencyKey: "all" })).status).toBe(409);
  expect(await s.read(order)).toMatchObject({ paymentStatus: "Partially refunded", refundedAmount: "4.00" });
  await s.paypal.control("DELETE", "/requests");
  expect((await refund(s, order, { idempotencyKey: "all" })).status, "one key is one refund").toBe(409);
  expect(await asked(s)).toBe(0);
  expect((await refund(s, order, { idempotencyKey: "the rest" })).status).toBe(200);
  expect(await s.read(order)).toMatchObject({ paymentStatus: "Refunded", refundedAmount: "12.50" });
});
