import { expect, test } from "vitest";
import { processEvent } from "#server/features/payments/webhooks/process-event.ts";
import { hint } from "./browser-payer.ts";
import { tryStart } from "./coupon-shop.ts";
import { type Order, openPaypalShop, type PaypalShop } from "./paypal-shop.ts";

/** A pending order that was paid with another amount than its total, and the capture that did so. */
async function wronglyPaid(s: PaypalShop): Promise<{ order: Order; captureId: string }> {
  const order = await s.order();
  const id = await s.start(order);
  await s.approve(id);
  await s.fault({ on: "capture", fault: "wrong-amount" });
  expect((await s.capture(id)).body.code).toBe("PAYMENT_MISMATCH");
  const { body } = await s.shop.send({ url: `/api/orders/${order._id}/history`, as: s.admin });
  const [payment] = body.data.flatMap((line: { refundable?: object }) => line.refundable ?? []);
  return { order, captureId: payment.captureId };
}

const giveBack = (s: PaypalShop, order: Order, captureId: string, amount?: string) =>
  s.shop.send({
    method: "POST",
    url: `/api/orders/${order._id}/refund`,
    as: s.admin,
    body: { captureId, ...(amount ? { amount } : {}) },
  });

async function pay(s: PaypalShop, order: Order): Promise<void> {
  const id = await s.start(order);
  await s.approve(id);
  const captured = await s.capture(id);
  expect(captured.status, captured.text).toBe(200);
  expect(await s.read(order)).toMatchObject({ paymentStatus: "Paid" });
}

async function attempts(s: PaypalShop) {
  const { rows } = await s.shop.platform.db.execute(
    "select state, check_at is not null as polled from payment_attempts order by created_at",
  );
  return rows;
}

test("an order whose wrong payment was given back whole can be paid again; while part of it is here it cannot", async () => {
  const s = await openPaypalShop();
  const { order, captureId } = await wronglyPaid(s);
  expect((await tryStart(s, order)).body.code).toBe("PAYMENT_MISMATCH");
  expect((await giveBack(s, order, captureId, "2.00")).status).toBe(200);
  expect((await tryStart(s, order)).body.code).toBe("PAYMENT_MISMATCH");
  expect((await giveBack(s, order, captureId)).status).toBe(200);
  await pay(s, order);
  await s.flush();
  await s.heal();
  expect(await s.read(order)).toMatchObject({ paymentStatus: "Paid", refundedAmount: "0.00" });
  expect(await s.balance()).toBe(10);
});

test("attempts after a payment that was given back share a new payment id, so that PayPal takes money for one of them alone", async () => {
  const s = await openPaypalShop();
  const { order, captureId } = await wronglyPaid(s);
  expect((await giveBack(s, order, captureId)).status).toBe(200);
  // What a client claims meanwhile brings no id.
  expect((await hint(s, order, "9AB12345CD678901E")).body.code).toBe("PAYMENT_MISMATCH");
  const first = await s.start(order);
  const { paymentId } = await s.read(order);
  expect(paymentId).not.toBe(order.paymentId);
  for (const table of ["payment_attempts", "captures"])
    await s.shop.platform.db.execute(`update ${table} set created_at = created_at - interval '4 hours'`);
  const second = await s.start(order);
  expect(second).not.toBe(first);
  expect(await s.read(order)).toMatchObject({ paymentId });
  const statuses = [];
  for (const id of [first, second]) {
    await s.approve(id);
    const path = `/v2/checkout/orders/${id}/capture`;
    statuses.push((await s.paypal.call("POST", path, { body: {} })).status);
  }
  expect(statuses).toEqual([201, 422]);
  await s.flush();
  expect(await s.read(order)).toMatchObject({ paymentStatus: "Paid" });
});

test("a wrong payment that was given back at PayPal's own site bars its order no more either, and is asked about no more", async () => {
  const s = await openPaypalShop({ webhooks: false });
  const { order, captureId } = await wronglyPaid(s);
  await s.paypal.control("POST", `/captures/${captureId}/refund`, {});
  await s.heal();
  expect(await attempts(s)).toEqual([{ state: "declined", polled: false }]);
  // What went back may fail yet, and no webhook would tell: the payment itself is read daily, as a good one is.
  const { rows } = await s.shop.platform.db.execute("select check_at > now() as watched from captures");
  expect(rows).toEqual([{ watched: true }]);
  await pay(s, order);
});

test("a wrong payment whose refund fails later bars its order again", async () => {
  const s = await openPaypalShop();
  const { order, captureId } = await wronglyPaid(s);
  expect((await giveBack(s, order, captureId)).status).toBe(200);
  await s.heal();
  expect(await attempts(s)).toEqual([{ state: "declined", polled: false }]);
  const { rows } = await s.shop.platform.db.execute("select id from reversals");
  await processEvent(s.shop.platform, {
    id: "WH-FAILED",
    type: "PAYMENT.REFUND.FAILED",
    mode: "sandbox",
    body: {},
    resource: {
      id: rows[0]!.id,
      status: "FAILED",
      links: [{ rel: "up", href: `https://api.paypal.com/v2/payments/captures/${captureId}` }],
    },
  });
  expect(await attempts(s)).toEqual([{ state: "mismatch", polled: true }]);
  expect((await tryStart(s, order)).body.code).toBe("PAYMENT_MISMATCH");
});
