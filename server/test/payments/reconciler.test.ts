import { expect, onTestFinished, test, vi } from "vitest";
import { hasExpired, nextCheck } from "#server/features/payments/attempts/attempt-states.ts";
import { completeOwnPayments } from "#server/features/payments/payments.service.ts";
import { recheckCaptures } from "#server/features/payments/recheck-captures.ts";
import { createReconciler, reconcile } from "#server/features/payments/reconcile.ts";
import { holdJobs } from "../helpers/hold-jobs.ts";
import { manyMembers } from "../helpers/many-members.ts";
import { openPaypalShop, type PaypalShop, refundsAsked } from "./paypal-shop.ts";

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

test("what is open is looked at within a minute, and until it ends: captured if it was approved at the last moment, else no more", async () => {
  const s = await openPaypalShop();
  const before = Date.now();
  const approved = await s.order();
  const atPaypal = await s.start(approved);
  await s.start(await s.order());
  for (const { check_at } of await attempts(s))
    expect(new Date(check_at!).getTime() - before).toBeLessThan(60_000);
  await s.heal();
  expect(await attempts(s)).toMatchObject([{ state: "created" }, { state: "created" }]);
  await s.approve(atPaypal);
  await age(s, 3.1);
  await s.heal();
  expect(await s.read(approved)).toMatchObject({ paymentStatus: "Paid" });
  expect((await attempts(s))[1]).toEqual({ state: "expired", check_at: null });
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

test("an open attempt is looked at every 40 s for ten minutes, and then ever more rarely", () => {
  const start = new Date("2026-03-01T10:00:00Z");
  const looks: number[] = [];
  let now = start;
  for (let checks = 0; ; checks += 1) {
    const next = nextCheck("created", { createdAt: start, checks }, now);
    if (!next || hasExpired({ createdAt: start }, now)) break;
    looks.push((next.getTime() - now.getTime()) / 1000);
    now = next;
  }
  expect(looks.slice(0, 16)).toEqual(Array(16).fill(40));
  expect(looks.slice(16).every((pause, at) => pause > looks[at + 15]!)).toBe(true);
  expect(looks.length).toBeLessThan(35);
  const forever = nextCheck("pending", { createdAt: start, checks: 1000 }, now)!;
  expect(forever.getTime() - now.getTime()).toBe(3_600_000);
});

test("a person has at most five attempts open, and pays by an older one all the same", async () => {
  const s = await openPaypalShop();
  const other = await s.shop.signUp();
  await s.start(await s.order(other), other);
  const orders = [];
  for (let n = 0; n < 7; n += 1) orders.push(await s.order());
  const ids = [];
  for (const order of orders) ids.push(await s.start(order));
  const states = (await attempts(s)).map(({ state }) => state);
  expect(states).toEqual(["created", "expired", "expired", ...Array(5).fill("created")]);
  await s.approve(ids[0]!);
  expect((await s.capture(ids[0]!)).status).toBe(200);
  await s.approve(ids[1]!);
  await s.flush();
  expect(await s.read(orders[1])).toMatchObject({ paymentStatus: "Paid" });
  expect(await s.start(orders[1 + 1])).toBe(ids[2]);
});

test("PayPal's 429 ends a round, and what it struck does not keep the others from their turn", async () => {
  const s = await openPaypalShop();
  const members = await manyMembers(s.shop, 8);
  const orders = await Promise.all(members.map(async (as) => ({ as, order: await s.order(as) })));
  const ids = await Promise.all(orders.map(({ order, as }) => s.start(order, as)));
  await Promise.all(ids.map((id) => s.approve(id)));
  await s.paypal.control("DELETE", "/requests");
  await s.fault({ on: "get-order", fault: "429", times: 5 });
  await s.heal();
  const { body } = await s.paypal.control("GET", "/requests");
  expect(body.length).toBeLessThanOrEqual(5);
  await s.shop.platform.db.execute(
    "update payment_attempts set check_at = now() - interval '1 second' where check_at < now() + interval '1 second'",
  );
  await reconcile(s.shop.platform);
  const paid = await Promise.all(orders.map(({ order, as }) => s.read(order, as)));
  expect(paid.filter(({ paymentStatus }) => paymentStatus === "Paid")).toHaveLength(3);
  await s.heal();
  const after = await Promise.all(orders.map(({ order, as }) => s.read(order, as)));
  expect(after.every(({ paymentStatus }) => paymentStatus === "Paid")).toBe(true);
});

test("PayPal's rate limit of a refund ends the run as a payment's does", async () => {
  const s = await openPaypalShop();
  const { db } = s.shop.platform;
  const paid = [
    await s.paid(),
    await s.paid(),
    await s.paid(),
    await s.paid(),
    await s.paid(),
    await s.paid(),
  ];
  await holdJobs(s.shop.connectionString, ["payments"]);
  await s.fault({ on: "refund", fault: "503", times: paid.length });
  for (const { order } of paid) {
    const url = `/api/orders/${order._id}/refund`;
    expect((await s.shop.send({ method: "POST", url, as: s.admin, body: {} })).status).toBe(202);
  }
  const due = () => db.execute("update refund_requests set check_at = now() - interval '1 second'");
  await due();
  await s.paypal.control("DELETE", "/requests");
  await s.fault({ on: "refund", fault: "429", times: 5 });
  const work = createReconciler(s.shop.platform);
  await work(new AbortController().signal);
  await due();
  // A clock that is put forward meanwhile ends no pause.
  const now = vi.spyOn(Date, "now").mockReturnValue(Date.now() + 3_600_000);
  onTestFinished(() => now.mockRestore());
  await work(new AbortController().signal);
  expect(await refundsAsked(s)).toBe(5);
});

test("a person's payments are asked for at once, and calls at the same time ask once", async () => {
  const s = await openPaypalShop();
  for (let n = 0; n < 4; n += 1) await s.start(await s.order());
  await holdJobs(s.shop.connectionString, ["payments"]);
  await s.paypal.control("DELETE", "/requests");
  await s.fault({ on: "get-order", fault: "hold", times: 100 });
  const calls = [1, 2, 3].map(() =>
    s.shop.send({ method: "PUT", url: "/update-user-balance", as: s.buyer, body: {} }),
  );
  const holding = async () => (await s.paypal.control("GET", "/faults")).body.holding;
  await expect.poll(holding).toHaveLength(4);
  await s.paypal.control("POST", "/release", {});
  expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([200, 200, 200]);
  const { body } = await s.paypal.control("GET", "/requests");
  expect(body).toHaveLength(4);
});

test("paid orders due for review are all read in one round, however many", async () => {
  const s = await openPaypalShop();
  const { db } = s.shop.platform;
  await s.paid();
  await db.execute(`insert into captures (id, attempt_id, order_id, status, amount_minor, currency, check_at)
    select 'COPY' || n, attempt_id, order_id, status, amount_minor, currency, now() - interval '1 minute'
    from captures, generate_series(1, 45) n`);
  const due = async () => (await db.execute("select from captures where check_at < now()")).rowCount;
  expect(await recheckCaptures(s.shop.platform)).toBe(true);
  expect(await due()).toBe(5);
  expect(await recheckCaptures(s.shop.platform)).toBe(false);
  expect(await due()).toBe(0);
  await db.execute("delete from captures where id like 'COPY%'");
});

test("a refund whose webhook was lost is found within a day, for 180 days, and a missing webhook is shown", async () => {
  const s = await openPaypalShop({ webhooks: false });
  const { db } = s.shop.platform;
  const { order, captureId } = await s.paid();
  const due = () => db.execute("update captures set check_at = now() - interval '1 second'");
  const next = async () => {
    const { rows } = await db.execute<{ hours: number | null }>(
      "select round(extract(epoch from check_at - now()) / 3600)::int as hours from captures",
    );
    return rows[0]!.hours;
  };
  expect(await next()).toBe(24);
  await s.paypal.control("POST", `/captures/${captureId}/refund`, {});
  await recheckCaptures(s.shop.platform);
  expect(await s.read(order)).toMatchObject({ paymentStatus: "Paid" });
  await due();
  await s.fault({ on: "get-order", fault: "429" });
  await recheckCaptures(s.shop.platform);
  expect([await next(), (await s.read(order)).paymentStatus]).toEqual([1, "Paid"]);
  await due();
  await recheckCaptures(s.shop.platform);
  expect(await s.read(order)).toMatchObject({ paymentStatus: "Refunded", orderStatus: "Cancelled" });
  expect([await next(), await s.balance()]).toEqual([24, 0]);
  await db.execute("update captures set fulfilled_at = now() - interval '181 days'");
  await due();
  await recheckCaptures(s.shop.platform);
  expect(await next()).toBeNull();
  const missing = async () =>
    (await s.shop.send({ url: "/api/insights", as: s.admin })).body.data.providers.webhookMissing;
  expect(await missing()).toBe(true);
  await s.shop.send({ method: "POST", url: "/api/paypal-settings/webhook", as: s.admin, body: {} });
  expect(await missing()).toBe(false);
});
