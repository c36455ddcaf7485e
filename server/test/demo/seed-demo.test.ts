import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { readConfig } from "#server/config.ts";
import { openDatabase } from "#server/db/database.ts";
import { seedDemo } from "#server/demo/lived-in/seed-demo.ts";
import { checkLedger } from "#server/features/credits/credits.service.ts";
import { checkGenerations } from "#server/features/generations/generations.service.ts";
import { checkPayments } from "#server/features/payments/payments.service.ts";
import { createLog } from "#server/platform/log.ts";
import { freePort } from "../../../e2e/helpers/free-port.ts";
import { fixedPicture } from "../generations/generator-shop.ts";
import { ownEnvironment } from "../helpers/shop-process.ts";

async function configOf(more: Record<string, string> = {}) {
  const env = { ...(await ownEnvironment()), PORT: String(await freePort()), ...more };
  return { ...readConfig(env), passwordCost: { memory: 64, passes: 1 } };
}

const log = createLog("fatal");

test("a filled demo holds people, orders, pictures and tickets in every state, with true books, and once only", async () => {
  const config = await configOf();
  const model = { fixedImage: await fixedPicture() };
  await seedDemo(config, log, model);
  const { db, close } = openDatabase(config.databaseUrl!, { max: 2 });
  onTestFinished(close);
  const states = async (query: string) => (await db.execute(sql.raw(query))).rows.map(({ state }) => state);

  expect(
    await states(
      `select distinct case when disabled_at is not null then 'disabled' when role <> 'member' then role
          when membership <> 'free' then membership else 'free' end as state from users order by 1`,
    ),
  ).toEqual(["Admin", "basic", "disabled", "free", "moderator", "premium"]);
  expect(
    await states(
      `select u.membership as state from users u join orders o on o.user_id = u.id
        where u.name = 'Sofia Marin' and o.payment_status = 'Paid'`,
    ),
  ).toEqual(["free"]);
  expect(
    await states("select distinct payment_status || ', ' || order_status as state from orders order by 1"),
  ).toEqual(["Paid, Completed", "Partially refunded, Completed", "Refunded, Cancelled", "pending, pending"]);
  expect(
    await states(
      `select c.channel_title as state from youtube_connections c join users u on u.id = c.user_id
        where u.name = 'Mara Lindqvist' and c.tokens is not null`,
    ),
  ).toEqual(["Mara Goes North"]);
  expect(
    await states(
      `select c.code || ', ' || count(*) || case when c.ended_at is null then '' else ', ended' end as state
        from coupons c join coupon_uses u on u.coupon_id = c.id and u.counted_at is not null
        group by c.id order by 1`,
    ),
  ).toEqual(["SPRING, 1, ended", "WELCOME10, 2"]);
  // Two months of history, each day with its own, and no row before its cause.
  const days = await states(
    "select distinct date_trunc('day', paid_at)::date::text as state from orders where paid_at < now() - interval '1 hour'",
  );
  expect(days.length).toBeGreaterThan(45);
  expect(
    await states(
      `select o.order_id as state from orders o join users u on u.id = o.user_id
          left join credit_bookings b on b.reference = o.id
          left join outbox m on m.subject = 'Your receipt for order ' || o.order_id
        where o.paid_at is not null and (u.created_at > o.created_at or o.created_at > o.paid_at or m.id is null
          or abs(extract(epoch from m.created_at - o.paid_at)) > 5
          or abs(extract(epoch from b.created_at - o.paid_at)) > 5)`,
    ),
  ).toEqual([]);
  expect(
    await states(
      `select receipt_number as state from (select receipt_number,
          receipt_number - row_number() over (order by paid_at) as gap from orders where paid_at is not null) s where gap <> 0`,
    ),
  ).toEqual([]);
  expect(
    await states(
      "select distinct state from payment_attempts where created_at < now() - interval '1 hour' order by 1",
    ),
  ).toEqual(["completed", "declined", "expired"]);
  // The demo's PayPal has taken the history over, so that an admin can give any of it back.
  const known = JSON.parse(await readFile(join(config.dataDir, "demo-paypal.json"), "utf8"));
  const captured = await states("select id as state from captures");
  expect(known.captures.map(({ id }: { id: string }) => id).sort()).toEqual(captured.sort());
  // What a member cancels before it was paid is gone from every list.
  expect(await states("select order_status as state from orders where deleted_at is not null")).toHaveLength(
    1,
  );
  expect(
    await states("select distinct kind as state from orders where receipt_number is not null order by 1"),
  ).toEqual(["item", "package"]);
  expect(await states("select state from payment_attempts where state = 'pending'")).toHaveLength(1);
  expect(
    await states("select distinct style as state from generations where stage = 'done' order by 1"),
  ).toEqual(["bold", "colorful", "minimal", "playful", "professional"]);
  expect(
    await states(
      "select stage as state from generations where stage = 'done' and user_id = (select id from users where name = 'Mara Lindqvist')",
    ),
  ).toHaveLength(12);
  expect(
    await states("select distinct error_reason as state from generations where stage = 'failed' order by 1"),
  ).toEqual(["overloaded", "rate-limit", "safety", "timeout"]);
  expect(await states("select distinct status as state from tickets order by 1")).toEqual([
    "closed",
    "in-progress",
    "open",
    "resolved",
  ]);
  expect(await states("select title as state from canned_replies")).toHaveLength(5);
  for (const check of [checkLedger, checkGenerations, checkPayments]) expect(await check(db)).toEqual([]);

  await expect(seedDemo(config, log, model)).rejects.toThrow(/has been filled before/);
});

test("a shop that is no demo, or has another PayPal than the demo's, is not filled", async () => {
  await expect(seedDemo(await configOf({ DEMO: "off" }), log)).rejects.toThrow(/has DEMO off/);
  const elsewhere = await configOf({ PAYPAL_API_URL: "https://api-m.sandbox.paypal.com" });
  await expect(seedDemo(elsewhere, log)).rejects.toThrow(/another PayPal/);
});
