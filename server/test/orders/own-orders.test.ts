import { expect, test } from "vitest";
import { holdJobs } from "../helpers/hold-jobs.ts";
import { untilWaiting } from "../helpers/lock-waits.ts";
import { type Order, openPaypalShop } from "../payments/paypal-shop.ts";

test("an own list holds the orders of its kind without those that were cancelled, and counts them beyond its last page", async () => {
  const s = await openPaypalShop();
  const [first, second, cancelled] = [await s.order(), await s.order(), await s.order()];
  const item = await s.itemOrder();
  await s.shop.send({ method: "DELETE", url: `/order/${cancelled._id}`, as: s.buyer });
  const list = async (path: string) => {
    const { body, headers } = await s.shop.send({ url: path, as: s.buyer });
    return [body.map(({ _id }: Order) => _id), headers["x-total-count"]];
  };
  expect(await list("/orders?page=1")).toEqual([[second._id, first._id], "2"]);
  expect(await list("/orders?page=3&pageSize=1")).toEqual([[], "2"]);
  expect(await list("/item-orders?page=1")).toEqual([[item._id], "1"]);
});

test("until when a membership would last is told to the buyer of its order alone", async () => {
  const s = await openPaypalShop();
  const order = await s.order();
  expect((await s.read(order)).membershipUntil).not.toBeNull();
  expect((await s.read(order, s.admin)).membershipUntil).toBeNull();
});

test("the receipt of an item's order is had as an item's, and of no package's address", async () => {
  const s = await openPaypalShop();
  const { order } = await s.paid("item");
  const statusOf = async (path: string) =>
    (await s.shop.send({ url: `/${path}/${order._id}/receipt`, as: s.buyer })).status;
  expect([await statusOf("item-order"), await statusOf("order")]).toEqual([200, 404]);
});

test("payments that are taken at once wait for each other's receipt number, and none is given twice or left out", async () => {
  const s = await openPaypalShop();
  const started = await Promise.all(
    [s.buyer, await s.shop.signUp()].map(async (as) => {
      const order = await s.order(as);
      const id = await s.start(order, as);
      await s.approve(id);
      return { order, id, as };
    }),
  );
  const other = await holdJobs(s.shop.connectionString, []);
  await other.query("begin");
  await other.query("select pg_advisory_xact_lock(hashtextextended('orders:receipt-number', 0))");
  const captured = Promise.all(started.map(({ id, as }) => s.capture(id, as)));
  await untilWaiting(s.shop.platform.db, 2);
  await other.query("commit");
  expect((await captured).map(({ status }) => status)).toEqual([200, 200]);
  const paid = await Promise.all(started.map(({ order, as }) => s.read(order, as)));
  expect(paid.map(({ receiptNumber }) => receiptNumber).sort()).toEqual([1, 2]);
});

test("an item that opens nothing is not among those that a person has bought", async () => {
  const s = await openPaypalShop();
  const body = { guidelines: "", accessUrl: "" };
  await s.paid("item");
  const bought = async () => (await s.shop.send({ url: "/api/purchases/items", as: s.buyer })).body.data;
  expect(await bought()).toHaveLength(1);
  const edit = { method: "PUT", url: `/edit-item/${s.itemId}`, as: s.admin };
  expect((await s.shop.send({ ...edit, body: { ...body, forBuyers: true } })).status).toBe(200);
  expect(await bought()).toEqual([]);
});
