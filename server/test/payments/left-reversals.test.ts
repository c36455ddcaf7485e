import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import type { Db } from "#server/db/database.ts";
import { ownMigrationsFolder } from "#server/db/migration-files.ts";
import { bookLeftReversals } from "#server/features/payments/refunds/book-left-reversals.ts";
import {
  findUnbookedPayments,
  refuseLeftRefunds,
} from "#server/features/payments/refunds/refunds.repository.ts";
import { processEvent } from "#server/features/payments/webhooks/process-event.ts";
import { findMovements } from "#server/features/spending/movements.repository.ts";
import { holdJobs } from "../helpers/hold-jobs.ts";
import { plansOf } from "../helpers/plans.ts";
import { openTestShop } from "../helpers/test-shop.ts";
import { liveFirstDay, liveSecondDay, openTwoDays } from "../spending/two-days.ts";
import { openPaypalShop, type PaypalShop, refund } from "./paypal-shop.ts";

const movements = async ({ shop }: PaypalShop) =>
  (await findMovements(shop.platform.db, new Date(0), new Date(Date.now() + 60_000)))
    .map(({ at, kind, id, minor }) => `${at.toISOString()} ${kind} ${id} ${minor}`)
    .toSorted();

test("what a process of a former release stores of refunds without booking it is booked within the hour, once", async () => {
  const s = await openPaypalShop();
  await holdJobs(s.shop.connectionString, ["left-reversals"]);
  const [left, whole] = [await s.paid(), await s.paid()];
  await refund(s, left.order, { amount: "4.00" });
  await refund(s, whole.order);
  const before = await movements(s);
  await s.shop.platform.db.execute(`delete from reversal_movements where capture_id = '${left.captureId}'`);
  await bookLeftReversals(s.shop.platform);
  await bookLeftReversals(s.shop.platform);
  expect(await movements(s)).toEqual(before);
});

test("the look for what a former release left reads what has lately changed alone", async () => {
  const shop = await openTestShop();
  for (const look of [
    (db: Db) => findUnbookedPayments(db, [], 50),
    (db: Db) => refuseLeftRefunds(db, "It failed"),
  ]) {
    const [plan] = await plansOf(shop, look);
    expect(plan).toContain("reversals_changed");
    expect(plan).not.toContain("Seq Scan");
  }
});

test("what moved before movements were kept is told as it was, with the lost dispute that was told nowhere", async () => {
  const days = await openTwoDays();
  const { s, second } = days;
  const { db } = s.shop.platform;
  await holdJobs(s.shop.connectionString, ["left-reversals"]);
  const lived = await liveFirstDay(days);
  const stray = await s.paypal.paid({ custom_id: "FORGOTTN" });
  await s.paypal.control("POST", `/captures/${stray.captureId}/refund`, {});
  const lost = await s.paid();
  await days.deliver();
  days.goOn();
  await liveSecondDay(days, lived);
  const { dispute } = (await s.paypal.control("POST", `/captures/${lost.captureId}/dispute`)).body;
  await days.deliver();
  const outcome = { outcome_code: "RESOLVED_BUYER_FAVOUR", amount_refunded: dispute.dispute_amount };
  await processEvent(s.shop.platform, {
    mode: "sandbox",
    id: "WH-LOST",
    type: "CUSTOMER.DISPUTE.RESOLVED",
    resource: { ...dispute, status: "RESOLVED", dispute_outcome: outcome },
    body: {},
  });
  const { rows } = await db.execute<{ id: string }>("select id from reversals where order_id is null");
  // The stray payment's refund had no id of its own, and what a dispute brought back had its reversal's.
  const before = (await movements(s)).map((line) =>
    line.replace(rows[0]!.id, stray.captureId).replace(/(cancelled-reversal) \S+/, "$1 ID"),
  );
  for (const statement of [
    "drop table reversal_movements",
    "delete from reversals where order_id is null",
    "drop index reversals_capture",
    "drop index reversals_changed",
    `update reversals set returned_at = '${second}T12:00:00Z' where kind = 'reversal' and capture_id = '${lived.reversed.captureId}'`,
    "alter table reversals alter column order_id set not null",
    "alter table reversals add constraint reversals_capture_id_captures_id_fk foreign key (capture_id) references captures (id)",
    "create index reversals_moved on reversals (id)",
    "create index reversals_returned on reversals (id)",
  ])
    await db.execute(statement);
  const migration = await readFile(`${ownMigrationsFolder}/0038_reversal-movements.sql`, "utf8");
  for (const statement of migration.split("--> statement-breakpoint")) await db.execute(statement);
  const after = (await movements(s)).map((line) => line.replace(/(cancelled-reversal) \S+/, "$1 ID"));
  expect(after.toSorted()).toEqual(before.toSorted());
});
