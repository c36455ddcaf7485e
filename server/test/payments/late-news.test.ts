import { expect, test } from "vitest";
import { backfillEvents } from "#server/features/payments/webhooks/backfill-events.ts";
import { processEvent } from "#server/features/payments/webhooks/process-event.ts";
import { hint, paidInBrowser } from "./browser-payer.ts";
import { type Order, openPaypalShop, type PaypalShop } from "./paypal-shop.ts";

/** Status, money that went back, and the buyer's balance. */
async function stands(s: PaypalShop, order: Order): Promise<string> {
  const { paymentStatus, refundedAmount } = await s.read(order);
  return `${paymentStatus} ${refundedAmount}, ${await s.balance()} credits`;
}

test("a dispute of a payment that the shop has not heard of yet counts, by webhook or listed newest first", async () => {
  for (const isListed of [false, true]) {
    const s = await openPaypalShop();
    const order = await s.order();
    const captureId = await paidInBrowser(s, order);
    await s.paypal.control("POST", `/captures/${captureId}/dispute`);
    if (isListed) {
      await s.paypal.control("POST", "/webhooks/drop");
      await backfillEvents(s.shop.platform);
    } else {
      expect(await s.flush({ eventType: "CUSTOMER.DISPUTE.CREATED" })).toEqual([200]);
      await s.flush();
    }
    expect(await stands(s, order)).toBe("Disputed 0.00, 0 credits");
  }
});

test("the shop's won dispute brings back a reversal of which it heard before it heard of the payment", async () => {
  const s = await openPaypalShop();
  const order = await s.order();
  const captureId = await paidInBrowser(s, order);
  await s.paypal.control("POST", `/captures/${captureId}/reverse`);
  expect(await s.flush({ eventType: "PAYMENT.CAPTURE.REVERSED" })).toEqual([200]);
  await s.flush();
  expect(await stands(s, order)).toBe("Refunded 12.50, 0 credits");
  await s.paypal.control("POST", `/captures/${captureId}/dispute`);
  await s.paypal.control("POST", `/captures/${captureId}/resolve-dispute`);
  await s.flush();
  expect(await stands(s, order)).toBe("Paid 0.00, 10 credits");
});

test("a dispute of money that belonged to no order is its order's once that is known", async () => {
  for (const outcome of [null, "RESOLVED_BUYER_FAVOUR"]) {
    const s = await openPaypalShop();
    const order = await s.order();
    await s.fault({ on: "get-order", fault: "wrong-custom-id" });
    await s.fault({ on: "get-capture", fault: "wrong-custom-id" });
    const captureId = await paidInBrowser(s, order);
    expect((await hint(s, order, captureId)).status).toBe(409);
    await s.paypal.control("POST", `/captures/${captureId}/dispute`);
    if (outcome) await s.paypal.control("POST", `/captures/${captureId}/resolve-dispute`, { outcome });
    await s.paypal.control("POST", "/webhooks/drop", { eventType: "PAYMENT.CAPTURE.COMPLETED" });
    await s.flush();
    expect((await hint(s, order, captureId)).status).toBe(200);
    expect(await stands(s, order)).toBe(outcome ? "Refunded 12.50, 0 credits" : "Disputed 0.00, 0 credits");
    const read = (url: string) => s.shop.send({ url, as: s.admin });
    const { body } = await read(`/api/orders/${order._id}/history`);
    expect((await read("/api/insights?days=7")).body.data.providers.strayPayments).toEqual([]);
    expect(body.data.map(({ title }: Order) => title)).toContain(outcome ? "dispute: lost" : "dispute: open");
  }
});

test("what went back of a payment before PayPal named its refund counts once, when the payment is an order's too", async () => {
  const s = await openPaypalShop();
  const order = await s.order();
  const captureId = await paidInBrowser(s, order);
  const { refund } = (await s.paypal.control("POST", `/captures/${captureId}/refund`, {})).body;
  await s.paypal.control("POST", "/webhooks/drop", { eventType: "PAYMENT.CAPTURE.REFUNDED" });
  await s.fault({ on: "get-order", fault: "refused", issue: "RESOURCE_NOT_FOUND" });
  await s.fault({ on: "get-capture", fault: "wrong-custom-id" });
  expect((await hint(s, order, captureId)).status).toBe(409);
  expect((await hint(s, order, captureId)).status).toBe(200);
  expect(await stands(s, order)).toBe("Refunded 12.50, 0 credits");
  const gone = "select coalesce(sum(minor), 0)::int as gone from reversal_movements";
  expect((await s.shop.platform.db.execute(gone)).rows).toEqual([{ gone: -1250 }]);
  const failed = { status: "FAILED", update_time: new Date(Date.now() + 60_000).toISOString() };
  for (const [index, told] of [failed, failed, {}].entries()) {
    await processEvent(s.shop.platform, {
      mode: "sandbox",
      id: `WH-${index}`,
      type: "status" in told ? "PAYMENT.REFUND.FAILED" : "PAYMENT.CAPTURE.REFUNDED",
      resource: { ...refund, ...told },
      body: {},
    });
  }
  expect(await stands(s, order), "once that refund has failed").toBe("Paid 0.00, 10 credits");
  expect((await s.shop.platform.db.execute(gone)).rows).toEqual([{ gone: 0 }]);
});
