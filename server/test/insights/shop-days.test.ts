import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { addDays, dayIn, startOfDay } from "#contract/time-zone.ts";
import { readDays } from "#server/features/insights/insights.repository.ts";
import { lastDays } from "#server/features/insights/insights.service.ts";
import { plansOf } from "../helpers/plans.ts";
import { openTestShop } from "../helpers/test-shop.ts";

// Over a year, so that days on which the clocks change are among them.
test.each(["Australia/Sydney", "America/New_York"])(
  "the figures' days begin and end at midnight in the shop's time zone, seen at once: %s",
  async (timeZone) => {
    const shop = await openTestShop();
    const admin = await shop.signUp({ role: "Admin" });
    const read = async () => (await shop.send({ url: "/api/insights?days=365", as: admin })).body.data;
    expect((await read()).timeZone).toBe("UTC");
    const body = { timeZone };
    await shop.send({ method: "PUT", url: "/api/shop-settings", body, as: admin });
    const today = dayIn(timeZone, new Date());
    const days = Array.from({ length: 365 }, (_, ago) => addDays(today, ago - 364));
    const moments = days.flatMap((day) => [
      startOfDay(timeZone, day).toISOString(),
      new Date(startOfDay(timeZone, addDays(day, 1)).getTime() - 1).toISOString(),
    ]);
    await shop.platform.db.execute(sql`
      insert into orders (id, kind, order_id, payment_id, user_id, product_id, product_name, price_minor, total_minor,
        currency, customer_name, customer_email, address, country, payment_status, created_at, paid_at)
      select 'o' || n, 'item', 'o' || n, 'o' || n, ${admin.id}, 'guide', 'Guide', 100, 100,
        'USD', 'Ada', 'ada@example.com', '1 Quay', 'Norway', 'Paid', at, at
      from unnest(${sql.param(moments)}::timestamptz[]) with ordinality as given (at, n)`);
    await shop.platform.db.execute(sql`
      insert into payment_attempts (id, order_id, mode, state, create_request_id, capture_request_id, amount_minor, currency)
      select id, id, 'live', 'completed', '', '', 100, 'USD' from orders`);
    await shop.platform.db.execute(sql`
      insert into captures (id, attempt_id, order_id, status, amount_minor, currency, completed_at, fulfilled_at)
      select id, id, id, 'COMPLETED', 100, 'USD', paid_at, paid_at from orders`);

    const told = await read();
    expect(told.timeZone).toBe(timeZone);
    expect(
      told.days.map((day: Record<string, unknown>) => [
        day.day,
        day.revenueMinor,
        day.orders,
        day.paidOrders,
        day.formerRevenueMinor,
      ]),
    ).toEqual(days.map((day) => [day, 200, 2, 2, 0]));
    const { body: spending } = await shop.send({ url: "/api/spending?days=365", as: admin });
    expect([spending.data.today.day, spending.data.revenue]).toEqual([days.at(-1), told.revenue.minor]);
  },
);

test("the figures read no table but by an index", async () => {
  const shop = await openTestShop();
  const plans = await plansOf(shop, (db) => readDays(db, lastDays("Australia/Sydney", 90), "USD"));
  const plan = plans.join("\n");
  for (const range of ["paid_at >= '", "created_at >= '"]) expect(plan).toContain(`Index Cond: (${range}`);
  expect(plan).not.toMatch(/Seq Scan on (orders|users|captures|credit_entries|generations)/);
});
