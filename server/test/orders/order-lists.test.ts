import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { orderBatches } from "#server/features/orders/order-list.repository.ts";
import { openPaypalShop, type PaypalShop } from "../payments/paypal-shop.ts";

type Listed = { _id: string };

async function list(s: PaypalShop, query: string, as = s.admin) {
  const answer = await s.shop.send({ url: `/orders?${query}`, as });
  expect(answer.status, query).toBe(200);
  return {
    ids: answer.body.map(({ _id }: Listed) => _id) as string[],
    total: Number(answer.headers["x-total-count"]),
  };
}

test("the number of entries is true after every way an order can change", async () => {
  const s = await openPaypalShop();
  const totals = async () => [
    (await list(s, "page=1")).total,
    (await list(s, "page=1&paymentStatus=pending")).total,
    (await list(s, "page=1&paymentStatus=PAID&orderStatus=completed")).total,
    (await list(s, "page=1&to=2020-01-01")).total,
  ];
  expect(await totals()).toEqual([0, 0, 0, 0]);
  const { order: paid } = await s.paid();
  const pending = await s.order();
  const late = await s.order();
  await s.itemOrder();
  expect(await totals()).toEqual([3, 2, 1, 0]);
  await s.shop.send({ method: "DELETE", url: `/order/${pending._id}`, as: s.buyer });
  expect(await totals()).toEqual([2, 1, 1, 0]);

  const paypalOrderId = await s.start(late);
  await s.approve(paypalOrderId);
  await s.shop.send({ method: "DELETE", url: `/order/${late._id}`, as: s.admin });
  expect(await totals()).toEqual([1, 0, 1, 0]);
  await s.capture(paypalOrderId);
  expect(await totals()).toEqual([2, 0, 2, 0]);
  const refund = { amount: "12.50", idempotencyKey: "once" };
  await s.shop.send({ method: "POST", url: `/api/orders/${paid._id}/refund`, as: s.admin, body: refund });
  await s.flush();
  expect(await totals()).toEqual([2, 0, 1, 0]);
});

test("in every sort and both directions the pages together hold each order once, in one order", async () => {
  const s = await openPaypalShop();
  for (let number = 0; number < 7; number += 1)
    await s.order(s.buyer, { customerName: `Buyer ${number % 3}` });
  await s.paid();
  await s.shop.platform.db.execute(
    sql`update orders set created_at = created_at - make_interval(days => ascii(right(id, 1)) % 3)`,
  );
  const sorts = [
    "createdAt",
    "orderDate",
    "orderId",
    "packageName",
    "totalPrice",
    "paymentStatus",
    "orderStatus",
    "customerName",
    "customerEmail",
    "daysLeft",
  ];
  for (const sort of sorts) {
    for (const order of ["asc", "desc"]) {
      const whole = (await list(s, `sort=${sort}&order=${order}`)).ids;
      expect(new Set(whole).size, sort).toBe(8);
      const pages = [];
      for (let page = 1; page <= 4; page += 1) {
        const part = await list(s, `sort=${sort}&order=${order}&page=${page}&pageSize=3`);
        expect(part.total).toBe(8);
        pages.push(...part.ids);
      }
      expect(pages, `${sort} ${order}`).toEqual(whole);
    }
  }
  const [ascending, descending] = [
    await list(s, "sort=daysLeft&order=asc"),
    await list(s, "sort=daysLeft&order=desc"),
  ];
  expect(ascending.ids[0]).toBe(descending.ids[0]);
});

test("an export leaves no order out that was made in the same millisecond as the end of a batch", async () => {
  const s = await openPaypalShop();
  for (let number = 0; number < 5; number += 1) await s.order();
  await s.shop.platform.db.execute(sql`
    update orders set created_at = timestamptz '2026-03-01 12:00:00.123456Z'
      + make_interval(secs => (ascii(right(id, 1)) % 5) * 0.000001)`);
  const found: string[] = [];
  for await (const rows of orderBatches(s.shop.platform.db, { kind: "package", timeZone: "UTC" }, 2))
    found.push(...rows.map(({ id }) => id));
  expect(found).toHaveLength(5);
  expect(new Set(found).size).toBe(5);
});

test("a search looks in all that a row shows, without case and never across two cells", async () => {
  const s = await openPaypalShop();
  const order = await s.order(s.buyer, { customerName: "Åse Ødegård" });
  const other = await s.order(await s.shop.signUp(), { customerName: "Someone" });
  const both = [other._id, order._id];
  for (const [q, wanted] of [
    ["ÅSE ødeg", [order._id]],
    [s.buyer.email.toUpperCase(), [order._id]],
    [order.orderId.slice(2, 7).toLowerCase(), [order._id]],
    ["  CREAT ", both],
    ["pending", both],
    [order.orderDate, both],
    [order.orderDate.slice(0, 5), both],
    ["12.50", both],
    ["ødegård%", []],
    ["_", []],
    [`ødegård ${s.buyer.email.slice(0, 3)}`, []],
    ["\\", []],
  ] as const) {
    const found = await list(s, `page=1&q=${encodeURIComponent(q)}`);
    expect(found.ids, q).toEqual(wanted);
    expect(found.total, q).toBe(wanted.length);
  }
});
