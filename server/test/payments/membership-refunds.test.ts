import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { processEvent } from "#server/features/payments/webhooks/process-event.ts";
import { runMigration } from "../helpers/run-migration.ts";
import { type Order, openPaypalShop, type PaypalShop } from "./paypal-shop.ts";

const dayMs = 86_400_000;
const inDays = (days: number, from: string | number = Date.now()) =>
  new Date(new Date(from).getTime() + days * dayMs).toISOString();

async function must(s: PaypalShop, method: "POST" | "PUT", url: string, body: object) {
  const answer = await s.shop.send({ method, url, as: s.admin, body });
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.body.data;
}

/** An admin's hand. */
async function set(s: PaypalShop, userMembership: string, MembershipValidity?: string): Promise<void> {
  const body = { userMembership, ...(MembershipValidity ? { MembershipValidity } : {}) };
  await must(s, "PUT", `/api/users/${s.buyer.id}`, body);
}

const refund = (s: PaypalShop, order: Order) => must(s, "POST", `/api/orders/${order._id}/refund`, {});

async function buy(s: PaypalShop, packageId = s.packageId): Promise<Order> {
  const order = await s.order(s.buyer, { packageId });
  const paypalOrderId = await s.start(order);
  await s.approve(paypalOrderId);
  expect((await s.capture(paypalOrderId)).status).toBe(200);
  return order;
}

const basicPackage = async (s: PaypalShop): Promise<string> =>
  (
    await must(s, "POST", "/add-package", {
      packageName: "Starter",
      price: "5.00",
      credit: 5,
      validity: 10,
      membershipLevel: "basic",
    })
  )._id;

test("a refund takes an order's days and level off what an admin had set before, which comes back", async () => {
  const s = await openPaypalShop();
  const until = inDays(90);
  await set(s, "basic", until);
  const order = await buy(s);
  expect(await s.membership()).toEqual({ level: "premium", end: inDays(30, until) });
  await refund(s, order);
  expect(await s.membership()).toEqual({ level: "basic", end: until });
});

test("a refund takes a membership that was bought after an admin had ended another", async () => {
  const s = await openPaypalShop();
  await buy(s);
  await set(s, "free");
  const order = await buy(s);
  expect(await s.membership()).toEqual({ level: "premium", end: inDays(30, order.createdAt) });
  await refund(s, order);
  expect(await s.membership()).toEqual({ level: "free", end: null });
});

test("of orders of several levels upon what an admin set, a refund takes one's own days and level alone", async () => {
  const s = await openPaypalShop();
  const until = inDays(90);
  await set(s, "basic", until);
  const premium = await buy(s);
  const basic = await buy(s, await basicPackage(s));
  expect(await s.membership()).toEqual({ level: "premium", end: inDays(40, until) });
  await refund(s, premium);
  expect(await s.membership()).toEqual({ level: "basic", end: inDays(10, until) });
  await refund(s, basic);
  expect(await s.membership()).toEqual({ level: "basic", end: until });
});

test("what an admin sets after an order stays when the order is refunded, and takes in what is bought later", async () => {
  const s = await openPaypalShop();
  const first = await buy(s);
  const until = inDays(90);
  await set(s, "premium", until);
  const second = await buy(s);
  await refund(s, first);
  expect(await s.membership()).toEqual({ level: "premium", end: inDays(30, until) });
  await refund(s, second);
  expect(await s.membership()).toEqual({ level: "premium", end: until });
});

test("days left are none once the membership was taken back, come back with it, and follow the other orders", async () => {
  const s = await openPaypalShop();
  const first = await s.paid();
  const second = await s.paid();
  const third = await s.paid();
  const ends = async () =>
    (await s.shop.send({ url: "/orders?sort=daysLeft&order=asc", as: s.buyer })).body.map((one: Order) => [
      one._id,
      one.MembershipValidity,
      one.daysLeft,
    ]);
  const { order, paypalOrderId } = first;
  const until = (days: number, { createdAt } = order) => inDays(days, createdAt);
  const all = [
    [order._id, until(30), 30],
    [second.order._id, until(60), 60],
    [third.order._id, until(90), 90],
  ];
  expect(await ends()).toEqual(all);
  await refund(s, order);
  const later = second.order;
  expect(await ends()).toEqual([
    [later._id, until(30, later), 30],
    [third.order._id, until(60, later), 60],
    [order._id, null, null],
  ]);
  const { text } = await s.shop.send({ url: "/api/orders.csv", as: s.admin });
  const lines = text.trim().split("\r\n");
  expect(lines.map((line) => line.split(",").at(-1))).toEqual(["Days left", "60", "30", ""]);
  const { body: orders } = await s.paypal.control("GET", "/orders");
  const { payments } = orders.find(({ id }: Order) => id === paypalOrderId).purchase_units[0];
  const resource = { ...payments.refunds[0], status: "FAILED" };
  const event = { mode: "sandbox", id: "WH-FAILED", body: { id: "WH-FAILED" } } as const;
  await processEvent(s.shop.platform, { ...event, type: "PAYMENT.REFUND.FAILED", resource });
  expect(await ends()).toEqual(all);
  await refund(s, later);
  expect(await ends()).toEqual([all[0], [third.order._id, until(60), 60], [later._id, null, null]]);
});

test("an order that was refunded before its own days ended with it counts none after the update", async () => {
  const s = await openPaypalShop();
  const [refunded, other] = [await buy(s), await buy(s)];
  await refund(s, refunded);
  const { db } = s.shop.platform;
  await db.execute(
    sql`update orders set membership_validity = now() + interval '27 days' where id = ${refunded._id}`,
  );
  const daysLeft = async (order: Order) => (await s.read(order)).daysLeft;
  expect(await daysLeft(refunded)).toBe(27);
  await runMigration(s.shop, "0024_erased-words-and-taken-memberships");
  expect([await daysLeft(refunded), await daysLeft(other)]).toEqual([null, 30]);
});

test("a membership without an end keeps none when an order that raised its level is refunded", async () => {
  const s = await openPaypalShop();
  await set(s, "basic");
  const order = await buy(s);
  expect(await s.membership()).toEqual({ level: "premium", end: null });
  await refund(s, order);
  expect(await s.membership()).toEqual({ level: "basic", end: null });
});
