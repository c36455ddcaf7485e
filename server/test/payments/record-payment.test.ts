import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { outbox } from "#server/db/tables/mail.ts";
import {
  type AttemptState,
  attemptStates,
  mayBecome,
  openStates,
} from "#server/features/payments/attempts/attempt-states.ts";
import {
  type AfterRecord,
  lockAttempt,
  moveAttempt,
  type Source,
} from "#server/features/payments/attempts/attempts.ts";
import { recordPayment } from "#server/features/payments/capture/record-payment.ts";
import type { PaypalCapture, PaypalOrder, PaypalRefund } from "#server/providers/paypal/answers.ts";
import { runMigration } from "../helpers/run-migration.ts";
import { openPaypalShop, type PaypalShop } from "./paypal-shop.ts";

type Row = Record<string, unknown>;
const early = new Date("2026-03-01T10:00:00Z");
const late = new Date("2026-03-01T11:00:00Z");
const latest = new Date("2026-03-01T12:00:00Z");

async function rowsOf(s: PaypalShop, query: ReturnType<typeof sql>): Promise<Row[]> {
  return (await s.shop.platform.db.execute(query)).rows;
}

/** An order with an attempt, and what PayPal may say of it. */
async function openAttempt(s: PaypalShop) {
  const order = await s.order();
  const paypalOrderId = await s.start(order);
  const attempt = async () =>
    (await rowsOf(s, sql`select * from payment_attempts where paypal_order_id = ${paypalOrderId}`))[0]!;
  const { id, payee_merchant_id, payee_email } = await attempt();
  const capture = (changes: Partial<PaypalCapture> = {}): PaypalCapture => ({
    id: `CAPTURE-${order.orderId}`,
    status: "COMPLETED",
    reason: null,
    amount: { minor: 1250, currency: "USD" },
    fee: { minor: 93, currency: "USD" },
    customId: order.orderId,
    invoiceId: order.paymentId,
    payee: null,
    paypalOrderId,
    createdAt: early,
    changedAt: early,
    ...changes,
  });
  const record = (
    captures: PaypalCapture[],
    refunds: PaypalRefund[] = [],
    source: Source = "buyer",
    afterRecord?: AfterRecord,
  ) => {
    const told: PaypalOrder = {
      id: paypalOrderId,
      status: "COMPLETED",
      customId: order.orderId,
      invoiceId: order.paymentId,
      payee: { merchantId: payee_merchant_id as string, email: payee_email as string },
      payerEmail: "payer@example.com",
      captures,
      refunds,
    };
    return recordPayment(s.shop.platform, id as string, told, { source, afterRecord });
  };
  const captures = () => rowsOf(s, sql`select * from captures where order_id = ${order._id} order by id`);
  return { order, paypalOrderId, attemptId: id as string, attempt, capture, record, captures };
}

const time = (value: unknown) => new Date(String(value)).getTime();

test("a capture is kept as PayPal tells it, older news do not undo newer, and what it paid is not rewritten", async () => {
  const s = await openPaypalShop();
  const { order, attempt, capture, record, captures } = await openAttempt(s);
  expect(await record([])).toMatchObject({ kind: "open" });
  expect(await attempt()).toMatchObject({ state: "created", last_error: null });

  expect(await record([capture({ status: "PENDING", changedAt: late })])).toMatchObject({ kind: "pending" });
  const [pending] = await captures();
  expect(pending).toMatchObject({
    id: capture().id,
    attempt_id: (await attempt()).id,
    status: "PENDING",
    amount_minor: 1250,
    currency: "USD",
    payer_email: "payer@example.com",
    problem: null,
    fulfilled_at: null,
  });
  expect([time(pending!.capture_time), time(pending!.changed_at)]).toEqual([early.getTime(), late.getTime()]);
  const { checks } = await attempt();
  expect(await record([capture({ status: "DECLINED" })]), "older news").toMatchObject({ kind: "pending" });
  expect(await attempt()).toMatchObject({ state: "pending", checks: Number(checks) + 1 });

  const paid = await record([capture({ changedAt: latest })]);
  expect(paid).toMatchObject({ kind: "paid", fulfilledNow: true });
  expect(await attempt()).toMatchObject({ state: "completed", check_at: null });
  expect(await s.read(order, s.admin)).toMatchObject({
    paymentStatus: "Paid",
    orderStatus: "Completed",
    paymentMethod: "Paypal",
    paypalTransactionID: capture().id,
    payerEmail: "payer@example.com",
    captureTime: early.toISOString(),
    reconciledBy: null,
  });
  expect(await s.balance()).toBe(10);
  const templates = (await s.shop.platform.db.select().from(outbox)).map(({ templateName }) => templateName);
  expect(templates, "a payment that agrees worries nobody").toEqual(expect.arrayContaining(["Order paid"]));
  expect(templates).not.toContain("Payment problem");

  const lie = capture({ amount: { minor: 1, currency: "EUR" }, changedAt: null });
  expect(await record([lie])).toMatchObject({ kind: "paid", fulfilledNow: false });
  const [kept] = await captures();
  expect(kept).toMatchObject({ status: "COMPLETED", amount_minor: 1250, currency: "USD", problem: null });
  expect(time(kept!.changed_at)).toBe(latest.getTime());
  expect(await s.balance()).toBe(10);

  const undone = capture({ status: "FAILED", changedAt: new Date("2026-03-01T13:00:00Z") });
  expect(await record([undone]), "only a refund or a reversal takes it back").toMatchObject({ kind: "paid" });
  expect(await attempt()).toMatchObject({ state: "completed", last_error: null });
  expect(await captures()).toMatchObject([{ status: "FAILED", problem: null }]);
  await record([capture({ changedAt: new Date("2026-03-01T14:00:00Z") })]);
});

