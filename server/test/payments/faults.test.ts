import { sql } from "drizzle-orm";
import { expect, onTestFinished, test, vi } from "vitest";
import { openPaypalShop, type PaypalShop } from "./paypal-shop.ts";

async function approved(s: PaypalShop) {
  const order = await s.order();
  const paypalOrderId = await s.start(order);
  await s.approve(paypalOrderId);
  return { order, paypalOrderId };
}

/** An admin gives back what nothing was granted for, as the order's history offers it. */
async function giveBack(s: PaypalShop, order: { _id: string }): Promise<void> {
  const offered = async () => {
    const history = await s.shop.send({ url: `/api/orders/${order._id}/history`, as: s.admin });
    return history.body.data.flatMap((line: { refundable?: { captureId: string } }) => line.refundable ?? []);
  };
  const [payment] = await offered();
  const url = `/api/orders/${order._id}/refund`;
  const body = { captureId: payment.captureId, idempotencyKey: "once" };
  for (let click = 0; click < 2; click += 1)
    expect((await s.shop.send({ method: "POST", url, as: s.admin, body })).status).toBe(200);
  expect(await offered()).toEqual([]);
}

test("an answer that is lost or cannot be understood is awaited, and the order ends paid once", async () => {
  const s = await openPaypalShop();
  for (const { captured, ...fault } of [
    { fault: "reset-after-effect", captured: true },
    { fault: "500", afterEffect: true, captured: true },
    { fault: "truncated", captured: true },
    { fault: "garbage", afterEffect: true, captured: true },
    { fault: "reset", captured: false },
    { fault: "503", captured: false },
    { fault: "429", captured: false },
    { fault: "garbage", captured: false },
  ]) {
    const what = `${fault.fault} ${captured ? "after" : "before"} the capture`;
    const before = await s.balance();
    const { order, paypalOrderId } = await approved(s);
    await s.fault({ on: "capture", ...fault });
    const answer = await s.capture(paypalOrderId);
    expect(answer.status, what).toBe(202);
    expect(answer.body, what).toMatchObject({
      success: true,
      code: "PENDING_VERIFICATION",
      data: { paymentStatus: "pending" },
    });
    expect(await s.balance(), what).toBe(before);
    await s.heal();
    expect(await s.read(order), what).toMatchObject({ paymentStatus: "Paid" });
    expect(await s.balance(), what).toBe(before + 10);
    expect((await s.read(order, s.admin)).reconciledBy, what).toBe("reconciler");
  }
});

/** Has the shop send a capture again at once, where it would wait for a second. */
function skipWaits(): void {
  const wait = globalThis.setTimeout;
  const spied = vi.spyOn(globalThis, "setTimeout");
  spied.mockImplementation(((work: () => void, ms?: number) => wait(work, ms === 1_000 ? 0 : ms)) as never);
  onTestFinished(() => spied.mockRestore());
}

/** What PayPal answered to each call that captured, and under how many request ids. */
async function captureCalls(s: PaypalShop) {
  const { body } = await s.paypal.control("GET", "/requests");
  type Call = { path: string; status: number; headers: Record<string, string> };
  const calls: Call[] = body.filter(({ path }: Call) => path.endsWith("/capture"));
  const ids = new Set(calls.map(({ headers }) => headers["paypal-request-id"]));
  return { statuses: calls.map(({ status }) => status), ids: ids.size };
}

test.each([
  { rounds: 1, statuses: [409, 201] },
  { rounds: 4, statuses: [409, 409, 409, 409] },
])(
  "a capture beside the same one that goes on for $rounds rounds is no decline, and the order ends paid once",
  async ({ rounds, statuses }) => {
    const s = await openPaypalShop();
    const { order, paypalOrderId } = await approved(s);
    await s.fault({ on: "capture", fault: "409", times: rounds });
    skipWaits();
    const answer = await s.capture(paypalOrderId);
    expect(await captureCalls(s)).toEqual({ statuses, ids: 1 });
    const isAwaited = rounds === 4;
    expect([answer.status, answer.body.code, answer.body.data.paymentStatus]).toEqual(
      isAwaited ? [202, "PENDING_VERIFICATION", "pending"] : [200, undefined, "Paid"],
    );
    const told = await s.shop.send({ url: `/verify-order/${order._id}`, as: s.buyer });
    expect(told.body.data).toMatchObject({ isAwaited });
    await s.heal();
    await s.flush();
    expect(await s.read(order)).toMatchObject({ paymentStatus: "Paid", receiptNumber: 1 });
    expect(await s.balance()).toBe(10);
    expect(await capturesOf(s)).toHaveLength(1);
    expect((await captureCalls(s)).ids).toBe(1);
  },
);

