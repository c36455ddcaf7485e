import { sql } from "drizzle-orm";
import { afterEach, expect, test, vi } from "vitest";
import { newId } from "#server/db/ids.ts";
import { checkSpending } from "#server/features/spending/spending-limit.ts";
import {
  balanceOf,
  changeSettings,
  finished,
  memberWith,
  problemsOf,
  startGeneration,
} from "../generations/generator-shop.ts";
import { openTestShop } from "../helpers/test-shop.ts";
import { bookedCalls, enterPrices, openPricedShop, prices, readSpending, setLimit } from "./priced-shop.ts";

afterEach(() => {
  vi.useRealTimers();
});

test("of two hundred runs asked of two processes at once no more start than the limit has room for", async () => {
  const opened = await openPricedShop({ manyAtOnce: true, emulator: { delayMs: 300 } });
  const { shop, emulator } = opened;
  const second = await openTestShop({
    database: shop.connectionString,
    config: { geminiApiUrl: emulator.url },
  });
  // One run is reckoned at some 7 cents: there is room for seven to eight.
  await setLimit(opened, 50);
  const members = await Promise.all(Array.from({ length: 20 }, () => memberWith(shop, 20)));
  const answers = await Promise.all(
    Array.from({ length: 200 }, async (_, at) => {
      const member = members[at % members.length]!;
      return { member, answer: await startGeneration(at % 2 === 0 ? shop : second, member) };
    }),
  );
  const started = answers.filter(({ answer }) => answer.status === 202);
  const refused = answers.filter(({ answer }) => answer.status !== 202);
  const said = refused.map(({ answer }) => `${answer.status} ${answer.body.code}`);
  expect(said).toContain("503 SPENDING_LIMIT");
  // As many as come at the same moment are more than a process lets in at its door.
  expect(said.filter((one) => !/^503 (SPENDING_LIMIT|UNAVAILABLE)$/.test(one))).toEqual([]);
  expect(started.length).toBeGreaterThanOrEqual(6);
  expect(started.length).toBeLessThanOrEqual(8);
  for (const { member, answer } of started) await finished(shop, member, answer.body.data.id);
  const balances = await Promise.all(members.map((member) => balanceOf(shop, member)));
  expect(balances.reduce((sum, balance) => sum + balance, 0)).toBe(20 * 20 - started.length);
  expect((await bookedCalls(shop)).length).toBe(2 * started.length);
  expect(await checkSpending(shop.platform.db)).toEqual([]);
  expect(await problemsOf(shop)).toEqual([]);
  const { today } = await readSpending(opened);
  expect(today.costMicros).toBeLessThan(500_000 + 80_000);
});

test("a price that is missing leaves the others set aside", async () => {
  const opened = await openPricedShop({ manyAtOnce: true, readsWords: true, emulator: { delayMs: 300 } });
  const { shop } = opened;
  await enterPrices(opened, [prices[0]!]);
  await setLimit(opened, 20);
  const members = await Promise.all(Array.from({ length: 4 }, () => memberWith(shop, 20)));
  const answers = await Promise.all(
    Array.from({ length: 16 }, async (_, at) => {
      const member = members[at % members.length]!;
      return { member, answer: await startGeneration(shop, member) };
    }),
  );
  const started = answers.filter(({ answer }) => answer.status === 202);
  // At some 7 cents each.
  expect(started).toHaveLength(3);
  for (const { member, answer } of started) await finished(shop, member, answer.body.data.id);
  expect(await checkSpending(shop.platform.db)).toEqual([]);
});

test("at the limit runs and enhanced prompts are refused in a sentence, and a raised limit opens at once", async () => {
  const opened = await openPricedShop();
  const { shop } = opened;
  const member = await memberWith(shop, 5);
  await setLimit(opened, 1);
  const first = await startGeneration(shop, member);
  expect(first.status).toBe(202);
  expect(await finished(shop, member, first.body.data.id)).toMatchObject({ stage: "done" });
  expect(await readSpending(opened)).toMatchObject({ limit: 1, today: { limitReached: true } });
  const before = await balanceOf(shop, member);
  const key = { idempotencyKey: newId() };
  const refused = await startGeneration(shop, member, key);
  expect(refused).toMatchObject({ status: 503, body: { code: "SPENDING_LIMIT" } });
  expect(refused.body.message).toMatch(/No credit was taken.*\(UTC\)\.$/);
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
  const enhanced = { prompt: "A desk", title: "T", niche: "business", style: "professional" };
  const enhance = () => shop.send({ method: "POST", url: "/api/enhance-prompt", body: enhanced, as: member });
  expect(await enhance()).toMatchObject({ status: 503, body: { code: "SPENDING_LIMIT" } });
  expect(await balanceOf(shop, member)).toBe(before);
  await setLimit(opened, 1_000);
  expect(await enhance()).toMatchObject({ status: 200 });
  // The same key that was refused is the run that it asked for.
  expect(await startGeneration(shop, member, key)).toMatchObject({ status: 202 });
});

