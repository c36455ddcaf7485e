import { sql } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { newId } from "#server/db/ids.ts";
import { readShopSettings } from "#server/features/settings/settings.service.ts";
import type { Person, TestShop } from "../helpers/test-shop.ts";
import { openPaypalShop } from "../payments/paypal-shop.ts";
import {
  balanceOf,
  changeSettings,
  finished,
  memberWith,
  openEmulator,
  openGeneratorShop,
  problemsOf,
  startGeneration,
  testKey,
} from "./generator-shop.ts";

const enhancement = { prompt: "A desk with a laptop", niche: "business", style: "professional" };
const enhance = (shop: TestShop, as: Person) =>
  shop.send({ method: "POST", url: "/api/enhance-prompt", body: enhancement, as });

test("a prompt is enhanced for members with a credit or a paid order, and the others cost the shop nothing", async () => {
  const emulator = await openEmulator();
  const { shop, admin, buyer, paid, itemOrder } = await openPaypalShop({
    config: { geminiApiUrl: emulator.url },
  });
  const body = { name: "Key", key: testKey };
  await shop.send({ method: "POST", url: "/api/gemini-keys", body, as: admin });

  await itemOrder();
  const refused = await enhance(shop, buyer);
  expect(refused.status, "with an order that is not paid").toBe(402);
  expect(refused.body).toMatchObject({
    code: "INSUFFICIENT_CREDITS",
    message: "Enhancing a prompt needs a credit on your balance or a paid order.",
  });
  expect(await emulator.requests()).toEqual([]);

  await paid("item");
  expect((await enhance(shop, buyer)).status, "an item brings no credit").toBe(200);
  expect((await enhance(shop, await shop.signUp())).status).toBe(402);
});

test("an order whose money went back whole brings no more enhanced prompts, one of which a part did does", async () => {
  const emulator = await openEmulator();
  const { shop, admin, buyer, paid } = await openPaypalShop({ config: { geminiApiUrl: emulator.url } });
  const body = { name: "Key", key: testKey };
  await shop.send({ method: "POST", url: "/api/gemini-keys", body, as: admin });
  const { order } = await paid("item");
  const refund = async (body: object) =>
    (await shop.send({ method: "POST", url: `/api/orders/${order._id}/refund`, as: admin, body })).status;
  expect(await refund({ amount: "1.00" })).toBe(200);
  expect((await enhance(shop, buyer)).status).toBe(200);
  expect(await refund({})).toBe(200);
  expect((await enhance(shop, buyer)).status).toBe(402);
});

test("the daily cap on enhanced prompts holds for each person, also for requests at once and prompts that fail", async () => {
  const { shop, admin, emulator } = await openGeneratorShop();
  const [person, other] = [await memberWith(shop, 1), await memberWith(shop, 1)];
  const cap = async (enhanceDailyCap: number) => {
    await shop.send({ method: "PUT", url: "/api/shop-settings", body: { enhanceDailyCap }, as: admin });
    await expect
      .poll(async () => (await readShopSettings(shop.platform)).enhanceDailyCap)
      .toBe(enhanceDailyCap);
  };
  await cap(3);
  await emulator.fault("safety");
  expect((await enhance(shop, person)).status).toBe(502);
  await emulator.clearFaults();
  const answers = await Promise.all(Array.from({ length: 8 }, () => enhance(shop, person)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 429, 429, 429, 429, 429, 429]);
  const { body, headers } = answers.find(({ status }) => status === 429)!;
  expect(body.message).toBe(
    "You have reached the limit of 3 enhanced prompts in 24 hours. Please try again later.",
  );
  expect(Number(headers["retry-after"])).toBeGreaterThan(86_000);
  expect(await emulator.requests(), "two of them for the prompt that failed").toHaveLength(4);
  expect((await enhance(shop, other)).status).toBe(200);
  await cap(0);
  expect((await enhance(shop, person)).status).toBe(200);
});

