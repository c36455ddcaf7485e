import { expect, test } from "vitest";
import { holdJobs } from "../helpers/hold-jobs.ts";
import { type Order, openPaypalShop, type PaypalShop, paidTwice } from "./paypal-shop.ts";

async function twicePaid(s: PaypalShop): Promise<{ order: Order; secondId: string }> {
  const order = await paidTwice(s);
  return { order, secondId: await secondOf(s, order) };
}

async function rowsOf(s: PaypalShop, query: string): Promise<Record<string, unknown>[]> {
  return (await s.shop.platform.db.execute(query)).rows;
}

async function secondOf(s: PaypalShop, { _id }: Order): Promise<string> {
  const seconds = `select id from captures where order_id = '${_id}' and fulfilled_at is null`;
  const [row] = await rowsOf(s, seconds);
  return row?.id as string;
}

interface Refund {
  amount: { value: string };
  links: { rel: string; href: string }[];
}

/** Heals until the second payment went back; answers what PayPal gave back for its capture. */
async function givenBack(s: PaypalShop, secondId: string): Promise<string[]> {
  await expect
    .poll(
      async () => {
        await s.heal();
        return rowsOf(s, `select state from refund_requests where capture_id = '${secondId}'`);
      },
      { timeout: 40_000 },
    )
    .toEqual([{ state: "done" }]);
  const { body: orders } = await s.paypal.control("GET", "/orders");
  const refunds: Refund[] = orders.flatMap((order: Order) => order.purchase_units[0].payments?.refunds ?? []);
  return refunds
    .filter(({ links }) => links.some(({ rel, href }) => rel === "up" && href.endsWith(secondId)))
    .map(({ amount }) => amount.value);
}

async function expectUntouched(s: PaypalShop, order: Order, balance = 10): Promise<void> {
  expect(await s.read(order)).toMatchObject({
    paymentStatus: "Paid",
    orderStatus: "Completed",
    refundedAmount: "0.00",
  });
  expect(await s.balance()).toBe(balance);
  expect(await s.membership()).toMatchObject({ level: "premium" });
}

test("a second capture goes back to the payer by itself, once, and leaves the order as it is", async () => {
  const s = await openPaypalShop();
  const { order, secondId } = await twicePaid(s);
  expect(await givenBack(s, secondId)).toEqual(["12.50"]);
  await s.paypal.control("POST", "/webhooks/shuffle", { seed: 3 });
  await s.flush();
  await s.heal();
  expect(await givenBack(s, secondId)).toEqual(["12.50"]);
  await expectUntouched(s, order);

  const mails = await rowsOf(s, "select to_email, subject, text from outbox order by id");
  const toBuyer = mails.filter(({ to_email }) => to_email === s.buyer.email).slice(1);
  expect(toBuyer).toHaveLength(1);
  expect(toBuyer[0]?.subject).toBe(`Your refund of $12.50 for order ${order.orderId}`);
  expect(String(toBuyer[0]?.text).replace(/\s+/g, " ")).toContain(
    "was paid twice. We have given your second payment of $12.50 back",
  );
  const toAdmin = mails.filter(({ to_email }) => to_email === s.admin.email).map(({ subject }) => subject);
  expect(toAdmin).toContain(`Order ${order.orderId} was paid a second time`);

  const history = await s.shop.send({ url: `/api/orders/${order._id}/history`, as: s.admin });
  const refunds = history.body.data.filter(({ kind }: { kind: string }) => kind === "refund");
  expect(refunds).toHaveLength(2);
  // PayPal tells whole seconds, so that its refund may seem older than the request for it.
  for (const title of ["Refund asked for: done", "refund: done"]) {
    const details = expect.objectContaining({ amount: "12.50", captureId: secondId });
    expect(refunds).toContainEqual(expect.objectContaining({ title, details }));
  }
});