test("the order tells who found that it was paid, unless that was the buyer or an admin", async () => {
  const s = await openPaypalShop();
  for (const source of ["buyer", "admin", "webhook", "reconciler"] as const) {
    const { order, capture, record } = await openAttempt(s);
    const before = Date.now();
    await record([capture({ createdAt: null })], [], source);
    const read = await s.read(order, s.admin);
    expect(read.reconciledBy).toBe(source === "buyer" || source === "admin" ? null : source);
    expect(time(read.captureTime), "where PayPal names no time it is now").toBeGreaterThanOrEqual(before);
  }
});

test("what brought the news is told what came of it, with the order as it then stands, and is undone with it", async () => {
  const s = await openPaypalShop();
  const { order, capture, record } = await openAttempt(s);
  const told: string[] = [];
  const also: AfterRecord = async (_tx, { paymentStatus, refundedMinor }, effect) => {
    told.push(`${effect}: ${paymentStatus} ${refundedMinor}`);
  };
  const tell = (captures: PaypalCapture[], refunds: PaypalRefund[] = []) =>
    record(captures, refunds, "webhook", also);
  await tell([]);
  await tell([capture({ status: "PENDING" })]);
  await tell([capture({ amount: { minor: 1, currency: "USD" }, changedAt: late })]);
  const failing = record([capture({ changedAt: late })], [], "webhook", async () => {
    throw new Error("the event could not be kept");
  });
  await expect(failing).rejects.toThrow("the event could not be kept");
  expect(await s.balance()).toBe(0);
  await tell([capture({ changedAt: late })]);
  await tell([capture({ changedAt: late })]);
  await tell([capture({ changedAt: late })], [refundOf(capture().id)]);
  expect(told).toEqual([
    "open: pending 0",
    "pending: pending 0",
    "mismatch: pending 0",
    "paid: Paid 0",
    "known: Paid 0",
    "known: Partially refunded 500",
  ]);
  expect(await s.read(order)).toMatchObject({ paymentStatus: "Partially refunded" });
});

test("a capture of another order pays nothing here", async () => {
  const s = await openPaypalShop();
  const [first, second] = [await openAttempt(s), await openAttempt(s)];
  await first.record([first.capture()]);
  const foreign = first.capture({ customId: second.order.orderId });
  expect(await second.record([foreign])).toMatchObject({ kind: "open" });
  expect(await second.captures()).toEqual([]);
  expect(await first.captures()).toMatchObject([{ attempt_id: first.attemptId, problem: null }]);
  expect(await s.read(second.order)).toMatchObject({ paymentStatus: "pending" });
  expect(await s.balance()).toBe(10);
});

test("money that does not agree with the order grants nothing, and the admins are told what and where, once", async () => {
  const s = await openPaypalShop();
  const { order, attempt, capture, record, captures } = await openAttempt(s);
  const nameless = capture({ amount: null });
  for (let time = 0; time < 2; time += 1)
    expect(await record([nameless])).toMatchObject({ kind: "mismatch", reason: "no amount" });
  expect(await captures()).toMatchObject([{ amount_minor: 0, currency: "USD", problem: "no amount" }]);
  expect(await attempt()).toMatchObject({ state: "mismatch", last_error: "no amount" });
  expect(await s.balance()).toBe(0);
  const mails = (await s.shop.platform.db.select().from(outbox)).filter(
    ({ templateName }) => templateName === "Payment problem",
  );
  expect(mails).toHaveLength(1);
  const { subject, text, toEmail } = mails[0]!;
  expect(toEmail).toBe(s.admin.email);
  expect(subject).toBe(`Please check order ${order.orderId}: it was paid with no amount`);
  for (const part of [
    `Order ${order.orderId} of ${s.buyer.email} was paid with no amount (PayPal transaction ${nameless.id}).`,
    "Nothing was granted for this payment.",
    `/admin/orders/${order._id}`,
  ])
    expect(text!.replace(/\s+/g, " ")).toContain(part);

  expect(await record([capture()]), "the right answer pays").toMatchObject({ kind: "paid" });
  expect(await captures()).toMatchObject([{ amount_minor: 1250, problem: null }]);
  expect(await attempt()).toMatchObject({ state: "completed", last_error: null });
});

