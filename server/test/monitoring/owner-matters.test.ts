import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { newId } from "#server/db/ids.ts";
import { strayPayments } from "#server/db/tables/payments.ts";
import { readMatters } from "#server/features/monitoring/queues.repository.ts";
import { plansOf } from "../helpers/plans.ts";
import { openTestShop } from "../helpers/test-shop.ts";
import { openPaypalShop, type PaypalShop } from "../payments/paypal-shop.ts";

/** Each matter's number, and that of the gauges without a label. */
async function told({ shop }: Pick<PaypalShop, "shop">): Promise<Record<string, number>> {
  const { text } = await shop.send({ url: "/metrics" });
  const gauge = /^thumbsmith_(?:owner_matters\{matter="([\w-]+)"\}|(spending_limit_ratio)) ([\d.]+)$/gm;
  return Object.fromEntries(
    [...text.matchAll(gauge)].map(([, matter, name, value]) => [matter ?? name!, Number(value)]),
  );
}

test("what waits for the owner is told to Prometheus until it is seen to", async () => {
  const s = await openPaypalShop();
  const { db } = s.shop.platform;
  const none = {
    "stray-payments": 0,
    "open-disputes": 0,
    "refused-refunds": 0,
    "missing-webhook": 0,
    spending_limit_ratio: 0,
  };
  expect(await told(s)).toEqual(none);

  const stray = { mode: "live", amountMinor: 990, currency: "USD", reason: "it names no order" } as const;
  await db.insert(strayPayments).values([
    { id: "STRAY-1", ...stray },
    { id: "STRAY-2", ...stray, createdAt: new Date(Date.now() - 31 * 86_400_000) },
    { id: "STRAY-3", ...stray, returnedAt: new Date() },
  ]);
  const { captureId, order } = await s.paid();
  const dispute = (id: string, state: string) =>
    db.execute(sql`insert into reversals (id, capture_id, order_id, kind, state, amount_minor)
      select ${id}, id, order_id, 'dispute', ${state}, 100 from captures where id = ${captureId}`);
  const ask = (state: string) =>
    db.execute(sql`insert into refund_requests (id, capture_id, order_id, amount_minor, request_id, state)
      select ${newId()}, id, order_id, 100, ${newId()}, ${state} from captures where id = ${captureId}`);
  await dispute("PP-1", "open");
  await dispute("PP-2", "won");
  await ask("refused");
  await db.execute(
    sql`update settings set data = jsonb_set(data, '{sandbox,webhookId}', '""') where name = 'paypal'`,
  );
  expect(await told(s)).toEqual({
    ...none,
    "stray-payments": 1,
    "open-disputes": 1,
    "refused-refunds": 1,
    "missing-webhook": 1,
  });

  await ask("done");
  await db.execute("update stray_payments set returned_at = now()");
  await db.execute("delete from reversals");
  expect(await told(s)).toEqual({ ...none, "missing-webhook": 1 });
  await db.execute("delete from refund_requests");
  expect((await s.read(order)).paymentStatus).toBe("Paid");
});

test("each look for what waits for the owner reads nothing else", async () => {
  const [plan] = await plansOf(await openTestShop(), readMatters);
  for (const index of ["reversals_open", "refund_requests_refused", "stray_payments_newest"])
    expect(plan).toMatch(new RegExp(`Scan (using|on) ${index}\\b`));
});

test("the day's spending is told as a share of its limit", async () => {
  const s = await openPaypalShop();
  const { db } = s.shop.platform;
  const body = { dailySpendingLimit: 200, timeZone: "UTC" };
  await s.shop.send({ method: "PUT", url: "/api/shop-settings", body, as: s.admin });
  await db.execute(sql`insert into spending_today (id, since, currency, cost_micros, reserved_micros)
    values (1, date_trunc('day', now(), 'UTC'), 'USD', 1500000, 200000)`);
  expect((await told(s)).spending_limit_ratio).toBe(0.85);
  await db.execute("delete from spending_today");
});

test("what the file store fails at is counted, and a file that is not there is no failure", async () => {
  const { send, platform } = await openTestShop();
  const counted = async () =>
    (await send({ url: "/metrics" })).text.match(/^thumbsmith_files_failed_total\{.* [1-9]\d*$/gm);
  expect(await counted()).toBeNull();
  await writeFile(join(platform.config.dataDir, "uploads"), "no folder");
  const put = platform.storage.put("folder/a.png", Buffer.from("a"), "image/png");
  await expect(put).rejects.toThrow();
  expect(await counted()).toEqual(['thumbsmith_files_failed_total{operation="put"} 1']);
  await rm(join(platform.config.dataDir, "uploads"));
  expect(await platform.storage.get("folder/a.png")).toBeNull();
  await platform.storage.remove("folder/a.png");
  expect(await counted()).toHaveLength(1);
});
