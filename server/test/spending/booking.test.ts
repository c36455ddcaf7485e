import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { newId } from "#server/db/ids.ts";
import { insertPricedCall } from "#server/features/spending/spending.repository.ts";
import { checkSpending } from "#server/features/spending/spending-limit.ts";
import {
  changeSettings,
  finished,
  memberWith,
  openGeneratorShop,
  startGeneration,
} from "../generations/generator-shop.ts";
import {
  bookedCalls,
  enterPrices,
  imageModel,
  openPricedShop,
  prices,
  readSpending,
  setLimit,
  textModel,
} from "./priced-shop.ts";

test("each picture of a run is booked with its member, run, tokens and cost, and nothing of the prompt", async () => {
  const opened = await openPricedShop();
  const member = await memberWith(opened.shop, 5);
  const { id } = (await startGeneration(opened.shop, member, { title: "A secret title" })).body.data;
  await finished(opened.shop, member, id);
  const calls = await bookedCalls(opened.shop);
  expect(calls).toHaveLength(2);
  for (const call of calls) {
    expect(call).toMatchObject({
      userId: member.id,
      generationId: id,
      purpose: "picture",
      model: imageModel,
      pictures: 1,
      currency: "USD",
    });
    expect(call.tokensIn).toBeGreaterThan(20);
    // The tokens of a picture that has a price of its own are not charged twice.
    const others = call.tokensOut - 1290;
    const tokens = Math.round((call.tokensIn * 300_000 + others * 2_500_000) / 1_000_000);
    expect(call.costMicros).toBe(34_000 + tokens);
    expect(JSON.stringify(call)).not.toContain("secret");
  }
});

test("an enhanced prompt, readings of words and both calls of a key's test are booked", async () => {
  const opened = await openPricedShop({ readsWords: true });
  const { shop, admin } = opened;
  const member = await memberWith(shop, 5);
  const enhanced = { prompt: "A desk", title: "T", niche: "business", style: "professional" };
  const asked = { method: "POST", url: "/api/enhance-prompt", body: enhanced, as: member };
  expect(await shop.send(asked)).toMatchObject({ status: 200 });
  const [key] = (await shop.send({ url: "/api/gemini-keys", as: admin })).body.data;
  const tested = await shop.send({ method: "POST", url: `/api/gemini-keys/${key._id}/test`, as: admin });
  expect(tested.body.data).toMatchObject({ ok: true });
  const { id } = (await startGeneration(shop, member)).body.data;
  await finished(shop, member, id);
  await expect
    .poll(() => bookedCalls(shop), { timeout: 15_000 })
    .toMatchObject([
      { purpose: "enhancement", model: textModel, userId: member.id, generationId: null, pictures: 0 },
      { purpose: "key-test", model: textModel, userId: null, generationId: null },
      { purpose: "key-test", model: imageModel, userId: null, generationId: null, pictures: 1 },
      { purpose: "picture", userId: member.id, generationId: id },
      { purpose: "picture", userId: member.id, generationId: id },
      { purpose: "spelling", model: textModel, userId: member.id, generationId: id },
      { purpose: "spelling", model: textModel, userId: member.id, generationId: id },
    ]);
  for (const { costMicros } of await bookedCalls(shop)) expect(costMicros).toBeGreaterThan(0);
});

test("an answer without a picture is booked as well, among what failed runs cost", async () => {
  const opened = await openPricedShop();
  const { shop, emulator } = opened;
  await emulator.fault("no-image");
  const member = await memberWith(shop, 5);
  const { id } = (await startGeneration(shop, member)).body.data;
  expect(await finished(shop, member, id)).toMatchObject({ stage: "failed", refunded: true });
  const calls = await bookedCalls(shop);
  // The other picture's call may have been given up.
  expect(calls.map(({ pictures }) => pictures)).toContain(0);
  for (const call of calls) {
    expect(call.generationId).toBe(id);
    expect(call.costMicros).toBeGreaterThan(0);
  }
  const { failedRuns, freeRuns, modelCostMicros } = await readSpending(opened);
  expect(failedRuns).toEqual({ runs: 1, costMicros: modelCostMicros });
  expect(freeRuns).toEqual({ runs: 0, costMicros: 0 });
});

