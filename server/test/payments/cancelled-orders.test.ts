import { expect, test } from "vitest";
import { hint, paidInBrowser } from "./browser-payer.ts";
import { type Order, openPaypalShop, type PaypalShop } from "./paypal-shop.ts";

async function cancel(s: PaypalShop, order: Order, as = s.buyer): Promise<void> {
  const url = `${"itemName" in order ? "/item-order" : "/order"}/${order._id}`;
  expect((await s.shop.send({ method: "DELETE", url, as })).status).toBe(200);
}

interface Line {
  title: string;
  refundable?: { captureId: string };
}

async function history(s: PaypalShop, order: Order): Promise<Line[]> {
  const { status, body } = await s.shop.send({ url: `/api/orders/${order._id}/history`, as: s.admin });
  expect(status).toBe(200);
  return body.data;
}

for (const kind of ["package", "item"] as const) {
  test(`a payment that a browser made for an order of a ${kind} cancelled meanwhile is taken by the hint and revives it, with no webhook registered`, async () => {
    const s = await openPaypalShop({ webhooks: false });
    for (const canceller of [s.buyer, s.admin]) {
      const order = kind === "package" ? await s.order() : await s.itemOrder();
      await cancel(s, order, canceller);
      const id = await paidInBrowser(s, order);
      expect((await hint(s, order, id)).body).toEqual({ success: true, matchedCount: 1, modifiedCount: 1 });
      expect(await s.read(order)).toMatchObject({ paymentStatus: "Paid", paypalTransactionID: id });
    }
    expect(await s.balance()).toBe(kind === "package" ? 20 : 0);
  });
}

test("what a hint says of a cancelled order is asked for later where PayPal is away", async () => {
  const s = await openPaypalShop({ webhooks: false });
  const order = await s.order();
  await cancel(s, order);
  const id = await paidInBrowser(s, order);
  await s.fault({ on: "get-capture", fault: "500" });
  expect((await hint(s, order, id)).status).toBe(503);
  await s.heal();
  expect(await s.read(order)).toMatchObject({ paymentStatus: "Paid" });
});

test("owner and admin can have PayPal asked about a cancelled order, and nobody else", async () => {
  const s = await openPaypalShop({ webhooks: false });
  const other = await s.shop.signUp();
  for (const asker of [s.buyer, s.admin]) {
    const order = await s.order();
    const paypalOrderId = await s.start(order);
    await s.approve(paypalOrderId);
    await s.fault({ on: "capture", fault: "reset-after-effect" });
    await s.capture(paypalOrderId);
    await cancel(s, order);
    const url = `/verify-order/${order._id}`;
    expect((await s.shop.send({ url, as: other })).status).toBe(404);
    expect((await s.shop.send({ url, as: asker })).body.data).toMatchObject({ paymentStatus: "Paid" });
  }
});

test("money that pays no cancelled order can be seen in its history and given back", async () => {
  const s = await openPaypalShop();
  const order = await s.order();
  const paypalOrderId = await s.start(order);
  await s.approve(paypalOrderId);
  await s.fault({ on: "capture", fault: "wrong-amount" });
  expect((await s.capture(paypalOrderId)).body.code).toBe("PAYMENT_MISMATCH");
  await cancel(s, order, s.admin);
  const lines = await history(s, order);
  expect(lines.map(({ title }) => title)).toContain("Cancelled");
  const [payment] = lines.flatMap(({ refundable }) => refundable ?? []);
  const refund = await s.shop.send({
    method: "POST",
    url: `/api/orders/${order._id}/refund`,
    as: s.admin,
    body: { captureId: payment!.captureId },
  });
  expect(refund.status, refund.text).toBe(200);
  expect((await history(s, order)).flatMap(({ refundable }) => refundable ?? [])).toEqual([]);
  const preview = await s.shop.send({ url: `/api/orders/${order._id}/refund-preview`, as: s.admin });
  expect(preview.status, "no payment of its own that could be given back").toBe(409);
  expect((await s.shop.send({ url: `/order/${order._id}`, as: s.buyer })).status).toBe(404);
  expect((await s.shop.send({ url: "/orders", as: s.admin })).body).toEqual([]);
});