test("a declined capture leaves the order payable", async () => {
  const s = await openPaypalShop();
  const { order, attempt, capture, record } = await openAttempt(s);
  expect(await record([capture({ status: "DECLINED" })])).toMatchObject({ kind: "declined" });
  expect(await attempt()).toMatchObject({ state: "declined" });
  expect(await s.read(order)).toMatchObject({ paymentStatus: "pending" });
  const next = await s.start(order);
  await s.approve(next);
  expect((await s.capture(next)).status).toBe(200);
});

const refundOf = (captureId: string | null, changes: Partial<PaypalRefund> = {}): PaypalRefund => ({
  id: "REFUND-1",
  status: "COMPLETED",
  amount: { minor: 500, currency: "USD" },
  returned: null,
  captureId,
  customId: null,
  createdAt: late,
  changedAt: late,
  ...changes,
});

test("a refund counts until it failed, and all of the capture where it names no amount", async () => {
  const s = await openPaypalShop();
  const { order, capture, record } = await openAttempt(s);
  const read = async () => {
    const { paymentStatus, refundedAmount } = await s.read(order);
    return `${paymentStatus} ${refundedAmount}`;
  };
  await record([capture()], [refundOf(null)]);
  expect(await read(), "it names no capture, and there is one").toBe("Partially refunded 5.00");
  await record([capture()], [refundOf(capture().id, { status: "FAILED", changedAt: latest })]);
  expect(await read()).toBe("Paid 0.00");
  await record([capture()], [refundOf(capture().id, { id: "REFUND-2", status: "CANCELLED" })]);
  expect(await read()).toBe("Paid 0.00");
  await record([capture()], [refundOf(capture().id, { id: "REFUND-3", status: "PENDING", amount: null })]);
  expect(await read()).toBe("Refunded 12.50");
  expect(await s.balance()).toBe(0);
});

test("where there are two captures, a refund that names none of them is not guessed at", async () => {
  const s = await openPaypalShop();
  const { order, capture, record } = await openAttempt(s);
  const second = capture({ id: "CAPTURE-OTHER", status: "DECLINED" });
  await record([capture(), second], [refundOf(null)]);
  expect(await s.read(order)).toMatchObject({ paymentStatus: "Paid", refundedAmount: "0.00" });
  await record([capture(), second], [refundOf(capture().id)]);
  expect(await s.read(order)).toMatchObject({ refundedAmount: "5.00" });
  await record([capture(), second], [refundOf(second.id, { id: "REFUND-2" })]);
  expect(await rowsOf(s, sql`select id, capture_id from reversals order by id`)).toEqual([
    { id: "REFUND-1", capture_id: capture().id },
    { id: "REFUND-2", capture_id: second.id },
  ]);
});

test("an order has one open attempt: one that comes to life ends another that waits, and yields to one being captured", async () => {
  const s = await openPaypalShop();
  const { order, attemptId } = await openAttempt(s);
  const { db } = s.shop.platform;
  const states = async () =>
    (
      await rowsOf(s, sql`select id, state, check_at from payment_attempts where order_id = ${order._id}`)
    ).map(
      ({ id, state, check_at }) => `${id === attemptId ? "first" : "second"} ${state} ${check_at !== null}`,
    );
  const revive = (state: Parameters<typeof moveAttempt>[2]) =>
    db.transaction(async (tx) => {
      const [row] = (await tx.execute(sql`select * from payment_attempts where id = ${attemptId}`)).rows;
      const attempt = { ...row, orderId: row!.order_id, createdAt: new Date() } as unknown;
      return moveAttempt(tx, attempt as Parameters<typeof moveAttempt>[1], state, null);
    });
  const endFirst = sql`update payment_attempts set state = 'expired', check_at = null where id = ${attemptId}`;
  await db.execute(endFirst);
  const reopened = openStates.filter((state) => mayBecome("expired", state));
  expect(reopened).toEqual(["capturing", "pending"]);
  const other = await s.start(order);
  expect((await states()).toSorted()).toEqual(["first expired false", "second created true"]);
  for (const busy of ["capturing", "pending"]) {
    await db.execute(sql`update payment_attempts set state = ${busy} where paypal_order_id = ${other}`);
    for (const open of reopened) expect(await revive(open), `${open} beside ${busy}`).toBe(false);
    expect((await states()).toSorted()).toEqual(["first expired false", `second ${busy} true`]);
  }
  for (const open of reopened) {
    await db.execute(endFirst);
    await db.execute(sql`update payment_attempts set state = 'created' where paypal_order_id = ${other}`);
    expect(await revive(open)).toBe(true);
    expect((await states()).toSorted()).toEqual([`first ${open} true`, "second expired false"]);
  }
});

