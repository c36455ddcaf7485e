import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { reconcile } from "#server/features/payments/reconcile.ts";
import { holdJobs } from "../helpers/hold-jobs.ts";
import { type Order, openPaypalShop, type PaypalShop, paidTwice, refundsAsked } from "./paypal-shop.ts";

const refund = (s: PaypalShop, order: Order, body: object = {}) =>
  s.shop.send({ method: "POST", url: `/api/orders/${order._id}/refund`, as: s.admin, body });

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
  expect(await refundsAsked(s)).toBe(0);
  expect((await refund(s, order, { idempotencyKey: "the rest" })).status).toBe(200);
  expect(await s.read(order)).toMatchObject({ paymentStatus: "Refunded", refundedAmount: "12.50" });
});

test("a key that was used for one refund is refused for another amount or payment", async () => {
  const s = await openPaypalShop();
  const { order } = await s.paid();
  const form = { idempotencyKey: "once", amount: "5.00" };
  expect((await refund(s, order, { ...form, amount: "1,250" })).body.fields).toEqual({
    amount: "Please leave out what separates the thousands. At most two decimals follow a point or comma.",
  });
  expect((await refund(s, order, { ...form, amount: "5,00" })).status, "as a keyboard has it").toBe(200);
  expect((await refund(s, order, { ...form, amount: "7.50" })).status).toBe(409);
  expect((await refund(s, order, { ...form, captureId: "ANOTHER" })).status).toBe(409);
  expect((await refund(s, order, form)).status).toBe(200);
  expect((await refund(s, order, { idempotencyKey: "once" })).status).toBe(200);
  expect(await s.read(order)).toMatchObject({ refundedAmount: "5.00" });
});

test("no order's refund gives back the payment of another order", async () => {
  const s = await openPaypalShop();
  const [own, other] = [await s.paid(), await s.paid()];
  for (const order of [own.order, await s.order()]) {
    const answer = await refund(s, order, { captureId: other.captureId, amount: "5.00" });
    expect([answer.status, answer.body.message]).toEqual([
      409,
      "This order has no payment that could be given back.",
    ]);
  }
  expect(await refundsAsked(s)).toBe(0);
  for (const { order } of [own, other])
    expect(await s.read(order)).toMatchObject({ paymentStatus: "Paid", refundedAmount: "0.00" });
});

test("a refund is refused beside one whose answer is awaited, and where another was made that its admin had not seen", async () => {
  const s = await openPaypalShop();
  const { order } = await s.paid();
  await s.fault({ on: "refund", fault: "503", times: 1000 });
  expect((await refund(s, order, { amount: "5.00", idempotencyKey: "first" })).status).toBe(202);
  const beside = await refund(s, order, { amount: "5.00", idempotencyKey: "second" });
  expect([beside.status, beside.body.message]).toEqual([
    409,
    "A refund of 5.00 was asked for already, and PayPal's answer is awaited.",
  ]);
  await s.paypal.control("DELETE", "/faults");
  await s.heal();
  expect(await s.read(order)).toMatchObject({ refundedAmount: "5.00" });
  const unseen = await refund(s, order, { amount: "5.00", refundedAmount: "0.00" });
  expect([unseen.status, unseen.body.message]).toEqual([409, expect.stringMatching(/^5\.00 of this order/)]);
  expect((await refund(s, order, { amount: "2.00", refundedAmount: "5.00" })).status).toBe(200);
  expect(await s.read(order)).toMatchObject({ refundedAmount: "7.00" });
});

test("a note of two lines, which PayPal refuses, goes as one", async () => {
  const s = await openPaypalShop();
  const { order } = await s.paid();
  expect((await refund(s, order, { note: "As agreed\nby phone" })).status).toBe(200);
});

test("an order's own payment can be given back while the second one is still on its way back", async () => {
  const s = await openPaypalShop();
  await s.fault({ on: "refund", fault: "503", times: 1000 });
  const order = await paidTwice(s);
  await reconcile(s.shop.platform);
  const { db } = s.shop.platform;
  const rows = async () =>
    (await db.execute(sql`select state, count(*)::int as count from refund_requests group by state`)).rows;
  expect(await rows()).toEqual([{ state: "open", count: 1 }]);
  const asked = await refund(s, order);
  expect(asked.status, asked.text).toBe(202);
  await s.paypal.control("DELETE", "/faults");
  await s.heal();
  expect(await rows()).toEqual([{ state: "done", count: 2 }]);
  expect(await s.read(order)).toMatchObject({ paymentStatus: "Refunded", refundedAmount: "12.50" });
  expect(await s.balance()).toBe(0);
});

test("the audit log tells a refund's amount as money, and of nothing that it would have removed", async () => {
  const s = await openPaypalShop();
  const { order, captureId } = await s.paid();
  await refund(s, order, { amount: "2.50", note: "Half" });
  const twice = await paidTwice(s);
  const { body } = await s.shop.send({ url: "/api/audit-log?q=refund", as: s.admin });
  type Line = { subject: string; before: unknown; after: Record<string, unknown> };
  const told = body.map(({ subject, before, after }: Line) => [
    subject,
    before,
    after.amount,
    after.captureId,
  ]);
  expect(told).toEqual([
    [`order:${twice.orderId}`, null, "12.50", expect.any(String)],
    [`order:${order.orderId}`, null, "2.50", captureId],
  ]);
});

test("a refund that another call has finished meanwhile is looked at no more", async () => {
  const s = await openPaypalShop();
  const { order } = await s.paid();
  const client = await holdJobs(s.shop.connectionString, ["payments"]);
  const { db } = s.shop.platform;
  const form = { idempotencyKey: "once" };
  await s.fault({ on: "refund", fault: "reset" });
  expect((await refund(s, order, form)).status).toBe(202);
  await db.execute(sql`update refund_requests set check_at = now() - interval '1 second'`);
  await client.query("begin");
  await client.query("select from refund_requests for update");
  const waits = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  const waiting = async () => (await db.execute(waits)).rowCount;
  const first = refund(s, order, form);
  await expect.poll(waiting).toBe(1);
  // PayPal is away for the reconciler, which looks at the same refund just then.
  await s.fault({ on: "refund", fault: "503" });
  const second = reconcile(s.shop.platform);
  await expect.poll(waiting).toBe(2);
  await client.query("commit");
  await second;
  expect((await first).status).toBe(200);
  const rows = async () =>
    (await db.execute(sql`select state, check_at, last_error from refund_requests`)).rows;
  const finished = [{ state: "done", check_at: null, last_error: null }];
  expect(await rows()).toEqual(finished);
  // One of before is put right by the next look.
  await db.execute(sql`update refund_requests set check_at = now() - interval '1 second'`);
  await reconcile(s.shop.platform);
  expect(await rows()).toEqual(finished);
});
