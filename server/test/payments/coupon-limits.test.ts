import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { newCode, newId } from "#server/db/ids.ts";
import { orders } from "#server/db/tables/orders.ts";
import { hasUseLeft } from "#server/features/coupons/uses.repository.ts";
import { hint, paidInBrowser } from "./browser-payer.ts";
import { addCoupon, check, halfHourPasses, listed, orderWith, ten, tryStart } from "./coupon-shop.ts";
import { type Order, openPaypalShop, type PaypalShop } from "./paypal-shop.ts";

async function problems(s: PaypalShop): Promise<string[]> {
  const { rows } = await s.shop.platform.db.execute<{ subject: string }>(
    sql`select subject from outbox where template_name = 'Payment problem' order by subject`,
  );
  return rows.map(({ subject }) => subject);
}

/** What an order's history offers to give back. */
async function refundable(s: PaypalShop, order: Order): Promise<{ captureId: string }[]> {
  const { body } = await s.shop.send({ url: `/api/orders/${order._id}/history`, as: s.admin });
  return body.data.flatMap((line: { refundable?: object }) => line.refundable ?? []);
}

const refund = (s: PaypalShop, order: Order, captureId: string) =>
  s.shop.send({ method: "POST", url: `/api/orders/${order._id}/refund`, as: s.admin, body: { captureId } });

const withoutUse = (order: Order) =>
  `Please check order ${order.orderId}: it was paid with a coupon that has ended or has no use left`;

test("a coupon for one use makes one order cheaper, however many of them a browser pays by itself", async () => {
  const s = await openPaypalShop();
  const coupon = await addCoupon(s, { value: 90 });
  const orders = [await orderWith(s, "TEN"), await orderWith(s, "TEN"), await orderWith(s, "TEN")];
  const [named, told, found] = orders as [Order, Order, Order];
  for (const order of orders) await halfHourPasses(s, order);
  const ids = [await paidInBrowser(s, named), await paidInBrowser(s, told), await paidInBrowser(s, found)];
  expect((await hint(s, named, ids[0])).body).toMatchObject({ success: true, modifiedCount: 1 });
  expect((await hint(s, found, ids[2])).body.code).toBe("PAYMENT_MISMATCH");
  expect(new Set(await s.flush())).toEqual(new Set([200]));
  await s.heal();
  expect(await s.balance()).toBe(10);
  expect(await listed(s, coupon.id)).toMatchObject({ used: 1, held: 0 });
  expect(await problems(s)).toEqual([told, found].map(withoutUse).toSorted());
  for (const order of [told, found])
    expect(await s.read(order)).toMatchObject({ paymentStatus: "pending", orderStatus: "pending" });
});

test("money for which a coupon had no use can be given back, and is taken up where the limit is raised before", async () => {
  const s = await openPaypalShop();
  const coupon = await addCoupon(s);
  const orders = [await orderWith(s, "TEN"), await orderWith(s, "TEN"), await orderWith(s, "TEN")];
  const [paid, returned, waiting] = orders as [Order, Order, Order];
  for (const order of orders) await hint(s, order, await paidInBrowser(s, order));
  const [payment] = await refundable(s, returned);
  expect((await refund(s, returned, payment!.captureId)).status).toBe(200);
  expect(await refundable(s, returned)).toEqual([]);
  expect(await refundable(s, waiting)).toHaveLength(1);
  const raised = { ...ten, maxUsesPerMember: 9 };
  await s.shop.send({ method: "PUT", url: `/api/coupons/${coupon.id}`, as: s.admin, body: raised });
  await s.heal();
  expect(await listed(s, coupon.id)).toMatchObject({ used: 2 });
  expect(await Promise.all([paid, returned, waiting].map((order) => s.read(order)))).toMatchObject([
    { paymentStatus: "Paid" },
    { paymentStatus: "pending" },
    { paymentStatus: "Paid" },
  ]);
  expect(await s.balance()).toBe(20);
});

test("orders that browsers pay at once take exactly the uses that are left", async () => {
  const s = await openPaypalShop();
  const coupon = await addCoupon(s, { maxUses: 2 });
  const buyers = await Promise.all(Array.from({ length: 5 }, () => s.shop.signUp({})));
  const orders: Order[] = [];
  for (const buyer of buyers) {
    const order = await orderWith(s, "TEN", buyer);
    await halfHourPasses(s, order);
    orders.push(order);
  }
  const ids: string[] = [];
  for (const order of orders) ids.push(await paidInBrowser(s, order));
  const answers = await Promise.all(orders.map((order, at) => hint(s, order, ids[at], buyers[at])));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 409, 409, 409]);
  expect(await listed(s, coupon.id)).toMatchObject({ used: 2, held: 0 });
});

test("a payment in the browser that PayPal holds back has no use of its own, and takes one when it comes", async () => {
  const s = await openPaypalShop();
  const coupon = await addCoupon(s, { maxUses: 1 });
  const first = await orderWith(s, "TEN");
  // The shop's own button was pressed as well: that hold lapses like any other.
  await s.start(first);
  const id = await paidInBrowser(s, first, {}, "pending");
  await hint(s, first, id);
  await halfHourPasses(s, first);
  const other = await s.shop.signUp({});
  const second = await orderWith(s, "TEN", other);
  expect((await tryStart(s, second, other)).status).toBe(201);
  await s.paypal.control("POST", `/captures/${id}/complete`);
  await s.heal();
  expect(await s.read(first)).toMatchObject({ paymentStatus: "pending" });
  expect(await problems(s)).toEqual([withoutUse(first)]);
  expect(await listed(s, coupon.id)).toMatchObject({ used: 0, held: 1 });
});

test("whether a use is left for a member is told without a look at everybody else's orders", async () => {
  const s = await openPaypalShop();
  const others = 500;
  const { id } = await addCoupon(s, { maxUses: others + 1 });
  const { db } = s.shop.platform;
  const { _id } = await orderWith(s, "TEN");
  const [row] = await db.select().from(orders).where(eq(orders.id, _id));
  const copies = Array.from({ length: others - 1 }, () => ({
    ...row!,
    id: newId(),
    orderId: newCode(),
    paymentId: newCode(),
  }));
  await db.insert(orders).values(copies);
  await db.execute(sql`insert into coupon_uses (order_id, coupon_id, held_until, paying)
    select id, coupon_id, now() + interval '1 hour', true from orders where id <> ${_id}`);
  await db.execute(sql`analyze orders, coupon_uses`);
  const other = await s.shop.signUp();
  await db.transaction(async (tx) => {
    const ordersRead = async () => {
      const { rows } = await tx.execute<{ count: number }>(sql`
        select (seq_tup_read + idx_tup_fetch)::int as count from pg_stat_xact_user_tables where relname = 'orders'`);
      return rows[0]!.count;
    };
    const before = await ordersRead();
    expect(await hasUseLeft(tx, id, other.id)).toBe(true);
    expect((await ordersRead()) - before).toBeLessThan(10);
  });
  await orderWith(s, "TEN", other);
  const late = await s.shop.signUp();
  expect((await check(s, "TEN", late)).body.code).toBe("COUPON_USED_UP");
});
