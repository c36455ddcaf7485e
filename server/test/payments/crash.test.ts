import { expect, test, vi } from "vitest";
import { type ShopProcess, startShopProcess } from "../helpers/shop-process.ts";
import type { Person } from "../helpers/test-shop.ts";
import { openPaypalShop, type PaypalShop } from "./paypal-shop.ts";

/** Each test starts a second shop, which takes its time on a busy machine. */
vi.setConfig({ testTimeout: 180_000 });

interface Rival extends ShopProcess {
  /** The status of the answer, or null where the process died under the call. */
  send(method: string, url: string, as: Person, body?: object): Promise<number | null>;
}

/** A second process of the same shop, to be killed at a named point or by hand. */
async function openRival(s: PaypalShop, crashAt?: string): Promise<Rival> {
  const { config } = s.shop.platform;
  const rival = await startShopProcess({
    NODE_ENV: "test",
    DATABASE_URL: s.shop.connectionString,
    DATA_DIR: config.dataDir,
    APP_SECRET: config.appSecret!,
    APP_URL: config.appUrl,
    PAYPAL_API_URL: config.paypalApiUrl!,
    LOG_LEVEL: "silent",
    ...(crashAt ? { FAILPOINT: crashAt } : {}),
  });
  return {
    ...rival,
    send: async (method, url, as, body = {}) => {
      try {
        const response = await fetch(rival.url + url, {
          method,
          headers: { cookie: as.cookie, "content-type": "application/json" },
          body: JSON.stringify(body),
        });
        await response.text();
        return response.status;
      } catch {
        return null;
      }
    },
  };
}

for (const point of ["before-create", "after-create"]) {
  test(`a process that dies ${point} leaves an order that can be paid, with one PayPal order`, async () => {
    const s = await openPaypalShop();
    const order = await s.order();
    const rival = await openRival(s, point);
    const body = { orderId: order._id, kind: "package" };
    expect(await rival.send("POST", "/api/paypal/orders", s.buyer, body)).toBeNull();
    expect(await rival.ended).toBe("SIGKILL");
    const id = await s.start(order);
    const { body: made } = await s.paypal.control("GET", "/orders");
    expect(made).toHaveLength(1);
    await s.approve(id);
    expect((await s.capture(id)).status).toBe(200);
  });
}

for (const point of [
  "before-capture",
  "after-capture",
  "before-record",
  "inside-fulfilment",
  "after-record",
]) {
  test(`a process that dies ${point} leaves an order that ends paid once`, async () => {
    const s = await openPaypalShop();
    const order = await s.order();
    const id = await s.start(order);
    await s.approve(id);
    const rival = await openRival(s, point);
    expect(await rival.send("POST", `/api/paypal/orders/${id}/capture`, s.buyer)).toBeNull();
    expect(await rival.ended).toBe("SIGKILL");
    await s.heal();
    expect(await s.read(order)).toMatchObject({
      paymentStatus: "Paid",
      orderStatus: "Completed",
      receiptNumber: 1,
    });
    expect(await s.balance()).toBe(10);
    await s.flush();
    expect(await s.balance()).toBe(10);
  });
}

for (const point of ["before-refund", "after-refund"]) {
  test(`a process that dies ${point} leaves a refund that is made once`, async () => {
    const s = await openPaypalShop();
    const { order } = await s.paid();
    const rival = await openRival(s, point);
    expect(
      await rival.send("POST", `/api/orders/${order._id}/refund`, s.admin, { amount: "5.00" }),
    ).toBeNull();
    expect(await rival.ended).toBe("SIGKILL");
    await s.heal();
    await s.flush();
    expect(await s.read(order)).toMatchObject({
      paymentStatus: "Partially refunded",
      refundedAmount: "5.00",
    });
    expect(await s.balance()).toBe(6);
  });
}

test("a process that dies before it noted that a refund is pending leaves one refund, whose end is seen", async () => {
  const s = await openPaypalShop();
  const { order, paypalOrderId } = await s.paid();
  const rival = await openRival(s, "after-refund");
  await s.fault({ on: "refund", fault: "pending" });
  expect(await rival.send("POST", `/api/orders/${order._id}/refund`, s.admin, { amount: "5.00" })).toBeNull();
  expect(await rival.ended).toBe("SIGKILL");
  await s.heal();
  expect(await s.read(order)).toMatchObject({ refundedAmount: "5.00" });
  const { body } = await s.paypal.call("GET", `/v2/checkout/orders/${paypalOrderId}`);
  const { refunds } = body.purchase_units[0].payments;
  expect(refunds).toMatchObject([{ status: "PENDING" }]);
  await s.paypal.control("POST", `/refunds/${refunds[0].id}/fail`);
  await s.flush();
  expect(await s.read(order)).toMatchObject({ paymentStatus: "Paid", refundedAmount: "0.00" });
  expect(await s.balance()).toBe(10);
  const { rows } = await s.shop.platform.db.execute("select state from refund_requests");
  expect(rows).toEqual([{ state: "refused" }]);
});

test("kills at random moments under many purchases lose no payment and grant none twice", async () => {
  const s = await openPaypalShop();
  const paid: string[] = [];
  for (let round = 0; round < 3; round += 1) {
    const rival = await openRival(s);
    const orders = await Promise.all([1, 2, 3, 4].map(() => s.order()));
    const ids = await Promise.all(orders.map((order) => s.start(order)));
    await Promise.all(ids.map((id) => s.approve(id)));
    const captures = ids.map((id) => rival.send("POST", `/api/paypal/orders/${id}/capture`, s.buyer));
    setTimeout(() => rival.kill("SIGKILL"), Math.random() * 250);
    await Promise.all(captures);
    await rival.ended;
    paid.push(...orders.map((order) => order._id));
  }
  await s.paypal.control("POST", "/webhooks/shuffle", { seed: 7 });
  await s.heal();
  for (const _id of paid) expect(await s.read({ _id })).toMatchObject({ paymentStatus: "Paid" });
  expect(await s.balance()).toBe(10 * paid.length);
});
