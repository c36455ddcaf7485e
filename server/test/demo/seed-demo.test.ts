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
  expect(await states("select stage as state from generations where stage = 'done'")).toHaveLength(12);
  expect(await states("select error as state from generations where stage = 'failed'")).toHaveLength(1);
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