test("an attempt makes the moves of the table of states, and no other; one that is not there is named", async () => {
  const s = await openPaypalShop();
  const { attemptId } = await openAttempt(s);
  const { db } = s.shop.platform;
  const move = (from: AttemptState, to: AttemptState) =>
    db.transaction(async (tx) => {
      await tx.execute(sql`update payment_attempts set state = ${from} where id = ${attemptId}`);
      const { attempt } = await lockAttempt(tx, attemptId);
      await moveAttempt(tx, attempt, to, null);
      return (await lockAttempt(tx, attemptId)).attempt.state;
    });
  for (const from of attemptStates)
    for (const to of attemptStates) {
      const moved = move(from, to);
      if (mayBecome(from, to)) expect(await moved, `${from} to ${to}`).toBe(to);
      else await expect(moved).rejects.toThrow(`is ${from} and cannot become ${to}`);
    }
  const told = { id: "X", status: "CREATED", customId: null, invoiceId: null, payee: null, payerEmail: null };
  const nothing: PaypalOrder = { ...told, captures: [], refunds: [] };
  const asked = recordPayment(s.shop.platform, "ffffffffffffffffffffffff", nothing, { source: "webhook" });
  await expect(asked).rejects.toThrow("There is no payment attempt ffffffffffffffffffffffff.");
});

test("only what neither the browser nor a webhook brings within a minute is rescued, and counts on the dashboard; the browser's own capture a moment after takes the rescue back", async () => {
  const s = await openPaypalShop();
  const rescued = async () =>
    (await s.shop.send({ url: "/api/insights", as: s.admin })).body.data.providers.reconciledOrders as number;
  const late = (orderId: string) =>
    s.shop.platform.db.execute(
      sql`update orders set paid_at = now() - interval '61 seconds' where order_id = ${orderId}`,
    );
  for (const { source, after, by, count } of [
    { source: "buyer", after: false, by: null, count: 0 },
    { source: "webhook", after: false, by: "webhook", count: 0 },
    { source: "admin", after: false, by: "reconciler", count: 1 },
    { source: "reconciler", after: false, by: "reconciler", count: 2 },
    { source: "buyer", after: true, by: "reconciler", count: 3 },
    { source: "webhook", after: true, by: "reconciler", count: 4 },
  ] as const) {
    const { order, capture, record } = await openAttempt(s);
    await record([capture()], [], "reconciler");
    if (after) await late(order.orderId);
    await record([capture()], [], source);
    expect((await s.read(order, s.admin)).reconciledBy, `${source} later: ${after}`).toBe(by);
    expect(await rescued()).toBe(count);
  }
  const order = await s.order();
  const paypalOrderId = await s.start(order);
  await s.approve(paypalOrderId);
  await s.heal();
  expect((await s.read(order, s.admin)).reconciledBy).toBe("reconciler");
  expect((await s.capture(paypalOrderId)).status).toBe(200);
  expect((await s.read(order, s.admin)).reconciledBy).toBe(null);
});

test("an order that the reconciler had found a moment before its webhook is no rescue after the migration", async () => {
  const s = await openPaypalShop();
  const { order, capture, record } = await openAttempt(s);
  const { order: other, capture: otherCapture, record: recordOther } = await openAttempt(s);
  await record([capture()], [], "reconciler");
  await recordOther([otherCapture()], [], "reconciler");
  const store = (id: string, orderId: string, seconds: number) =>
    s.shop.platform.db.execute(sql`
      insert into webhook_events (id, type, order_id, effect, body, created_at)
      select ${id}, 'PAYMENT.CAPTURE.COMPLETED', id, 'known', '{}', paid_at + ${seconds} * interval '1 second'
      from orders where order_id = ${orderId}`);
  await store("WH-1", order.orderId, 20);
  await store("WH-2", other.orderId, 90);
  await runMigration(s.shop, "0001_rescued-orders");
  expect((await s.read(order, s.admin)).reconciledBy).toBe("webhook");
  expect((await s.read(other, s.admin)).reconciledBy).toBe("reconciler");
});