test("an order says whether a payment may still come in, until the lost one is known to have brought nothing", async () => {
  const s = await openPaypalShop();
  const order = await s.order();
  const paypalOrderId = await s.start(order);
  await s.approve(paypalOrderId, { instrument: "declined" });
  await s.fault({ on: "capture", fault: "reset" });
  expect((await s.capture(paypalOrderId)).body.code).toBe("PENDING_VERIFICATION");
  const told = async () => (await s.shop.send({ url: `/verify-order/${order._id}`, as: s.buyer })).body.data;
  expect(await told()).toMatchObject({ paymentStatus: "pending", isAwaited: true });
  await s.heal();
  expect(await told()).toMatchObject({ paymentStatus: "pending", isAwaited: false });
});

test("a time-out after the money moved is healed", async () => {
  const s = await openPaypalShop();
  const { order, paypalOrderId } = await approved(s);
  await s.fault({ on: "capture", fault: "timeout-after-effect" });
  expect((await s.capture(paypalOrderId)).body.code).toBe("PENDING_VERIFICATION");
  await s.heal();
  expect(await s.read(order)).toMatchObject({ paymentStatus: "Paid" });
});

test("a token that PayPal no longer takes is replaced within the call", async () => {
  const s = await openPaypalShop();
  const { paypalOrderId } = await approved(s);
  await s.paypal.control("POST", "/tokens/revoke");
  expect((await s.capture(paypalOrderId)).status).toBe(200);
});

test("a declined instrument answers 402; the same window may pay again, and so may a new attempt", async () => {
  const s = await openPaypalShop();
  const order = await s.order();
  const first = await s.start(order);
  await s.approve(first, { instrument: "declined" });
  const answer = await s.capture(first);
  expect(answer.status).toBe(402);
  expect(answer.body).toMatchObject({ code: "INSTRUMENT_DECLINED", data: { isPayable: true } });
  const second = await s.start(order);
  expect(second).not.toBe(first);
  await s.approve(first, { instrument: "balance" });
  expect((await s.capture(first)).status).toBe(200);
  await s.approve(second);
  expect((await s.capture(second)).status).toBe(200);
  await s.heal();
  expect(await s.balance()).toBe(10);
  const { body } = await s.paypal.control("GET", "/orders");
  expect(body.filter((one: { status: string }) => one.status === "COMPLETED")).toHaveLength(1);
});

test("a capture that is declined afterwards answers 402 and leaves the order payable", async () => {
  const s = await openPaypalShop();
  const { order, paypalOrderId } = await approved(s);
  await s.fault({ on: "capture", fault: "declined-capture" });
  const answer = await s.capture(paypalOrderId);
  expect([answer.status, answer.body.data]).toEqual([402, { isPayable: false }]);
  const next = await s.start(order);
  expect(next).not.toBe(paypalOrderId);
  await s.approve(next);
  expect((await s.capture(next)).status).toBe(200);
});

test("a pending capture grants nothing until PayPal completes it, even when its webhook is lost", async () => {
  const s = await openPaypalShop();
  const order = await s.order();
  const paypalOrderId = await s.start(order);
  await s.approve(paypalOrderId, { instrument: "pending" });
  const answer = await s.capture(paypalOrderId);
  expect(answer.status).toBe(202);
  expect(answer.body).toMatchObject({ code: "CAPTURE_PENDING", data: { paymentStatus: "pending" } });
  await s.heal();
  expect(await s.balance()).toBe(0);
  const tryAgain = await s.shop.send({
    method: "POST",
    url: "/api/paypal/orders",
    as: s.buyer,
    body: { orderId: order._id, kind: "package" },
  });
  expect(tryAgain.status).toBe(409);
  const [capture] = await capturesOf(s);
  await s.paypal.control("POST", `/captures/${capture}/complete`);
  await s.heal();
  expect(await s.balance()).toBe(10);
});

test("a pending capture that is declined leaves the order pending and payable", async () => {
  const s = await openPaypalShop();
  const order = await s.order();
  const paypalOrderId = await s.start(order);
  await s.approve(paypalOrderId, { instrument: "pending" });
  await s.capture(paypalOrderId);
  const [capture] = await capturesOf(s);
  await s.paypal.control("POST", `/captures/${capture}/decline`);
  await s.flush();
  expect(await s.read(order)).toMatchObject({ paymentStatus: "pending", orderStatus: "pending" });
  const next = await s.start(order);
  await s.approve(next);
  expect((await s.capture(next)).status).toBe(200);
});

test("a capture of a wrong amount, currency, order or payee grants nothing, tells the admin, and is not paid for again", async () => {
  const s = await openPaypalShop();
  const problems = "select subject from outbox where template_name = 'Payment problem'";
  let told = 0;
  for (const fault of ["wrong-amount", "wrong-currency", "wrong-custom-id", "wrong-payee"]) {
    const { order, paypalOrderId } = await approved(s);
    await s.fault({ on: "capture", fault });
    const answer = await s.capture(paypalOrderId);
    const { rows } = await s.shop.platform.db.execute(
      sql`select id from captures where order_id = ${order._id}`,
    );
    const data = { paypalTransactionID: rows[0]!.id };
    expect(answer.body, fault).toMatchObject({ code: "PAYMENT_MISMATCH", data });
    expect(answer.status, fault).toBe(409);
    await s.flush();
    await s.heal();
    const hint = await s.shop.send({
      method: "PUT",
      url: `/update-payment-status/${order._id}`,
      as: s.buyer,
      body: {},
    });
    expect([hint.status, hint.body.data], fault).toEqual([409, data]);
    expect(await s.read(order), fault).toMatchObject({ paymentStatus: "pending" });
    expect(await s.balance(), fault).toBe(0);
    const again = await s.shop.send({
      method: "POST",
      url: "/api/paypal/orders",
      as: s.buyer,
      body: { orderId: order._id, kind: "package" },
    });
    expect(again.body, fault).toMatchObject({ code: "PAYMENT_MISMATCH", data });
    await giveBack(s, order);
    told += 1;
    expect((await s.shop.platform.db.execute(problems)).rows, fault).toHaveLength(told);
  }
});