test("a second payment that went back lowers neither the dashboard's revenue nor the spending's", async () => {
  const s = await openPaypalShop();
  const read = async (url: string) => (await s.shop.send({ url, as: s.admin })).body.data;
  const { order, secondId } = await twicePaid(s);
  expect(await givenBack(s, secondId)).toEqual(["12.50"]);
  expect((await read("/api/insights?days=7")).revenue.minor).toBe(1250);
  expect(await read("/api/spending")).toMatchObject({ revenue: 1250, refunded: 0 });
  const body = { amount: "4.00" };
  await s.shop.send({ method: "POST", url: `/api/orders/${order._id}/refund`, as: s.admin, body });
  expect((await read("/api/insights?days=7")).revenue.minor).toBe(850);
  expect(await read("/api/spending")).toMatchObject({ revenue: 850, refunded: 400 });
});

test("a second capture goes back once though the refund's answer is lost or an error", async () => {
  const s = await openPaypalShop();
  const faults = [
    { fault: "reset-after-effect" },
    { fault: "500", afterEffect: true },
    { fault: "timeout-after-effect" },
    { fault: "503" },
    { fault: "401" },
  ];
  for (const [at, fault] of faults.entries()) {
    await s.fault({ on: "refund", ...fault });
    const { order, secondId } = await twicePaid(s);
    expect(await givenBack(s, secondId), fault.fault).toEqual(["12.50"]);
    await s.flush();
    await expectUntouched(s, order, 10 * (at + 1));
  }
});

test("of two PayPal orders that were both captured, the money of the later one goes back", async () => {
  const s = await openPaypalShop();
  const { db } = s.shop.platform;
  const order = await s.order();
  const first = await s.start(order);
  await s.approve(first);
  await db.execute(
    "update payment_attempts set created_at = created_at - interval '4 hours', state = 'expired'",
  );
  // A merchant may allow PayPal to take several payments for one invoice; here another number stands for that.
  await db.execute("update orders set payment_id = 'ANOTHER1'");
  const second = await s.start(order);
  expect(second).not.toBe(first);
  await s.approve(second);
  expect((await s.capture(second)).status).toBe(200);
  const taken = await s.paypal.call("POST", `/v2/checkout/orders/${first}/capture`, { body: {} });
  expect(taken.status).toBe(201);
  expect(await s.flush()).not.toContain(503);
  const secondId = taken.body.purchase_units[0].payments.captures[0].id;
  expect(await givenBack(s, secondId)).toEqual(["12.50"]);
  await expectUntouched(s, order);
});

test.each([
  { givenBack: "a part of the second payment", amount: "5.00", isAsked: true },
  { givenBack: "all of the second payment", amount: "12.50", isAsked: false },
])(
  "where $givenBack was given back at PayPal's own site, the admin is asked for what is left: $isAsked",
  async ({ amount, isAsked }) => {
    const s = await openPaypalShop();
    await s.fault({ on: "refund", fault: "503", times: 1000 });
    const { order, secondId } = await twicePaid(s);
    // A try of the shop's own that began before the fault ended would be the one that goes through.
    await holdJobs(s.shop.connectionString, ["payments"]);
    await expect
      .poll(async () => {
        await s.heal();
        return rowsOf(s, "select last_error is not null as tried from refund_requests");
      })
      .toEqual([{ tried: true }]);
    await s.paypal.control("DELETE", "/faults");
    const body = { amount: { currency_code: "USD", value: amount } };
    const given = await s.paypal.call("POST", `/v2/payments/captures/${secondId}/refund`, { body });
    expect(given.status).toBe(201);
    await expect
      .poll(async () => {
        await s.heal();
        return rowsOf(s, "select state from refund_requests");
      })
      .toEqual([{ state: isAsked ? "refused" : "done" }]);
    const subjects = await rowsOf(s, "select subject from outbox where template_name = 'Payment problem'");
    const asked = `Please give the second payment of order ${order.orderId} back`;
    expect(subjects.some(({ subject }) => subject === asked)).toBe(isAsked);
    await s.flush();
    await expectUntouched(s, order);
  },
);
