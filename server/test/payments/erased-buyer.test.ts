import { and, eq, like } from "drizzle-orm";
import { expect, test } from "vitest";
import { outbox } from "#server/db/tables/mail.ts";
import { captures, paymentAttempts, strayPayments, webhookEvents } from "#server/db/tables/payments.ts";
import type { Person } from "../helpers/test-shop.ts";
import { type Order, openPaypalShop, type PaypalShop } from "./paypal-shop.ts";

const payer = "demo-buyer@example.com";

async function erase(s: PaypalShop, person: Person = s.buyer): Promise<void> {
  const answer = await s.shop.send({ method: "DELETE", url: `/api/users/${person.id}`, as: s.admin });
  expect(answer.status).toBe(200);
}

/** What the shop keeps of payments, as one text. */
async function kept(s: PaypalShop): Promise<string> {
  const { db } = s.shop.platform;
  const tables = [captures, webhookEvents, strayPayments];
  return JSON.stringify(await Promise.all(tables.map((table) => db.select().from(table))));
}

test("events that come after the buyer was erased are handled, and tell nothing of the buyer", async () => {
  const s = await openPaypalShop();
  const { order } = await s.paid();
  expect(await kept(s)).toContain(payer);
  const own = await s.shop.send({ url: "/api/account/export", as: s.buyer });
  expect(own.body.payments).toEqual([
    expect.objectContaining({ orderId: order.orderId, payerEmail: payer, amount: order.totalPrice }),
  ]);
  await erase(s);
  expect(await kept(s)).not.toContain(payer);
  const statuses = await s.flush();
  expect(statuses.length).toBeGreaterThan(0);
  expect(statuses.filter((status) => status !== 200)).toEqual([]);
  expect(await s.shop.platform.db.select().from(webhookEvents)).toHaveLength(statuses.length);
  expect(await kept(s)).not.toContain(payer);
  expect(await s.read(order, s.admin)).toMatchObject({ paymentStatus: "Paid" });
});

test("what a buyer approves once the account is erased is not captured, and its attempt ends", async () => {
  const s = await openPaypalShop();
  const order = await s.order();
  const paypalOrderId = await s.start(order);
  await erase(s);
  await s.approve(paypalOrderId);
  const statuses = await s.flush();
  expect(new Set(statuses)).toEqual(new Set([200]));
  await s.heal();
  const { db } = s.shop.platform;
  expect(await db.select().from(captures)).toEqual([]);
  const { body: made } = await s.paypal.control("GET", "/orders");
  expect(made).toMatchObject([{ id: paypalOrderId, status: "APPROVED" }]);
  expect(await s.read(order, s.admin)).toMatchObject({ paymentStatus: "pending", paypalTransactionID: null });
  await db.execute("update payment_attempts set created_at = now() - interval '4 hours'");
  await s.heal();
  expect(await db.select({ state: paymentAttempts.state }).from(paymentAttempts)).toEqual([
    { state: "expired" },
  ]);
});

test("money that was captured before the buyer was erased is written down without the buyer, and mailed to nobody else", async () => {
  const s = await openPaypalShop();
  const order = await s.order();
  const paypalOrderId = await s.start(order);
  await s.approve(paypalOrderId);
  await s.fault({ on: "capture", fault: "reset-after-effect" });
  expect((await s.capture(paypalOrderId)).status).toBe(202);
  await erase(s);
  await s.paypal.paid({ custom_id: order.orderId });
  await s.flush();
  await s.heal();
  expect(await s.shop.platform.db.select().from(strayPayments)).toHaveLength(1);
  expect(await s.shop.platform.db.select().from(captures)).toHaveLength(1);
  expect(await s.read(order, s.admin)).toMatchObject({ paymentStatus: "Paid" });
  expect(await kept(s)).not.toContain(payer);
  const mails = await s.shop.platform.db.select({ to: outbox.toEmail }).from(outbox);
  expect(mails.map(({ to }) => to)).toContain(s.admin.email);
  expect(mails.filter(({ to }) => to.endsWith(".invalid"))).toEqual([]);
});

async function paidBy(s: PaypalShop, person: Person): Promise<Order> {
  const order = await s.order(person);
  const paypalOrderId = await s.start(order, person);
  await s.approve(paypalOrderId);
  expect((await s.capture(paypalOrderId, person)).status).toBe(200);
  return order;
}

/** The notice to the shop that an order was paid. */
async function noticeOf(s: PaypalShop, order: Order) {
  const [notice] = await s.shop.platform.db
    .select({ subject: outbox.subject, html: outbox.html, text: outbox.text })
    .from(outbox)
    .where(and(eq(outbox.templateName, "Order paid"), like(outbox.dedupeKey, `paid:${order._id}:%`)));
  return notice;
}

test("erasing a buyer leaves the notices about others, whose addresses hold the buyer's or paid for the buyer", async () => {
  const s = await openPaypalShop();
  const email = "an@x.example";
  const buyer = await s.shop.signUp({ email });
  const own = await paidBy(s, buyer);
  const others = [];
  for (const address of [
    `christi${email}`,
    `lee+${email}`,
    `${email}.example`,
    `${email}-shop.example`,
    payer,
  ])
    others.push(await paidBy(s, await s.shop.signUp({ email: address })));
  const before = await Promise.all(others.map((order) => noticeOf(s, order)));
  expect(before.map((notice) => notice?.text)).not.toContain(undefined);
  await erase(s, buyer);
  expect(await Promise.all(others.map((order) => noticeOf(s, order)))).toEqual(before);
  expect(await noticeOf(s, own)).toEqual({ subject: "", html: "", text: "" });
});

test("each notice to the staff that names an erased person, however it does, is emptied", async () => {
  const s = await openPaypalShop({ webhooks: false });
  const { db } = s.shop.platform;
  const person = await s.shop.signUp({ email: "an@x.example" });
  const texts = [
    "an@x.example has paid.",
    "Paid by an@x.example.",
    "Ann <AN@X.example>, of Norway",
    "'an@x.example'",
    "an@x.example",
    "From:an@x.example\nNext line",
  ];
  const notice = { toEmail: s.admin.email, templateName: "Order paid", audience: "admins" as const };
  const rows = await db
    .insert(outbox)
    .values(texts.map((text) => ({ ...notice, subject: text, html: text, text, status: "sent" as const })))
    .returning();
  await erase(s, person);
  for (const { id, subject } of rows)
    expect((await db.select().from(outbox).where(eq(outbox.id, id)))[0], subject).toMatchObject({
      subject: "",
      html: "",
      text: "",
    });
});
