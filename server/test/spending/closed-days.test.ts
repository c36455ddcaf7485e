import { expect, test } from "vitest";
import { recheckCaptures } from "#server/features/payments/recheck-captures.ts";
import { sumMoney } from "#server/features/spending/figures.repository.ts";
import { findMovements } from "#server/features/spending/movements.repository.ts";
import { plansOf } from "../helpers/plans.ts";
import { openTestShop } from "../helpers/test-shop.ts";
import { liveFirstDay, liveSecondDay, openTwoDays, readDay } from "./two-days.ts";

test("a day that is over keeps its figures, whatever becomes of its payments, refunds and reversals later", async () => {
  const days = await openTwoDays();
  const { s, first, second } = days;
  const lived = await liveFirstDay(days);
  const before = await readDay(s, first);
  // Three packages and an item, of which 4.00, the item and a package went back; a second payment is no revenue.
  expect(before).toMatchObject({ revenue: 850 + 1250, refunded: 400 + 700 + 1250, paymentsWithoutFee: 0 });
  expect(await readDay(s, second)).toMatchObject({ revenue: 0, refunded: 0, fees: 0 });
  days.goOn();
  await liveSecondDay(days, lived);
  expect(await s.read(lived.held.order)).toMatchObject({ paymentStatus: "Paid" });
  const after = await readDay(s, second);
  // The held payment with its fee, the item's refund that failed, and the reversal that was cancelled.
  expect(after).toMatchObject({ revenue: 1250 + 700 + 1250, refunded: -700 - 1250, fees: 93 });
  expect(await readDay(s, first)).toEqual(before);
  await s.shop.platform.db.execute("update captures set check_at = now() - interval '1 second'");
  await recheckCaptures(s.shop.platform);
  expect([await readDay(s, first), await readDay(s, second)], "after the daily review").toEqual([
    before,
    after,
  ]);
  const { body } = await s.shop.send({ url: "/api/insights?days=90", as: s.admin });
  const sold = new Map(
    body.data.days.map((day: { day: string; revenueMinor: number }) => [day.day, day.revenueMinor]),
  );
  expect([sold.get(first), sold.get(second)], "the dashboard's days").toEqual([
    before.revenue,
    after.revenue,
  ]);
});

test("revenue in a former currency is told beside the figures, which leave it out", async () => {
  const { s, first } = await openTwoDays();
  await s.paid();
  const fee = (await readDay(s, first)).fees;
  await s.shop.platform.db.execute("update orders set currency = 'EUR'");
  await s.shop.platform.db.execute("update captures set currency = 'EUR'");
  await s.shop.platform.db.execute("update payment_attempts set currency = 'EUR'");
  const told = await readDay(s, first);
  expect(told).toMatchObject({ currency: "USD", revenue: 0, fees: 0 });
  expect(told.otherCurrencies).toEqual([{ currency: "EUR", revenue: 1250, fees: fee }]);
  const { body } = await s.shop.send({ url: "/api/insights?days=90", as: s.admin });
  expect(body.data.revenue).toMatchObject({ minor: 0, otherCurrencies: [{ currency: "EUR", minor: 1250 }] });
});

test("the money of a day is found by when it moved, however much moved on other days", async () => {
  const shop = await openTestShop();
  const day = { from: new Date("2026-01-01"), until: new Date("2026-01-02") };
  const plans = await plansOf(shop, async (db) => {
    await findMovements(db, day.from, day.until);
    await sumMoney(db, day);
  });
  expect(plans).toHaveLength(2);
  for (const plan of plans) {
    for (const index of ["captures_completed", "reversals_moved", "reversals_returned"])
      expect(plan).toMatch(new RegExp(`Scan (using|on) ${index}\\b`));
    expect(plan).not.toMatch(/Seq Scan on (captures|reversals)/);
  }
});
