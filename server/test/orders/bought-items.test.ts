import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import type { BoughtItem } from "#contract/orders.ts";
import { findItem, giveToBuyers } from "#server/features/catalogue/items.repository.ts";
import { untilWaiting } from "../helpers/lock-waits.ts";
import type { Person } from "../helpers/test-shop.ts";
import { openPaypalShop } from "../payments/paypal-shop.ts";

test("whoever has paid for an item is told so, by the newest order that opens it, until its money went back", async () => {
  const s = await openPaypalShop();
  const bought = async (as = s.buyer): Promise<BoughtItem[]> =>
    (await s.shop.send({ url: "/api/purchases/items", as })).body.data;
  await s.itemOrder();
  await s.paid("package");
  expect(await bought()).toEqual([]);
  const first = (await s.paid("item")).order;
  const row = { packageId: s.itemId, orderId: first.orderId, orderDate: first.orderDate };
  expect(await bought()).toEqual([row]);
  const second = (await s.paid("item")).order;
  expect(await bought()).toEqual([{ ...row, orderId: second.orderId }]);
  expect(await bought(await s.shop.signUp())).toEqual([]);
  expect(await bought(s.admin)).toEqual([]);
  const refund = async ({ _id }: { _id: string }, body = {}) =>
    s.shop.send({ method: "POST", url: `/api/orders/${_id}/refund`, as: s.admin, body });
  expect((await refund(first, { amount: "1.00" })).status).toBe(200);
  expect((await refund(second)).status).toBe(200);
  expect(await bought()).toEqual([row]);
  expect((await refund(first)).status).toBe(200);
  expect(await bought()).toEqual([]);
});

test("an order names its item's page while there is one for whoever asks, and opens the goods after it", async () => {
  const s = await openPaypalShop();
  const { order } = await s.paid("item");
  const hasPage = async (as: Person) => {
    const { body } = await s.shop.send({ url: "/item-orders", as });
    const there = [(await s.read(order, as)).hasPage, body[0].hasPage];
    expect(there[0]).toBe(there[1]);
    return there[0];
  };
  const seen = async () => [await hasPage(s.buyer), await hasPage(s.admin)];
  expect(await seen()).toEqual([true, true]);
  await s.shop.send({ method: "PUT", url: `/edit-item/${s.itemId}`, as: s.admin, body: { isActive: false } });
  expect(await seen()).toEqual([false, true]);
  await s.shop.send({ method: "DELETE", url: `/item/${s.itemId}`, as: s.admin });
  expect(await seen()).toEqual([false, false]);
  expect((await s.read(order)).accessUrl).toBe("/demo/goods/kit");
});

test("a dead access address is mended for those who bought the item before, only where an admin says so", async () => {
  const s = await openPaypalShop();
  const { order } = await s.paid("item");
  const pending = await s.itemOrder();
  const edit = (body: object) =>
    s.shop.send({ method: "PUT", url: `/edit-item/${s.itemId}`, as: s.admin, body });
  const goods = async () => {
    const { accessUrl, guidelines } = await s.read(order);
    return [accessUrl, guidelines];
  };
  expect((await edit({ accessUrl: "/demo/goods/moved" })).status).toBe(200);
  expect(await goods()).toEqual(["/demo/goods/kit", "Read me first."]);
  expect((await edit({ forBuyers: true })).status).toBe(200);
  expect(await goods()).toEqual(["/demo/goods/moved", "Read me first."]);
  expect((await edit({ guidelines: "Read it all.", forBuyers: true })).status).toBe(200);
  expect(await goods()).toEqual(["/demo/goods/moved", "Read it all."]);
  expect((await s.read(pending)).accessUrl, "not paid yet").toBe("");
  const { body } = await s.shop.send({ url: "/api/audit-log?pageSize=3&page=1", as: s.admin });
  expect(body.map(({ after }: { after: { ordersChanged?: number } }) => after.ordersChanged)).toEqual([
    2,
    2,
    undefined,
  ]);
});

test("the buyers of an item are given its goods in as many statements as they need", async () => {
  const s = await openPaypalShop();
  for (let made = 0; made < 5; made += 1) await s.itemOrder();
  const { db } = s.shop.platform;
  const item = (await findItem(db, s.itemId, false))!;
  const goods = { ...item, guidelines: "Read it twice." };
  expect(await giveToBuyers(db, goods, 2)).toBe(5);
  expect(await giveToBuyers(db, goods, 2)).toBe(0);
  expect((await db.execute("select distinct guidelines from orders")).rows).toEqual([
    { guidelines: "Read it twice." },
  ]);
});

test("an order that is made while its item's buyers are given other goods has those too", async () => {
  const s = await openPaypalShop();
  await s.itemOrder();
  const client = new pg.Client({ connectionString: s.shop.connectionString });
  await client.connect();
  onTestFinished(() => client.end());
  await client.query("begin");
  await client.query("select from orders for update");
  const body = { accessUrl: "/demo/goods/moved", forBuyers: true };
  const edited = s.shop.send({ method: "PUT", url: `/edit-item/${s.itemId}`, as: s.admin, body });
  await untilWaiting(s.shop.platform.db, 1);
  const ordered = s.itemOrder();
  await untilWaiting(s.shop.platform.db, 2);
  await client.query("commit");
  expect((await edited).status).toBe(200);
  await ordered;
  const { rows } = await client.query("select access_url from orders");
  expect(rows).toEqual([{ access_url: "/demo/goods/moved" }, { access_url: "/demo/goods/moved" }]);
});
