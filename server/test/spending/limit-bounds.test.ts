import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { newId } from "#server/db/ids.ts";
import { modelCalls } from "#server/db/tables/spending.ts";
import { insertPricedCall } from "#server/features/spending/spending.repository.ts";
import { ownDay } from "#server/features/spending/spending-limit.ts";
import { finished, memberWith, startGeneration } from "../generations/generator-shop.ts";
import type { TestShop } from "../helpers/test-shop.ts";
import { imageModel, openPricedShop, readSpending, setLimit } from "./priced-shop.ts";

const counts = { model: imageModel, tokensIn: 100, tokensOut: 1_300, pictures: 1 };

/** A call of so many millionths of a dollar, written down and counted. */
function spend({ platform }: TestShop, costMicros: number) {
  const of = { id: newId(), purpose: "picture", userId: null, generationId: null } as const;
  const call = { ...of, ...counts, currency: "USD", costMicros };
  return insertPricedCall(platform.db, call, ownDay("UTC", "USD"), 0);
}

/** With room for a cent a day, and what a member's run and prompt are answered. */
async function openWithACent() {
  const opened = await openPricedShop();
  const { shop } = opened;
  await setLimit(opened, 1);
  const member = await memberWith(shop, 9);
  const body = { prompt: "A desk", title: "T", niche: "business", style: "professional" };
  const answers = async () => ({
    isReached: (await readSpending(opened)).today.limitReached,
    prompt: (await shop.send({ method: "POST", url: "/api/enhance-prompt", body, as: member })).status,
    run: (await startGeneration(shop, member)).status,
  });
  return { ...opened, member, answers };
}

test("the day's limit is reached by the very millionth that it is of, whether that is spent or set aside", async () => {
  const { shop, answers, member, ...opened } = await openWithACent();
  const { db } = shop.platform;
  await spend(shop, 9_999);
  expect((await readSpending({ shop, ...opened })).today.limitReached).toBe(false);
  const { id } = (await startGeneration(shop, member)).body.data;
  await finished(shop, member, id);
  for (const [cost, reserved] of [
    [10_000, 0],
    [0, 10_000],
  ]) {
    await db.execute(sql`update spending_today set cost_micros = ${cost}, reserved_micros = ${reserved}`);
    expect(await answers()).toEqual({ isReached: true, prompt: 503, run: 503 });
  }
});

test("what was spent in another currency counts for no limit of this one, and counts again once that is back", async () => {
  const { shop, admin, answers, ...opened } = await openWithACent();
  const charge = async (currency: string) => {
    const sent = { method: "PUT", url: "/api/paypal-settings", body: { currency }, as: admin };
    expect((await shop.send(sent)).status).toBe(200);
    await expect.poll(async () => (await readSpending({ shop, admin, ...opened })).currency).toBe(currency);
  };
  await spend(shop, 50_000);
  expect(await answers()).toEqual({ isReached: true, prompt: 503, run: 503 });
  await charge("EUR");
  expect(await answers()).toEqual({ isReached: false, prompt: 200, run: 202 });
  await charge("USD");
  expect(await answers()).toEqual({ isReached: true, prompt: 503, run: 503 });
});

test("a call that was priced in another currency adds to no cost, and is told as one without a price", async () => {
  const opened = await openPricedShop();
  const calls = [
    { currency: "USD", costMicros: 34_000 },
    { currency: "EUR", costMicros: 50_000 },
  ].map((call) => ({ id: newId(), purpose: "picture" as const, ...counts, ...call }));
  await opened.shop.platform.db.insert(modelCalls).values(calls);
  const figures = { costMicros: 34_000, unpricedCalls: 1 };
  expect(await readSpending(opened)).toMatchObject({
    modelCostMicros: 34_000,
    unpricedCalls: 1,
    today: figures,
    byModel: [figures],
  });
});

test("what a failed run cost counts on the day of its calls, also where it was begun the day before", async () => {
  const opened = await openPricedShop();
  const { shop, emulator } = opened;
  await emulator.fault("no-image");
  const member = await memberWith(shop, 5);
  await finished(shop, member, (await startGeneration(shop, member)).body.data.id);
  const { db } = shop.platform;
  await db.execute("update generations set created_at = '2026-04-30T23:59:50Z'");
  await db.execute("update model_calls set created_at = '2026-05-01T00:00:10Z'");
  const readDay = (day: string) => readSpending(opened, `?from=${day}&to=${day}`);
  const { failedRuns, modelCostMicros } = await readDay("2026-05-01");
  expect(failedRuns).toEqual({ runs: 1, costMicros: modelCostMicros });
  expect(modelCostMicros).toBeGreaterThan(0);
  expect((await readDay("2026-04-30")).failedRuns).toEqual({ runs: 0, costMicros: 0 });
});