test("calls that are given up are booked as the dearest of their kind, and count for the day's limit", async () => {
  const opened = await openPricedShop({ timeoutMs: 300 });
  const { shop, emulator } = opened;
  await emulator.fault("hang");
  const member = await memberWith(shop, 5);
  // Of each picture two calls, each of which costs less than four cents.
  await setLimit(opened, 14);
  const { id } = (await startGeneration(shop, member)).body.data;
  expect(await finished(shop, member, id)).toMatchObject({ stage: "failed", refunded: true });
  const calls = await bookedCalls(shop);
  expect(calls).toHaveLength(4);
  for (const call of calls) {
    expect(call).toMatchObject({ generationId: id, purpose: "picture" });
    expect(call.costMicros).toBeGreaterThan(34_000);
  }
  const { failedRuns, modelCostMicros } = await readSpending(opened);
  expect(failedRuns).toEqual({ runs: 1, costMicros: modelCostMicros });
  expect(await startGeneration(shop, member)).toMatchObject({
    status: 503,
    body: { code: "SPENDING_LIMIT" },
  });
});

test("an answer of 200 that can't be read is booked as given up and counts for the day's limit", async () => {
  const opened = await openPricedShop();
  const { shop, emulator } = opened;
  await emulator.fault("html-ok");
  const member = await memberWith(shop, 5);
  // Two calls at the least, each of which costs less than four cents.
  await setLimit(opened, 6);
  const { id } = (await startGeneration(shop, member)).body.data;
  expect(await finished(shop, member, id)).toMatchObject({ stage: "failed", refunded: true });
  const calls = await bookedCalls(shop);
  expect(calls.length).toBeGreaterThanOrEqual(2);
  for (const call of calls) {
    expect(call).toMatchObject({ generationId: id, purpose: "picture" });
    expect(call.costMicros).toBeGreaterThan(34_000);
  }
  expect(await startGeneration(shop, member)).toMatchObject({
    status: 503,
    body: { code: "SPENDING_LIMIT" },
  });
});

test("a call keeps the price of its moment; without a price its cost is unknown", async () => {
  const opened = await openGeneratorShop();
  const { shop } = opened;
  const member = await memberWith(shop, 9);
  const run = async () => {
    const { id } = (await startGeneration(shop, member)).body.data;
    await finished(shop, member, id);
  };
  await run();
  expect(await readSpending(opened)).toMatchObject({
    modelCostMicros: 0,
    unpricedCalls: 2,
    withoutPrice: [imageModel, textModel],
    pricesEntered: false,
  });
  await enterPrices(opened, prices);
  await run();
  const before = await readSpending(opened);
  expect(before).toMatchObject({ unpricedCalls: 2, withoutPrice: [] });
  expect(before.modelCostMicros).toBeGreaterThan(68_000);
  await enterPrices(opened, [{ ...prices[0]!, pictureMicros: 0, inputMicros: 0, outputMicros: 0 }]);
  expect((await readSpending(opened)).modelCostMicros).toBe(before.modelCostMicros);
  expect(await readSpending(opened)).toMatchObject({ withoutPrice: [textModel], pricesEntered: true });
});

test("a price gets the shop's currency and its day, and keeps the day until it changes", async () => {
  const opened = await openPricedShop();
  const { shop, admin } = opened;
  const read = async () => (await shop.send({ url: "/api/shop-settings", as: admin })).body.data.modelPrices;
  const today = new Date().toISOString().slice(0, 10);
  expect(await read()).toMatchObject(
    prices.map((price) => ({ ...price, currency: "USD", enteredOn: today })),
  );
  const past = (await read()).map((price: object) => ({ ...price, enteredOn: "2020-01-01" }));
  await enterPrices(opened, past);
  expect((await read())[0].enteredOn).toBe(today);
  for (const wrong of [
    { ...prices[0]!, pictureMicros: -1 },
    { ...prices[0]!, inputMicros: 0.5 },
  ]) {
    const sent = { method: "PUT", url: "/api/shop-settings", body: { modelPrices: [wrong] }, as: admin };
    expect(await shop.send(sent)).toMatchObject({ status: 400 });
  }
  const twice = { modelPrices: [prices[0]!, prices[0]!] };
  expect(await shop.send({ method: "PUT", url: "/api/shop-settings", body: twice, as: admin })).toMatchObject(
    { status: 400 },
  );
  expect(await read()).toHaveLength(2);
});

