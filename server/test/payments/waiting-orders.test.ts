import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { outbox } from "#server/db/tables/mail.ts";
import { type Order, openPaypalShop, type PaypalShop } from "./paypal-shop.ts";

const dayMs = 86_400_000;

/** As if it had been ordered so many days before. */
async function setBack(s: PaypalShop, { _id }: Order, days: number): Promise<Date> {
  const createdAt = new Date(Date.now() - days * dayMs);
  await s.shop.platform.db.execute(
    sql`update orders set created_at = ${createdAt.toISOString()} where id = ${_id}`,
  );
  return createdAt;
}

const startOf = (s: PaypalShop, { _id }: Order) =>
  s.shop.send({
    method: "POST",
    url: "/api/paypal/orders",
    as: s.buyer,
    body: { orderId: _id, kind: "package" },
  });

test("nobody is asked to pay for days of a membership that are over", async () => {
  const s = await openPaypalShop();
  const order = await s.order();
  const fresh = new Date(new Date(order.createdAt).getTime() + 30 * dayMs);
  expect(order.membershipUntil).toBe(fresh.toISOString());
  const createdAt = await setBack(s, order, 20);
  const end = new Date(createdAt.getTime() + 30 * dayMs).toISOString();
  expect((await s.read(order)).membershipUntil).toBe(end);
  const [listed] = (await s.shop.send({ url: "/orders", as: s.buyer })).body;
  expect(listed.membershipUntil).toBe(end);
  const begun = await startOf(s, order);
  expect(begun.status).toBe(201);
  await setBack(s, order, 40);
  // The order at PayPal, which is open still, is not handed out again either.
  const refused = await startOf(s, order);
  expect([refused.status, refused.body.code]).toEqual([409, "MEMBERSHIP_OVER"]);
  expect(refused.body.message).toContain("Please order again");
  expect((await s.shop.send({ url: `/order/${order._id}`, as: s.admin })).body.membershipUntil).toBeNull();
});

test("an order that waited is paid for all of its days where a membership still runs", async () => {
  const s = await openPaypalShop();
  const waiting = await s.order();
  const { order: running } = await s.paid();
  const { MembershipValidity } = await s.read(running);
  await setBack(s, waiting, 40);
  const end = new Date(new Date(MembershipValidity).getTime() + 30 * dayMs).toISOString();
  expect((await s.read(waiting)).membershipUntil).toBe(end);
  const id = await s.start(waiting);
  await s.approve(id);
  expect((await s.capture(id)).status).toBe(200);
  expect((await s.membership()).end).toBe(end);
  expect((await s.read(waiting)).membershipUntil).toBeNull();
});

test("an order tells no end of a membership that has none, and is paid for its credits however long it waited", async () => {
  const s = await openPaypalShop();
  const order = await s.order();
  const endless = { userMembership: "premium", MembershipValidity: null };
  const set = await s.shop.send({
    method: "PUT",
    url: `/api/users/${s.buyer.id}`,
    as: s.admin,
    body: endless,
  });
  expect(set.body.data).toMatchObject(endless);
  expect((await s.read(order)).membershipUntil).toBeNull();
  const [listed] = (await s.shop.send({ url: "/orders", as: s.buyer })).body;
  expect(listed.membershipUntil).toBeNull();
  await setBack(s, order, 40);
  const id = await s.start(order);
  await s.approve(id);
  expect((await s.capture(id)).status).toBe(200);
  expect([await s.balance(), await s.membership()]).toEqual([10, { level: "premium", end: null }]);
});

test("money for an order whose days are over brings its credits, and its mail promises no day", async () => {
  const s = await openPaypalShop();
  const order = await s.order();
  const id = await s.start(order);
  await s.approve(id);
  await setBack(s, order, 40);
  expect((await s.capture(id)).status).toBe(200);
  expect([await s.balance(), await s.membership()]).toEqual([10, { level: "free", end: null }]);
  const [mail] = await s.shop.platform.db
    .select({ text: outbox.text })
    .from(outbox)
    .where(eq(outbox.dedupeKey, `receipt:${order._id}`));
  expect(mail?.text).toContain("Creator");
  expect(mail?.text).not.toContain("Membership until");
});
