import { expect, test } from "vitest";
import { completeOwnPayments } from "#server/features/payments/payments.service.ts";
import { openPaypalShop, type PaypalShop } from "./paypal-shop.ts";

async function attempts(s: PaypalShop) {
  const { rows } = await s.shop.platform.db.execute<{ state: string; check_at: Date | null }>(
    "select state, check_at from payment_attempts order by created_at",
  );
  return rows;
}

const age = (s: PaypalShop, hours: number) =>
  s.shop.platform.db.execute(
    `update payment_attempts set created_at = created_at - interval '${hours} hours'`,
  );

test("an attempt that nobody approved is asked about until it ends, and then no more", async () => {
  const s = await openPaypalShop();
  await s.start(await s.order());
  await s.heal();
  expect(await attempts(s)).toMatchObject([{ state: "created" }]);
  await age(s, 3.1);
  await s.heal();
  expect(await attempts(s)).toEqual([{ state: "expired", check_at: null }]);
});

test("what is open is looked at again within a minute", async () => {
  const s = await openPaypalShop();
  const before = Date.now();
  await s.start(await s.order());
  const [attempt] = await attempts(s);
  expect(new Date(attempt!.check_at!).getTime() - before).toBeLessThan(60_000);
});

test("an approval at the last moment is captured although the attempt has run out", async () => {
  const s = await openPaypalShop();
  const order = await s.order();
  await s.approve(await s.start(order));
  await age(s, 3.1);
  await s.heal();
  expect(await s.read(order)).toMatchObject({ paymentStatus: "Paid" });
});

test("while PayPal is away nothing is lost, and one order's trouble does not hold up another's", async () => {
  const s = await openPaypalShop();
  const orders = await Promise.all([1, 2, 3].map(() => s.order()));
  const ids = await Promise.all(orders.map((order) => s.start(order)));
  await Promise.all(ids.map((id) => s.approve(id)));
  await s.fault({ on: "get-order", fault: "garbage", id: ids[0], times: 1 });
  await s.heal();
  expect(await s.read(orders[0])).toMatchObject({ paymentStatus: "pending" });
  expect(await s.read(orders[1])).toMatchObject({ paymentStatus: "Paid" });
  expect(await s.read(orders[2])).toMatchObject({ paymentStatus: "Paid" });
  await s.heal();
  expect(await s.read(orders[0])).toMatchObject({ paymentStatus: "Paid" });
});

test("several processes that reconcile at once fulfil once", async () => {
  const s = await openPaypalShop();
  const order = await s.order();
  const id = await s.start(order);
  await s.approve(id);
  await Promise.all([s.heal(), s.heal(), s.heal(), s.flush(), s.capture(id)]);
  await s.heal();
  expect(await s.read(order)).toMatchObject({ paymentStatus: "Paid" });
  expect(await s.balance()).toBe(10);
});

test("a person's own captured payments are completed on demand; what is only approved is not captured", async () => {
  const s = await openPaypalShop();
  const [captured, approved] = [await s.order(), await s.order()];
  const first = await s.start(captured);
  await s.approve(first);
  await s.fault({ on: "capture", fault: "reset-after-effect" });
  await s.capture(first);
  await s.approve(await s.start(approved));
  await completeOwnPayments(s.shop.platform, s.buyer.id);
  await completeOwnPayments(s.shop.platform, s.buyer.id);
  expect(await s.read(captured)).toMatchObject({ paymentStatus: "Paid" });
  expect(await s.read(approved)).toMatchObject({ paymentStatus: "pending" });
});
