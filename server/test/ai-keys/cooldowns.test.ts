import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { reencryptKeys } from "#server/features/ai-keys/ai-keys.service.ts";
import { createKeyPool } from "#server/features/ai-keys/key-pool.ts";
import {
  finished,
  memberWith,
  openGeneratorShop,
  startGeneration,
  testKey,
} from "../generations/generator-shop.ts";
import { untilWaiting } from "../helpers/lock-waits.ts";
import { imageModel } from "../spending/priced-shop.ts";

/** A shop with one key, how that fares, and the pool that hands it out. */
async function openPool(options: Parameters<typeof openGeneratorShop>[0] = {}) {
  const opened = await openGeneratorShop(options);
  const { shop, admin } = opened;
  const keys = async () => (await shop.send({ url: "/api/gemini-keys", as: admin })).body.data;
  const [{ _id: id }] = await keys();
  return {
    ...opened,
    id,
    url: `/api/gemini-keys/${id}`,
    shown: async () => (await keys()).find((key: { _id: string }) => key._id === id),
    pool: createKeyPool(shop.platform),
  };
}

const rest = (seconds: number, refused = false) => ({
  message: "too many requests",
  reason: "rate-limit",
  cooldown: { seconds, refused },
});

test.each([false, true])(
  "of two rests of a key the longer one stays, and no call that was begun before ends it; refused: %s",
  async (refused) => {
    const { pool, shown } = await openPool();
    const used = (await pool.acquire(imageModel))!;
    await pool.failed(used, rest(600, refused));
    const { restUntil, health } = await shown();
    await pool.failed(used, rest(30, refused));
    await pool.availableIn(imageModel);
    await pool.succeeded(used);
    expect(await shown()).toMatchObject({ health, restUntil });
    expect(health).toBe(refused ? "refused" : "resting");
  },
);

test("a model that refused a key is left alone by this process before the news of it has come round", async () => {
  const { shop, emulator } = await openPool();
  const member = await memberWith(shop, 5);
  shop.platform.events.publish = async () => undefined;
  await emulator.fault("rate-limited", { model: imageModel, retrySeconds: 300 });
  const { id } = (await startGeneration(shop, member)).body.data;
  expect(await finished(shop, member, id)).toMatchObject({ stage: "failed" });
  expect((await startGeneration(shop, member)).status).toBe(503);
});

test("a key that is switched off and on again begins without the rest that it had, either way", async () => {
  const { shop, admin, url, pool, shown } = await openPool();
  const toggle = () => shop.send({ method: "PATCH", url: `${url}/toggle`, as: admin });
  const edit = (isActive: boolean) => shop.send({ method: "PUT", url, body: { isActive }, as: admin });
  for (const [off, on] of [
    [toggle, toggle],
    [() => edit(false), () => edit(true)],
  ] as const) {
    const used = (await pool.acquire(imageModel))!;
    for (const refused of [false, true]) await pool.failed(used, rest(600, refused));
    expect(await shown()).toMatchObject({ health: "refused", models: [{ health: "resting" }, {}] });
    await edit(true);
    expect(await shown(), "it was on").toMatchObject({ health: "refused" });
    await off();
    await on();
    expect(await shown()).toMatchObject({ health: "untried", models: [{ health: "untried" }, {}] });
    await expect.poll(() => pool.availableIn(imageModel)).toBe(0);
  }
});

test("a mask is no new key, and a key that is switched off shortens nobody's wait", async () => {
  const { shop, admin, emulator } = await openPool();
  const add = (key: string, isActive: boolean) =>
    shop.send({ method: "POST", url: "/api/gemini-keys", body: { name: "B", key, isActive }, as: admin });
  expect(await add("AIza-key…abcd", true)).toMatchObject({
    status: 400,
    body: { fields: { key: "Please enter the whole key." } },
  });
  expect((await add("AIza-another-key-of-the-tests-zzzz", false)).status).toBe(201);
  await emulator.fault("rate-limited", { key: testKey, retrySeconds: 300 });
  const member = await memberWith(shop, 5);
  const { id } = (await startGeneration(shop, member)).body.data;
  expect((await finished(shop, member, id)).retryAfterSeconds).toBeGreaterThan(0);
});

test("a key that is entered while the former one is sealed anew, or found unreadable, stays as it was entered", async () => {
  const { shop, id } = await openPool();
  const { db, encryption } = shop.platform;
  const unreadable = () => {
    throw new Error("no secret opens it");
  };
  const closed = {
    ...shop.platform,
    encryption: { ...encryption, decrypt: unreadable, reencrypt: () => "anew" },
  };
  for (const work of [() => reencryptKeys(closed), () => createKeyPool(closed).availableIn(imageModel)]) {
    let working: Promise<unknown> | undefined;
    await db.transaction(async (tx) => {
      await tx.execute(sql`update ai_keys set sealed_key = 'entered', health = 'untried' where id = ${id}`);
      working = work();
      await untilWaiting(db, 1);
    });
    await working;
    const { rows } = await db.execute("select sealed_key, health, last_error from ai_keys");
    expect(rows).toEqual([{ sealed_key: "entered", health: "untried", last_error: null }]);
    await db.execute("update ai_keys set sealed_key = 'former'");
  }
});