test("an answer that lies once about a payment does no lasting harm", async () => {
  const s = await openPaypalShop();
  const { order, paypalOrderId } = await approved(s);
  await s.fault({ on: "capture", fault: "reset-after-effect" });
  await s.capture(paypalOrderId);
  await s.fault({ on: "get-order", fault: "wrong-amount" });
  await s.heal();
  expect(await s.read(order)).toMatchObject({ paymentStatus: "pending" });
  await s.heal();
  expect(await s.read(order)).toMatchObject({ paymentStatus: "Paid" });
});

test("a retry within an attempt keeps PayPal's order and request id, also when the first answer was lost", async () => {
  const s = await openPaypalShop();
  const order = await s.order();
  await s.fault({ on: "create", fault: "reset-after-effect" });
  const lost = await s.shop.send({
    method: "POST",
    url: "/api/paypal/orders",
    as: s.buyer,
    body: { orderId: order._id, kind: "package" },
  });
  expect(lost.status).toBe(502);
  const id = await s.start(order);
  const { body } = await s.paypal.control("GET", "/orders");
  expect(body.map((one: { id: string }) => one.id)).toEqual([id]);
});

test("an attempt ends after three hours; the next one gets a new PayPal order and a new request id", async () => {
  const s = await openPaypalShop();
  const order = await s.order();
  const first = await s.start(order);
  await s.shop.platform.db.execute(
    "update payment_attempts set created_at = now() - interval '3 hours 1 minute'",
  );
  const second = await s.start(order);
  expect(second).not.toBe(first);
  const { rows } = await s.shop.platform.db.execute<{
    create_request_id: string;
    capture_request_id: string;
  }>("select create_request_id, capture_request_id from payment_attempts");
  expect(new Set(rows.flatMap((row) => Object.values(row))).size).toBe(4);
});

test("a browser that was closed after the approval: the webhook or the reconciler captures", async () => {
  const s = await openPaypalShop();
  const one = await approved(s);
  expect(await s.flush()).toEqual([200]);
  expect(await s.read(one.order, s.admin)).toMatchObject({ paymentStatus: "Paid", reconciledBy: "webhook" });
  const two = await approved(s);
  await s.paypal.control("POST", "/webhooks/drop", {});
  await s.heal();
  expect(await s.read(two.order, s.admin)).toMatchObject({
    paymentStatus: "Paid",
    reconciledBy: "reconciler",
  });
  expect(await s.balance()).toBe(20);
});

test("an order that was never paid stays pending, whatever is asked", async () => {
  const s = await openPaypalShop();
  const order = await s.order();
  await s.start(order);
  await s.heal();
  const forged = {
    status: "Paid",
    paypalTransactionID: "FORGED",
    orderStatus: "Completed",
    paymentMethod: "Paypal",
  };
  const hint = await s.shop.send({
    method: "PUT",
    url: `/update-payment-status/${order._id}`,
    as: s.buyer,
    body: forged,
  });
  expect([hint.status, hint.body.code]).toEqual([409, "PAYMENT_MISMATCH"]);
  await s.shop.send({ url: `/verify-order/${order._id}`, as: s.buyer });
  expect(await s.read(order)).toMatchObject({ paymentStatus: "pending", paypalTransactionID: null });
});

test("while PayPal is away the hint says so, and the webhook is sent again", async () => {
  const s = await openPaypalShop();
  const { order, paypalOrderId } = await approved(s);
  await s.fault({ on: "any", fault: "503", times: 3 });
  expect((await s.capture(paypalOrderId)).status).toBe(202);
  const hint = await s.shop.send({
    method: "PUT",
    url: `/update-payment-status/${order._id}`,
    as: s.buyer,
    body: {},
  });
  expect(hint.status).toBe(503);
  expect(await s.flush()).toEqual([503]);
  expect(await s.flush()).toEqual([200]);
  expect(await s.read(order)).toMatchObject({ paymentStatus: "Paid" });
});

interface HeldOrder {
  purchase_units: { payments?: { captures?: { id: string }[] } }[];
}

async function capturesOf(s: PaypalShop): Promise<string[]> {
  const { body } = await s.paypal.control("GET", "/orders");
  return (body as HeldOrder[]).flatMap(
    (one) => one.purchase_units[0]?.payments?.captures?.map(({ id }) => id) ?? [],
  );
}