test("a repeated key of a run that started is answered as that run, also at the limit", async () => {
  const opened = await openPricedShop();
  const { shop } = opened;
  const member = await memberWith(shop, 5);
  await setLimit(opened, 1);
  const key = { idempotencyKey: newId() };
  const { id } = (await startGeneration(shop, member, key)).body.data;
  await finished(shop, member, id);
  const again = await startGeneration(shop, member, key);
  expect(again).toMatchObject({ status: 202, body: { data: { id } } });
});

test("the limit opens at midnight of the owner's time zone, and what the day before cost stays in the books", async () => {
  const opened = await openPricedShop();
  const { shop, admin } = opened;
  await changeSettings(shop, admin, { timeZone: "Europe/Berlin" });
  await setLimit(opened, 1);
  const member = await memberWith(shop, 5);
  await finished(shop, member, (await startGeneration(shop, member)).body.data.id);
  expect((await startGeneration(shop, member)).status).toBe(503);
  const { today, modelCostMicros } = await readSpending(opened);
  const midnight = new Date(today.opensAt);
  vi.useFakeTimers({ toFake: ["Date"], now: midnight.getTime() - 1 });
  expect((await startGeneration(shop, member)).status).toBe(503);
  vi.setSystemTime(midnight);
  expect(await readSpending(opened)).toMatchObject({
    today: { costMicros: 0, limitReached: false },
    modelCostMicros,
  });
  const next = await startGeneration(shop, member);
  expect(next.status).toBe(202);
  await finished(shop, member, next.body.data.id);
});

test("another time zone counts the day anew from its own midnight", async () => {
  const opened = await openPricedShop();
  const { shop, admin } = opened;
  await setLimit(opened, 1);
  const member = await memberWith(shop, 5);
  await finished(shop, member, (await startGeneration(shop, member)).body.data.id);
  await shop.platform.db.execute(sql`update model_calls set created_at = now() - interval '50 hours'`);
  expect((await startGeneration(shop, member)).status).toBe(503);
  await changeSettings(shop, admin, { timeZone: "Pacific/Kiritimati" });
  expect((await readSpending(opened)).today.limitReached).toBe(false);
  expect((await startGeneration(shop, member)).status).toBe(202);
});

test("at 80 % each admin gets one mail, however many calls follow", async () => {
  const opened = await openPricedShop({ manyAtOnce: true });
  const { shop, admin } = opened;
  const mails = async () =>
    (
      await shop.platform.db.execute(
        sql`select to_email as recipient, subject from outbox where template_name = 'spending-limit' order by to_email`,
      )
    ).rows;
  const member = await memberWith(shop, 9);
  const run = async () => finished(shop, member, (await startGeneration(shop, member)).body.data.id);
  await setLimit(opened, 30);
  await run();
  expect(await mails()).toEqual([]);
  for (let runs = 0; runs < 4; runs += 1) {
    const answer = await startGeneration(shop, member);
    if (answer.status === 202) await finished(shop, member, answer.body.data.id);
  }
  const told = await mails();
  const subject = "80 % of today's spending limit is used";
  expect(told).toContainEqual({ recipient: admin.email, subject });
  expect(new Set(told.map(({ recipient }) => recipient)).size).toBe(told.length);
});

test("a limit that was raised is told of at its own 80 %", async () => {
  const opened = await openPricedShop();
  const { shop, admin } = opened;
  const member = await memberWith(shop, 9);
  const mails = async () =>
    (
      await shop.platform.db.execute(
        sql`select text from outbox where template_name = 'spending-limit' and to_email = ${admin.email} order by created_at`,
      )
    ).rows.map(({ text }) => /80 % of the (\S+)/.exec(String(text))?.[1]);
  const run = async () => finished(shop, member, (await startGeneration(shop, member)).body.data.id);
  // A run costs some 7 cents.
  await setLimit(opened, 8);
  await run();
  await expect.poll(mails).toEqual(["$0.08"]);
  await setLimit(opened, 16);
  await run();
  await expect.poll(mails).toEqual(["$0.08", "$0.16"]);
  await setLimit(opened, 100);
  await run();
  expect(await mails()).toHaveLength(2);
});

test("with no limit nothing is set aside, and without prices a limit stops nobody", async () => {
  const opened = await openPricedShop();
  const { shop, admin } = opened;
  const member = await memberWith(shop, 5);
  await finished(shop, member, (await startGeneration(shop, member)).body.data.id);
  await shop.send({ method: "PUT", url: "/api/shop-settings", body: { modelPrices: [] }, as: admin });
  await setLimit(opened, 100);
  expect((await startGeneration(shop, member)).status).toBe(202);
  const { rows } = await shop.platform.db.execute(
    sql`select sum(reserved_micros)::int as sum from generations`,
  );
  expect(rows[0]).toEqual({ sum: 0 });
});