test("whose runs the model refuses may start ten in an hour and thirty in a day, deleted ones counted", async () => {
  const { shop, emulator } = await openGeneratorShop();
  const [person, other] = [await memberWith(shop, 5), await memberWith(shop, 5)];
  const fail = async (times: number) => {
    for (let count = 0; count < times; count += 1) {
      const answer = await startGeneration(shop, person);
      expect(answer.status, answer.text).toBe(202);
      const { stage, error } = await finished(shop, person, answer.body.data.id);
      expect(stage, error).toBe("failed");
      await shop.send({ method: "DELETE", url: `/api/generations/${answer.body.data.id}`, as: person });
    }
  };
  const makeOlder = (interval: string) =>
    shop.platform.db.execute(sql`update generations set created_at = created_at - ${interval}::interval`);
  await emulator.fault("internal");
  await fail(2);
  await emulator.clearFaults();

  // One of the two pictures is drawn and charged each time.
  await emulator.fault("image-safety", { contains: "different variation" });
  const idempotencyKey = "the tenth";
  await fail(9);
  const tenth = (await startGeneration(shop, person, { idempotencyKey })).body.data.id;
  await finished(shop, person, tenth);
  const refused = await startGeneration(shop, person);
  expect(refused.status, "failures of the service are not the person's").toBe(429);
  expect(refused.body.message).toBe(
    "The AI service refused 10 of your runs within an hour. Please try again later, with another prompt.",
  );
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(3_000);
  expect(await balanceOf(shop, person)).toBe(5);
  expect(
    (await startGeneration(shop, person, { idempotencyKey })).body.data.id,
    "a repeat is no new run",
  ).toBe(tenth);

  await makeOlder("61 minutes");
  await fail(10);
  await makeOlder("61 minutes");
  await fail(10);
  await makeOlder("61 minutes");
  const ofTheDay = await startGeneration(shop, person);
  expect(ofTheDay.body.message).toMatch(/^The AI service refused 30 of your runs within 24 hours\./);
  expect(Number(ofTheDay.headers["retry-after"])).toBeGreaterThan(70_000);
  await emulator.clearFaults();
  expect((await startGeneration(shop, other)).status).toBe(202);
  await makeOlder("21 hours");
  expect((await startGeneration(shop, person)).status).toBe(202);
  expect(await problemsOf(shop)).toEqual([]);
});

test("refused runs count for the daily cap, other failures do not", async () => {
  const { shop, admin, emulator } = await openGeneratorShop();
  const person = await memberWith(shop, 9);
  await shop.send({ method: "PUT", url: "/api/shop-settings", body: { dailyCap: 2 }, as: admin });
  await expect.poll(async () => (await readShopSettings(shop.platform)).dailyCap).toBe(2);
  for (const fault of ["internal", "image-safety", "internal", "recitation"] as const) {
    await emulator.fault(fault);
    await finished(shop, person, (await startGeneration(shop, person)).body.data.id);
    await emulator.clearFaults();
  }
  expect((await startGeneration(shop, person)).status).toBe(429);
});

test("of twenty runs asked for at once exactly three start, and the rest cost nothing", async () => {
  const { shop, admin, emulator } = await openGeneratorShop();
  await emulator.fault("slow", { delayMs: 60_000 });
  onTestFinished(() => emulator.clearFaults());
  const [person, other] = [await memberWith(shop, 40), await memberWith(shop, 2)];
  const keys = Array.from({ length: 20 }, () => newId());
  const startAll = () =>
    Promise.all(keys.map((idempotencyKey) => startGeneration(shop, person, { idempotencyKey })));
  const answers = await startAll();
  expect(answers.filter(({ status }) => status === 202)).toHaveLength(3);
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(17);
  expect(refused[0]!.body.message).toBe(
    "You have 3 runs under way, which is the most at once. Please wait until one of them has ended.",
  );
  expect(refused[0]!.headers["retry-after"]).toBe("10");
  expect(await balanceOf(shop, person)).toBe(37);
  const repeated = (await startAll()).filter(({ status }) => status === 202);
  expect(repeated.map(({ body }) => body.data.id).toSorted(), "a repeat is the same run").toEqual(
    answers.flatMap(({ body }) => body.data?.id ?? []).toSorted(),
  );
  expect((await startGeneration(shop, other)).status).toBe(202);

  await changeSettings(shop, admin, { runsAtOnce: 4 });
  expect((await startGeneration(shop, person)).status).toBe(202);
  expect((await startGeneration(shop, person)).status).toBe(429);
  expect(await balanceOf(shop, person)).toBe(36);
  expect(await problemsOf(shop)).toEqual([]);
});

test("who may have one run at once starts the next when it is over", async () => {
  const { shop, admin, emulator } = await openGeneratorShop();
  await changeSettings(shop, admin, { runsAtOnce: 1 });
  const person = await memberWith(shop, 9);
  await emulator.fault("slow", { delayMs: 400, times: 2 });
  const { id } = (await startGeneration(shop, person)).body.data;
  const refused = await startGeneration(shop, person);
  expect([refused.status, refused.body.message]).toEqual([
    429,
    "You have a run under way, which is the most at once. Please wait until it has ended.",
  ]);
  await finished(shop, person, id);
  expect((await startGeneration(shop, person)).status).toBe(202);
});
