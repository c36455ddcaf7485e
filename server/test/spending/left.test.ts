import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import type { Spending } from "#contract/spending.ts";
import { addDays } from "#contract/time-zone.ts";
import { newId } from "#server/db/ids.ts";
import { modelCalls } from "#server/db/tables/spending.ts";
import { recheckCaptures } from "#server/features/payments/recheck-captures.ts";
import { openPaypalShop, type PaypalShop } from "../payments/paypal-shop.ts";

async function read(s: PaypalShop, query = ""): Promise<Spending> {
  const answer = await s.shop.send({ url: `/api/spending${query}`, as: s.admin });
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body.data;
}

/** A call of so many millionths, booked at a moment. */
async function call(s: PaypalShop, costMicros: number, createdAt = new Date()): Promise<void> {
  const counts = { tokensIn: 100, tokensOut: 1_300, pictures: 1 };
  await s.shop.platform.db.insert(modelCalls).values({
    id: newId(),
    purpose: "picture",
    model: "gemini-nano-banana-2.1",
    ...counts,
    costMicros,
    currency: "USD",
    createdAt,
  });
}

test("left is the revenue less refunds, PayPal's fees and the models' cost", async () => {
  const s = await openPaypalShop();
  expect(await read(s)).toMatchObject({ revenue: 0, fees: 0, modelCostMicros: 0, left: 0, limit: null });
  const { order } = await s.paid();
  await s.paid("item");
  await call(s, 34_000);
  await call(s, 1_006_000);
  const full = await read(s);
  // 12.50 and 7.00; 0.93 and what PayPal takes of 7.00; 1.04 for the models.
  expect(full).toMatchObject({
    revenue: 1950,
    refunded: 0,
    paymentsWithoutFee: 0,
    modelCostMicros: 1_040_000,
  });
  const { rows } = await s.shop.platform.db.execute(sql`select sum(fee_minor)::int as fees from captures`);
  expect(full.fees).toBe(rows[0]!.fees);
  expect(full.fees).toBeGreaterThan(93);
  expect(full.left).toBe(1950 - full.fees - 104);
  const url = `/api/orders/${order._id}/refund`;
  const refund = { method: "POST", url, as: s.admin, body: { amount: "4.00" } };
  expect((await s.shop.send(refund)).status).toBe(200);
  // PayPal keeps its fee.
  expect(await read(s)).toMatchObject({
    revenue: 1550,
    refunded: 400,
    fees: full.fees,
    left: full.left - 400,
  });
});

test("a payment from before the shop kept fees gets its own with PayPal's next look at it", async () => {
  const s = await openPaypalShop();
  await s.paid();
  await s.shop.platform.db.execute(sql`update captures set fee_minor = null, check_at = now()`);
  expect(await read(s)).toMatchObject({ fees: 0, paymentsWithoutFee: 1 });
  await recheckCaptures(s.shop.platform);
  expect(await read(s)).toMatchObject({ fees: 93, paymentsWithoutFee: 0 });
});

test("a period holds its own days alone, from midnight of the owner's time zone on", async () => {
  const s = await openPaypalShop();
  const body = { timeZone: "America/New_York" };
  await s.shop.send({ method: "PUT", url: "/api/shop-settings", body, as: s.admin });
  // New York's midnight of the first of May is four in UTC.
  await call(s, 1, new Date("2026-05-01T03:59:59.999Z"));
  await call(s, 10, new Date("2026-05-01T04:00:00Z"));
  await call(s, 100, new Date("2026-05-03T03:59:59Z"));
  await call(s, 1_000, new Date("2026-05-03T04:00:00Z"));
  const { modelCostMicros, byModel, today } = await read(s, "?from=2026-05-01&to=2026-05-02");
  expect({ modelCostMicros, today: today.costMicros }).toEqual({ modelCostMicros: 110, today: 0 });
  expect(byModel).toMatchObject([
    { calls: 2, pictures: 2, tokensIn: 200, tokensOut: 2_600, costMicros: 110 },
  ]);
});

test("without a period the last thirty days are told, without an end those up to today, also where they are yet to come", async () => {
  const s = await openPaypalShop();
  const daysOf = async (query: string) => {
    const { from, to } = await read(s, query);
    return [from, to];
  };
  const today = (await read(s)).today.day;
  const [before, later] = [addDays(today, -3), addDays(today, 3)];
  expect(await daysOf("")).toEqual([addDays(today, -29), today]);
  expect(await daysOf("?days=1")).toEqual([today, today]);
  expect(await daysOf(`?from=${before}`)).toEqual([before, today]);
  expect(await daysOf(`?from=${later}`)).toEqual([later, later]);
  expect(await daysOf(`?to=${before}&days=2`)).toEqual([addDays(before, -1), before]);
});

test("a period that ends before it begins, is no days or is longer than a year is refused", async () => {
  const s = await openPaypalShop();
  const wrong = [
    ...["from=2026-05-02&to=2026-05-01", "from=2026-02-30", "from=2020-01-01"],
    ...["from=2025-05-01&to=2026-05-02", "days=0", "days=400"],
  ];
  for (const query of wrong) {
    const answer = await s.shop.send({ url: `/api/spending?${query}`, as: s.admin });
    expect(answer, query).toMatchObject({ status: 400, body: { code: "INVALID_INPUT" } });
  }
});