test("a model's price stays in the currency that it was entered in, whatever setting is saved after the shop's currency changed", async () => {
  const opened = await openPricedShop();
  const { shop, admin } = opened;
  const read = async () => (await shop.send({ url: "/api/shop-settings", as: admin })).body.data.modelPrices;
  const inDollars = await read();
  const chosen = { method: "PUT", url: "/api/paypal-settings", body: { currency: "EUR" }, as: admin };
  expect(await shop.send(chosen)).toMatchObject({ status: 200 });
  await changeSettings(shop, admin, { firstStepsDismissed: true });
  expect(await read()).toEqual(inDollars);
  await changeSettings(shop, admin, { modelPrices: inDollars, dailySpendingLimit: 500 });
  expect(await read()).toEqual(inDollars);
  expect((await readSpending(opened)).withoutPrice).toEqual([imageModel, textModel]);
  // Entered anew, with a number that happens to be the same.
  await enterPrices(opened, [prices[0]!, inDollars[1]]);
  expect(await read()).toMatchObject([{ ...prices[0]!, currency: "EUR" }, inDollars[1]]);
  expect((await readSpending(opened)).withoutPrice).toEqual([textModel]);
  expect(await shop.send({ method: "POST", url: "/api/paypal-settings/reset", as: admin })).toMatchObject({
    status: 200,
  });
  await changeSettings(shop, admin, { signUpGift: 1 });
  expect(await read()).toMatchObject([{ currency: "EUR" }, { currency: "USD" }]);
});

test("what runs set aside of the limit is given back when they end, well or not", async () => {
  const opened = await openPricedShop();
  const { shop, emulator } = opened;
  await setLimit(opened, 10_000);
  const member = await memberWith(shop, 9);
  await emulator.fault("no-image", { contains: "fails" });
  for (const customPrompt of ["works", "fails"]) {
    const { id } = (await startGeneration(shop, member, { customPrompt })).body.data;
    await finished(shop, member, id);
  }
  expect(await checkSpending(shop.platform.db)).toEqual([]);
  expect((await readSpending(opened)).today.limitReached).toBe(false);
});

test("a call is booked once, whatever fails after it or however often it is tried", async () => {
  const opened = await openPricedShop();
  const { db } = opened.shop.platform;
  await setLimit(opened, 1);
  await db.execute(sql`alter table outbox add check (template_name <> 'spending-limit')`);
  const member = await memberWith(opened.shop, 5);
  const { id } = (await startGeneration(opened.shop, member)).body.data;
  expect(await finished(opened.shop, member, id)).toMatchObject({ stage: "done" });
  const calls = await bookedCalls(opened.shop);
  expect(calls).toHaveLength(2);
  const costMicros = calls.reduce((sum, call) => sum + call.costMicros!, 0);
  const counted = sql<{ cost: string }>`select cost_micros as cost, since from spending_today`;
  const [today] = (await db.execute<{ cost: string; since: string }>(counted)).rows;
  expect(Number(today!.cost)).toBe(costMicros);
  // As where the connection broke after the statement was carried out.
  const day = { since: new Date(today!.since), currency: "USD" };
  const call = { ...calls[0]!, id: newId(), costMicros: 700 };
  for (let tries = 0; tries < 3; tries += 1)
    expect(await insertPricedCall(db, call, day, 10_000)).toEqual({
      costMicros: costMicros + 700,
      warned: false,
    });
  expect(await bookedCalls(opened.shop)).toHaveLength(3);
});
