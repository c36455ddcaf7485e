import { expect, test } from "vitest";
import { findOrders } from "#server/features/search/search.repository.ts";
import { plansOf } from "../helpers/plans.ts";
import { openTestShop } from "../helpers/test-shop.ts";
import { openPaypalShop, type PaypalShop, paidTwice, refund } from "../payments/paypal-shop.ts";

async function found({ shop, admin }: PaypalShop, q: string): Promise<string[]> {
  const { body } = await shop.send({ url: `/api/search?q=${encodeURIComponent(q)}`, as: admin });
  return body.data.map(({ _id, detail }: { _id: string; detail: string }) => `${_id} ${detail}`);
}

async function idOf({ shop }: PaypalShop, query: string): Promise<string> {
  const { rows } = await shop.platform.db.execute<{ id: string }>(query);
  expect(rows).toHaveLength(1);
  return rows[0]!.id;
}

test("an order is found by whatever its buyer may quote of the payment, given whole", async () => {
  const s = await openPaypalShop();
  const order = await s.order();
  const paypalOrderId = await s.start(order);
  await s.approve(paypalOrderId, { email: "Ada.Private@example.org" });
  expect((await s.capture(paypalOrderId)).status).toBe(200);
  expect((await refund(s, order, { amount: "2.50" })).status).toBe(200);
  const refundId = await idOf(s, "select id from reversals");
  const { orderId, paymentId, paypalTransactionID } = await s.read(order);
  for (const q of [
    "ada.private@example.ORG",
    paypalOrderId.toLowerCase(),
    paypalTransactionID,
    refundId,
    paymentId,
    "R-000001",
    orderId.slice(2, 7),
  ])
    expect(await found(s, q), q).toEqual([`${order._id} Ada Lovelace · Partially refunded`]);
  expect(await found(s, "private@example.org")).toEqual([]);
  expect(await found(s, refundId.slice(1))).toEqual([]);
});

test("an order is found by its second payment, and by its own id once it is cancelled", async () => {
  const s = await openPaypalShop();
  const twice = await paidTwice(s);
  const second = await idOf(s, "select id from captures where fulfilled_at is null");
  expect(await found(s, second)).toEqual([`${twice._id} Ada Lovelace · Paid`]);
  const pending = await s.order();
  expect((await s.shop.send({ method: "DELETE", url: `/order/${pending._id}`, as: s.buyer })).status).toBe(
    200,
  );
  expect(await found(s, pending.orderId)).toEqual([`${pending._id} Ada Lovelace · cancelled`]);
  expect(await found(s, pending.orderId.slice(0, 5)), "as the lists leave it out").toEqual([]);
});

test("money without an order is found by what its payer may quote, also long after, and once it went back", async () => {
  const s = await openPaypalShop();
  const { captureId } = await s.paypal.paid({ custom_id: "FORGOTTN" });
  await s.flush();
  await s.shop.platform.db.execute("update stray_payments set created_at = now() - interval '40 days'");
  const { rows } = await s.shop.platform.db.execute<{ email: string }>(
    "select payer_email as email from stray_payments",
  );
  const email = rows[0]!.email;
  for (const q of [captureId.toLowerCase(), email.toUpperCase()])
    expect(await found(s, q), q).toEqual([`${captureId} ${email} · it names no order of the shop`]);
  expect(await found(s, email.slice(1))).toEqual([]);
  const { refund } = (await s.paypal.control("POST", `/captures/${captureId}/refund`, {})).body;
  await s.flush();
  expect(await found(s, refund.id)).toEqual([`${captureId} ${email} · went back`]);
});

test("a search reads no payment but by an index", async () => {
  const plans = await plansOf(await openTestShop(), (db) => findOrders(db, "ada@example.org"));
  const plan = plans.find((text) => text.includes("paypal_order_id"))!;
  for (const index of ["captures_payer", "captures_pkey", "reversals_pkey", "payment_attempts_paypal"])
    expect(plan).toMatch(new RegExp(`Scan (using|on) ${index}\\b`));
  expect(plan).not.toContain("Seq Scan");
});
