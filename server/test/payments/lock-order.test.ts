import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { lockOwner } from "#server/db/lock-owner.ts";
import type { Person, TestShop } from "../helpers/test-shop.ts";
import { waitingForPeople } from "../helpers/waiting-for-people.ts";
import { addCoupon, orderWith } from "./coupon-shop.ts";
import { openPaypalShop } from "./paypal-shop.ts";

/** Holds the person's row, as a run of theirs does, until it is let go. */
async function holdPerson({ platform }: TestShop, { id }: Person): Promise<() => Promise<void>> {
  const held = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  const transaction = platform.db.transaction(async (tx) => {
    await lockOwner(tx, id, "share");
    held.resolve();
    await end.promise;
  });
  await held.promise;
  return () => {
    end.resolve();
    return transaction;
  };
}

test("a refund that waits for its buyer does not hold the balance, which a run of theirs takes", async () => {
  const s = await openPaypalShop();
  const { order } = await s.paid();
  const letGo = await holdPerson(s.shop, s.buyer);
  const url = `/api/orders/${order._id}/refund`;
  const refund = s.shop.send({ method: "POST", url, as: s.admin, body: {} });
  await expect.poll(() => waitingForPeople(s.shop)).toBeGreaterThan(0);
  const { rows } = await s.shop.platform.db.execute(
    sql`select balance from credit_balances where user_id = ${s.buyer.id} for update nowait`,
  );
  expect(rows).toEqual([{ balance: 10 }]);
  await letGo();
  expect((await refund).status).toBe(200);
  expect(await s.balance()).toBe(0);
});

test("a payment that waits for its buyer holds up nobody else's", async () => {
  const s = await openPaypalShop();
  const other = await s.shop.signUp();
  const started = await Promise.all(
    [s.buyer, other].map(async (as) => {
      const paypalOrderId = await s.start(await s.order(as), as);
      await s.approve(paypalOrderId);
      return paypalOrderId;
    }),
  );
  const letGo = await holdPerson(s.shop, s.buyer);
  const waiting = s.capture(started[0]!);
  await expect.poll(() => waitingForPeople(s.shop)).toBeGreaterThan(0);
  expect((await s.capture(started[1]!, other)).status).toBe(200);
  await letGo();
  expect((await waiting).status).toBe(200);
});

test("a payment that waits for its buyer does not hold its coupon, which orders of theirs and everybody else take", async () => {
  const s = await openPaypalShop();
  await addCoupon(s, { maxUsesPerMember: 2 });
  const other = await s.shop.signUp();
  const paypalOrderId = await s.start(await orderWith(s, "TEN"));
  await s.approve(paypalOrderId);
  const letGo = await holdPerson(s.shop, s.buyer);
  const waiting = s.capture(paypalOrderId);
  await expect.poll(() => waitingForPeople(s.shop)).toBeGreaterThan(0);
  const { rows } = await s.shop.platform.db.execute(sql`select code from coupons for update nowait`);
  expect(rows).toEqual([{ code: "TEN" }]);
  await orderWith(s, "TEN", other);
  const again = orderWith(s, "TEN");
  await expect.poll(() => waitingForPeople(s.shop)).toBeGreaterThan(1);
  await letGo();
  expect((await waiting).status).toBe(200);
  expect(await again).toMatchObject({ paymentStatus: "pending" });
});

test("what waited for a person counts from when it got them, by which a refund computes their membership anew", async () => {
  const s = await openPaypalShop();
  const databaseClock = async () => {
    const { rows } = await s.shop.platform.db.execute<{ now: string }>(sql`select clock_timestamp() as now`);
    return new Date(rows[0]!.now);
  };
  const order = await s.order();
  const paypalOrderId = await s.start(order);
  await s.approve(paypalOrderId);
  const letGo = await holdPerson(s.shop, s.buyer);
  const paying = s.capture(paypalOrderId);
  await expect.poll(() => waitingForPeople(s.shop)).toBe(1);
  const url = `/api/users/${s.buyer.id}`;
  const setting = s.shop.send({ method: "PUT", url, as: s.admin, body: { userMembership: "premium" } });
  await expect.poll(() => waitingForPeople(s.shop)).toBe(2);
  const stillWaiting = await databaseClock();
  await letGo();
  expect([(await paying).status, (await setting).status]).toEqual([200, 200]);
  const { rows } = await s.shop.platform.db.execute<{ at: string }>(sql`
    select paid_at as at from orders where id = ${order._id}
    union all select created_at from audit_log where subject = ${`user:${s.buyer.id}`}`);
  expect(rows.map(({ at }) => new Date(at) > stillWaiting)).toEqual([true, true]);
});
