import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { newId } from "#server/db/ids.ts";
import { outbox } from "#server/db/tables/mail.ts";
import { openPaypalShop } from "../payments/paypal-shop.ts";

test("the dashboard tells what only the owner can see to, until it is seen to", async () => {
  const s = await openPaypalShop();
  const { db } = s.shop.platform;
  const told = async () => (await s.shop.send({ url: "/api/insights", as: s.admin })).body.data.matters;
  const sandbox = {
    text: "PayPal is in sandbox mode: orders are paid with play money, which anybody can have.",
    path: "/admin/settings?panel=paypal",
  };
  expect(await told(), "in a shop that is no demo").toEqual([sandbox]);
  const live = { mode: "live", clientId: "live-client", clientSecret: "live-secret-of-the-shop" };
  const settings = (body: object) =>
    s.shop.send({ method: "PUT", url: "/api/paypal-settings", body, as: s.admin });
  await settings(live);
  expect(await told()).toEqual([]);
  await settings({ mode: "sandbox" });

  const { captureId, order } = await s.paid();
  const item = await s.paid("item");
  await db.execute(sql`insert into reversals (id, capture_id, order_id, kind, state, amount_minor) values
    ('PP-1', ${captureId}, ${order._id}, 'dispute', 'open', 1250),
    ('PP-2', ${item.captureId}, ${item.order._id}, 'dispute', 'won', 700)`);
  await db.execute(sql`insert into refund_requests (id, capture_id, order_id, amount_minor, request_id, state)
    values (${newId()}, ${item.captureId}, ${item.order._id}, 150, ${newId()}, 'refused')`);
  const mail = { toEmail: "ada@example.com", subject: "Hello", html: "<p>Hello</p>", text: "Hello" };
  const queued = { ...mail, status: "queued", templateName: "Receipt", audience: "user" } as const;
  const nextAttemptAt = new Date(Date.now() + 3_600_000);
  const lastError = "535 Authentication failed";
  await db.insert(outbox).values([
    { ...queued, nextAttemptAt, attempts: 5, lastError },
    // On its way, and so seldom tried that it may go yet.
    { ...queued, nextAttemptAt, attempts: 5 },
    { ...queued, nextAttemptAt, attempts: 4, lastError },
  ]);
  expect(await told()).toEqual([
    {
      text: `The buyer disputes $12.50 of order ${order.orderId}. Answer at PayPal: what is not answered in time is lost.`,
      path: `/admin/orders/${order._id}`,
    },
    sandbox,
    {
      text: `A refund of $1.50 of order ${item.order.orderId} was not made. Look at what has gone back of it, then give back what is missing.`,
      path: `/admin/items-orders/${item.order._id}`,
    },
    {
      text: "Mails wait that could not be sent: 1. The last answer was: 535 Authentication failed",
      path: "/admin/users",
    },
  ]);

  await db.execute("delete from reversals where id like 'PP-%'");
  await db.execute("update refund_requests set state = 'done'");
  await db.update(outbox).set({ status: "sent" });
  expect(await told()).toEqual([sandbox]);
  await db.execute("delete from refund_requests");
});
