import { expect, test } from "vitest";
import type { PaypalMode } from "#contract/paypal-settings-form.ts";
import { OTHER, SHOP } from "#emulators/test/paypal-support.ts";
import { openPaypalShop, type PaypalShop } from "./paypal-shop.ts";

/** Both modes with the same account, so that PayPal itself refuses nothing, unless another one is named. */
async function use(s: PaypalShop, mode: PaypalMode, account = SHOP): Promise<void> {
  const body = { mode, clientId: account.clientId, clientSecret: account.secret, enablePayPal: true };
  const answer = await s.shop.send({ method: "PUT", url: "/api/paypal-settings", as: s.admin, body });
  expect(answer.status).toBe(200);
}

const ask = (s: PaypalShop, method: string, url: string) =>
  s.shop.send({ method, url, as: s.buyer, ...(method === "PUT" ? { body: {} } : {}) });

/** Everything that could learn of a payment: hint, verification, balance, webhooks, reconciler. */
async function tellAll(s: PaypalShop, order: { _id: string }): Promise<void> {
  await ask(s, "PUT", `/update-payment-status/${order._id}`);
  await ask(s, "GET", `/verify-order/${order._id}`);
  await ask(s, "PUT", "/update-user-balance");
  await s.flush();
  await s.heal();
}

async function orderAt(s: PaypalShop, paypalOrderId: string) {
  return (await s.paypal.call("GET", `/v2/checkout/orders/${paypalOrderId}`)).body;
}

test("play money pays nothing once live payments are in use, by none of the ways, and counts again in the sandbox", async () => {
  const s = await openPaypalShop();
  const [approved, captured] = [await s.order(), await s.order()];
  const [first, second] = [await s.start(approved), await s.start(captured)];
  await s.approve(first);
  await s.approve(second);
  await s.fault({ on: "capture", fault: "reset-after-effect" });
  expect((await s.capture(second)).status).toBe(202);
  await use(s, "live");
  await tellAll(s, approved);
  await tellAll(s, captured);
  expect((await s.capture(first)).status).toBe(409);
  expect((await s.capture(second)).status).toBe(409);
  await tellAll(s, captured);
  expect((await orderAt(s, first)).status).toBe("APPROVED");
  for (const order of [approved, captured])
    expect(await s.read(order)).toMatchObject({ paymentStatus: "pending" });
  expect(await s.balance()).toBe(0);
  // Nothing of it keeps the order from being paid with real money.
  const live = await s.start(approved);
  expect(live).not.toBe(first);
  await use(s, "sandbox");
  expect((await s.capture(second)).status).toBe(200);
  expect(await s.balance()).toBe(10);
});

test("a refund of what was paid in the sandbox still takes its credits back in a live shop", async () => {
  const s = await openPaypalShop();
  const { order, captureId } = await s.paid();
  await use(s, "live");
  await s.paypal.control("POST", `/captures/${captureId}/refund`, {});
  await s.flush();
  expect(await s.read(order)).toMatchObject({ paymentStatus: "Refunded" });
  expect(await s.balance()).toBe(0);
});

test("real money that was captured counts although the sandbox is in use meanwhile; nothing more is captured", async () => {
  const s = await openPaypalShop();
  await use(s, "live");
  const [approved, captured] = [await s.order(), await s.order()];
  const [first, second] = [await s.start(approved), await s.start(captured)];
  await s.approve(first);
  await s.approve(second);
  await s.fault({ on: "capture", fault: "reset-after-effect" });
  await s.capture(second);
  await use(s, "sandbox");
  await s.heal();
  expect((await s.capture(first)).status).toBe(409);
  expect((await orderAt(s, first)).status).toBe("APPROVED");
  expect(await s.read(captured)).toMatchObject({ paymentStatus: "Paid" });
  expect(await s.read(approved)).toMatchObject({ paymentStatus: "pending" });
});

test("with another account in use an approved payment of the former one is not taken, and the order can be paid anew", async () => {
  const s = await openPaypalShop();
  const order = await s.order();
  const first = await s.start(order);
  await s.approve(first);
  await use(s, "sandbox", OTHER);
  await tellAll(s, order);
  expect((await s.capture(first)).status).toBe(409);
  expect((await orderAt(s, first)).status).toBe("APPROVED");
  const second = await s.start(order);
  expect(second).not.toBe(first);
});
