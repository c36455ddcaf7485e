import { sql } from "drizzle-orm";
import { expect, onTestFinished, test, vi } from "vitest";
import { seedDemoKey } from "#server/features/ai-keys/ai-keys.service.ts";
import { readShopSettings } from "#server/features/settings/settings.service.ts";
import { nextPacificMidnight } from "#server/providers/gemini/problem.ts";
import { seedShop } from "#server/seed.ts";
import {
  finished,
  memberWith,
  openEmulator,
  openGeneratorShop,
  startGeneration,
  testKey,
} from "../generations/generator-shop.ts";
import { openTestShop } from "../helpers/test-shop.ts";

test("a key shows its first 8 and last 4 characters, a short one its last 4, and is stored sealed", async () => {
  const { shop, admin } = await openGeneratorShop({ keys: [] });
  const add = (body: object) => shop.send({ method: "POST", url: "/api/gemini-keys", body, as: admin });
  expect((await add({ name: "Long", key: testKey })).body.data).toMatchObject({
    key: "AIza-key…abcd",
    isActive: true,
    health: "untried",
  });
  expect((await add({ name: "Short", key: "short-key-19-chars1", isActive: false })).body.data).toMatchObject(
    { key: "…ars1", isActive: false },
  );
  const { rows } = await shop.platform.db.execute(sql`select * from ai_keys`);
  expect(JSON.stringify(rows)).not.toContain(testKey);
  for (const bad of [{ name: " ", key: "k" }, { name: "n", key: " " }, { name: "n" }, { key: "k" }, {}]) {
    const answer = await add(bad);
    expect(answer.status).toBe(400);
    expect(answer.body.message).toBe("Name and key are required");
  }
});

test("a key is used and left alone from the answer on, before the news of it has come round", async () => {
  const { shop, admin } = await openGeneratorShop({ keys: [] });
  const { events } = shop.platform;
  const member = await memberWith(shop, 2);
  const statusOfRun = async () => (await startGeneration(shop, member)).status;
  expect(await statusOfRun()).toBe(503);
  // The NOTIFY tells nobody here: what this process knows, it knows by itself.
  events.publish = async () => undefined;
  const body = { name: "Own", key: testKey };
  const added = await shop.send({ method: "POST", url: "/api/gemini-keys", body, as: admin });
  expect(await statusOfRun()).toBe(202);
  const url = `/api/gemini-keys/${added.body.data._id}/toggle`;
  expect((await shop.send({ method: "PATCH", url, as: admin })).body.data.isActive).toBe(false);
  expect(await statusOfRun()).toBe(503);
});

test("the demo's key goes with the demo, however many processes start at once, and an own key stays", async () => {
  const { shop, admin } = await openGeneratorShop({ keys: [] });
  await seedDemoKey(shop.platform);
  await shop.send({
    method: "POST",
    url: "/api/gemini-keys",
    body: { name: "Own", key: testKey },
    as: admin,
  });
  const names = async () =>
    (await shop.send({ url: "/api/gemini-keys", as: admin })).body.data.map(
      ({ name }: { name: string }) => name,
    );
  expect(await names()).toEqual(["Demo", "Own"]);
  await Promise.all([1, 2, 3].map(() => seedShop(shop.platform)));
  expect(await names()).toEqual(["Own"]);
});

test("the unchanged mask keeps the stored key, another text replaces it", async () => {
  const { shop, admin, emulator } = await openGeneratorShop({ emulator: { keys: [testKey] } });
  const [key] = (await shop.send({ url: "/api/gemini-keys", as: admin })).body.data;
  const put = (body: object) =>
    shop.send({ method: "PUT", url: `/api/gemini-keys/${key._id}`, body, as: admin });
  const tryIt = async () =>
    (await shop.send({ method: "POST", url: `/api/gemini-keys/${key._id}/test`, as: admin })).body.data;
  expect((await put({ name: "Renamed", key: key.key })).body.data).toMatchObject({
    name: "Renamed",
    key: key.key,
  });
  expect(await tryIt()).toMatchObject({ ok: true, key: { health: "ok" } });
  expect((await put({ name: "Renamed", key: "AIza-…wron" })).status).toBe(400);
  await put({ name: "Renamed", key: "AIza-another-key-of-the-tests-zzzz" });
  expect(await tryIt()).toMatchObject({
    ok: false,
    problem: "API Error: 400 - the API key was refused",
    key: { health: "refused" },
  });
  await put({ key: testKey });
  expect(await tryIt()).toMatchObject({ ok: true, key: { health: "ok" } });
  expect((await emulator.requests()).length).toBeGreaterThan(1);
});

test("a member is told 'managed' while a key can be used and nothing more, and may not touch keys", async () => {
  const { shop, admin } = await openGeneratorShop();
  const person = await memberWith(shop, 1);
  const read = async () => (await shop.send({ url: "/api/gemini-keys", as: person })).body;
  expect(await read()).toEqual({ success: true, data: [{ key: "managed" }] });
  const [key] = (await shop.send({ url: "/api/gemini-keys", as: admin })).body.data;
  for (const [method, path] of [
    ["PUT", ""],
    ["DELETE", ""],
    ["PATCH", "/toggle"],
    ["POST", "/test"],
  ] as const) {
    const answer = await shop.send({
      method,
      url: `/api/gemini-keys/${key._id}${path}`,
      body: {},
      as: person,
    });
    expect(answer.status).toBe(403);
  }
  const off = await shop.send({ method: "PATCH", url: `/api/gemini-keys/${key._id}/toggle`, as: admin });
  expect(off.body.data.isActive).toBe(false);
  await expect.poll(read, { timeout: 8_000 }).toEqual({ success: true, data: [] });
  expect((await shop.send({ method: "DELETE", url: `/api/gemini-keys/${key._id}`, as: admin })).status).toBe(
    200,
  );
  expect((await shop.send({ method: "DELETE", url: `/api/gemini-keys/${key._id}`, as: admin })).status).toBe(
    404,
  );
  expect((await shop.send({ url: "/api/gemini-keys" })).status).toBe(401);
});

test("a rest that begins in one process is kept in the other", async () => {
  const emulator = await openEmulator();
  const config = { geminiApiUrl: emulator.url };
  const first = await openTestShop({ config });
  const second = await openTestShop({ config, database: first.connectionString });
  const admin = await first.signUp({ role: "Admin" });
  const person = await memberWith(first, 5);
  const added = await first.send({
    method: "POST",
    url: "/api/gemini-keys",
    body: { name: "Key", key: testKey },
    as: admin,
  });
  const read = async () => (await second.send({ url: "/api/gemini-keys", as: person })).body.data;
  await expect.poll(read, { timeout: 8_000 }).toHaveLength(1);
  await emulator.fault("quota-per-day");
  await first.send({ method: "POST", url: `/api/gemini-keys/${added.body.data._id}/test`, as: admin });
  await expect.poll(read, { timeout: 8_000 }).toHaveLength(0);
  const [key] = (await second.send({ url: "/api/gemini-keys", as: admin })).body.data;
  expect(key.health).toBe("resting");
  const hour = (moment: string) => moment.slice(0, "2026-07-01T07".length);
  expect(hour(key.restUntil)).toBe(hour(nextPacificMidnight(new Date()).toISOString()));
});

const textModel = "gemini-3.5-flash-lite";
const imageModel = "gemini-nano-banana-2.1";
const enhancement = { prompt: "A desk with a laptop", niche: "business", style: "professional" };

/** What a member and the admin do with the models of one shop. */
async function openModels(options: Parameters<typeof openGeneratorShop>[0] = {}) {
  const opened = await openGeneratorShop(options);
  const { shop, admin } = opened;
  const person = await memberWith(shop, 9);
  const [{ _id }] = (await shop.send({ url: "/api/gemini-keys", as: admin })).body.data;
  return {
    ...opened,
    enhance: async () =>
      (await shop.send({ method: "POST", url: "/api/enhance-prompt", body: enhancement, as: person })).status,
    run: async () => {
      const { status, body } = await startGeneration(shop, person);
      return status === 202 ? (await finished(shop, person, body.data.id)).stage : status;
    },
    key: async () => (await shop.send({ url: "/api/gemini-keys", as: admin })).body.data[0],
    test: async () =>
      (await shop.send({ method: "POST", url: `/api/gemini-keys/${_id}/test`, as: admin })).body.data,
  };
}

test("a text model's used-up quota stops no picture, and shows at that model alone", async () => {
  const quotas = { [textModel]: { perDay: 1 } };
  const { enhance, run, key } = await openModels({ emulator: { quotas } });
  expect([await enhance(), await enhance(), await enhance()]).toEqual([200, 502, 503]);
  expect(await run()).toBe("done");
  const { health, models } = await key();
  expect(health).toBe("resting");
  expect(models).toMatchObject([
    { model: imageModel, use: "image", health: "ok" },
    {
      model: textModel,
      use: "text",
      health: "resting",
      restUntil: expect.any(String),
      lastError: "API Error: 429 - the day's quota is used up",
    },
  ]);
});

test("an image model's rest stops no text, and no text that was written ends it", async () => {
  const { emulator, enhance, run, key } = await openModels();
  await emulator.fault("rate-limited", { model: imageModel, retrySeconds: 600 });
  expect(await run()).toBe("failed");
  await emulator.clearFaults();
  expect([await enhance(), await enhance()]).toEqual([200, 200]);
  expect(await run()).toBe(503);
  expect((await key()).models).toMatchObject([{ health: "resting" }, { health: "ok" }]);
});

test("a key that is refused at one model rests for all of them", async () => {
  const { emulator, enhance, run, key } = await openModels();
  await emulator.fault("key-leaked", { model: textModel });
  expect(await enhance()).toBe(502);
  expect(await run()).toBe(503);
  expect(await key()).toMatchObject({ health: "refused", restUntil: expect.any(String) });
});

test("a key whose project has no balance rests at every model as refused, and 'Test' says so", async () => {
  const { emulator, enhance, run, key, test } = await openModels();
  await emulator.fault("credits-depleted", { model: textModel });
  expect(await enhance()).toBe(502);
  expect(await run()).toBe(503);
  expect(await key()).toMatchObject({ health: "refused", restUntil: expect.any(String) });
  await emulator.clearFaults();
  await emulator.fault("spending-cap");
  expect(await test()).toMatchObject({
    ok: false,
    problem: "API Error: 429 - the key's Google project has no balance left, or has reached its spending cap",
    key: { health: "refused" },
  });
});

test("'Test' asks both models, says which of them failed, and ends the rest of the one that answers", async () => {
  const { emulator, run, test, shop, admin } = await openModels();
  expect(await test()).toMatchObject({ ok: true, key: { health: "ok" } });
  expect((await emulator.requests()).map(({ model }) => model).sort()).toEqual([textModel, imageModel]);
  await emulator.fault("rate-limited", { model: imageModel, retrySeconds: 600 });
  expect(await run()).toBe("failed");
  expect(await test()).toMatchObject({
    ok: false,
    problem: `Image model ${imageModel}: API Error: 429 - too many requests`,
    key: { models: [{ health: "resting" }, { health: "ok" }] },
  });
  await emulator.clearFaults();
  expect(await test()).toMatchObject({ ok: true, key: { models: [{ health: "ok" }, { health: "ok" }] } });
  expect(await run()).toBe("done");

  await shop.send({ method: "PUT", url: "/api/shop-settings", body: { textModel: "gemini-9" }, as: admin });
  await expect
    .poll(async () => (await test()).problem)
    .toBe("Text model gemini-9: API Error: 404 - the model was not found");
});

/** Keeps back what the provider answers to a key; `given` comes with so many answers, `release` lets all of them go. */
function holdAnswers(key: string, calls: number) {
  const given = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  let left = calls;
  const real = globalThis.fetch;
  const spy = vi.spyOn(globalThis, "fetch").mockImplementation(async (...call) => {
    const answer = await real(...call);
    if (new Headers(call[1]?.headers).get("x-goog-api-key") !== key) return answer;
    left -= 1;
    if (left === 0) given.resolve();
    await held.promise;
    return answer;
  });
  onTestFinished(() => spy.mockRestore());
  return { given: given.promise, release: held.resolve };
}

const newKey = "AIza-new-key-of-the-tests-9876543210-wxyz";

test.each([
  ["a refusal", "key-leaked"],
  ["a day's quota that is used up", "quota-per-day"],
  ["that it works", null],
] as const)(
  "what a replaced key met in its test is not written to the one that took its place: %s",
  async (_, fault) => {
    const { shop, admin, emulator, key, test, run } = await openModels();
    if (fault) await emulator.fault(fault, { key: testKey });
    const { given, release } = holdAnswers(testKey, 2);
    const tested = test();
    await given;
    const url = `/api/gemini-keys/${(await key())._id}`;
    expect(await shop.send({ method: "PUT", url, body: { key: newKey }, as: admin })).toMatchObject({
      status: 200,
    });
    release();
    expect((await tested).ok).toBe(fault === null);
    const untried = { health: "untried" };
    const now = await key();
    expect(now).toMatchObject({ ...untried, models: [untried, untried] });
    expect(now).not.toHaveProperty("lastError");
    expect(await run()).toBe("done");
  },
);

test.each([null, "key-leaked", "quota-per-day"] as const)(
  "a key that is deleted while its test is under way is not found, however the test went: %s",
  async (fault) => {
    const { shop, admin, emulator, key } = await openModels();
    if (fault) await emulator.fault(fault, { key: testKey });
    const url = `/api/gemini-keys/${(await key())._id}`;
    const { given, release } = holdAnswers(testKey, 2);
    const tested = shop.send({ method: "POST", url: `${url}/test`, as: admin });
    await given;
    expect((await shop.send({ method: "DELETE", url, as: admin })).status).toBe(200);
    release();
    expect(await tested).toMatchObject({ status: 404, body: { code: "NOT_FOUND" } });
    expect((await shop.send({ url: "/api/gemini-keys", as: admin })).body.data).toEqual([]);
  },
);

test("a run whose key is replaced under way and then refused goes on with the new one, which stays in use", async () => {
  const { shop, admin, emulator, key, run, enhance } = await openModels();
  await emulator.fault("key-leaked", { key: testKey });
  const { given, release } = holdAnswers(testKey, 2);
  const running = run();
  await given;
  const url = `/api/gemini-keys/${(await key())._id}`;
  await shop.send({ method: "PUT", url, body: { key: newKey }, as: admin });
  expect(await enhance()).toBe(200);
  // The NOTIFY tells nobody here: what this process knows of the new key, it knows by itself.
  shop.platform.events.publish = async () => undefined;
  release();
  expect(await running).toBe("done");
  expect(await key()).toMatchObject({ health: "ok", models: [{ health: "ok" }, { health: "ok" }] });
});

test("the demo's key is made once", async () => {
  const { shop, admin } = await openGeneratorShop({ keys: [] });
  await seedDemoKey(shop.platform);
  await seedDemoKey(shop.platform);
  expect((await shop.send({ url: "/api/gemini-keys", as: admin })).body.data).toMatchObject([
    { name: "Demo", isActive: true },
  ]);
});

test.each([
  ["in summer", "2026-07-01T06:59:59Z", "2026-07-01T07:00:00Z"],
  ["in winter", "2026-12-01T08:00:00Z", "2026-12-02T08:00:00Z"],
  ["on the day when clocks go forward", "2026-03-08T08:30:00Z", "2026-03-09T07:00:00Z"],
  ["on the day when clocks go back", "2026-11-01T07:30:00Z", "2026-11-02T08:00:00Z"],
])("a per-day quota rests until the next Pacific midnight: %s", (_name, now, midnight) => {
  expect(nextPacificMidnight(new Date(now))).toEqual(new Date(midnight));
});

test("of two admins who edit one key, the second is told and nothing of the first is lost", async () => {
  const { shop, admin } = await openGeneratorShop();
  const [key] = (await shop.send({ url: "/api/gemini-keys", as: admin })).body.data;
  const put = (body: object) =>
    shop.send({ method: "PUT", url: `/api/gemini-keys/${key._id}`, body, as: admin });
  const saved = await Promise.all(["First", "Second"].map((name) => put({ name, version: key.version })));
  expect(saved.map(({ status }) => status).sort()).toEqual([200, 409]);
  const won = saved.find(({ status }) => status === 200)!.body.data;
  const refused = saved.find(({ status }) => status === 409)!.body;
  expect(refused).toMatchObject({ code: "STALE_VERSION", data: { name: won.name, version: won.version } });
  const now = async () => (await shop.send({ url: "/api/gemini-keys", as: admin })).body.data[0];
  expect((await now()).name).toBe(won.name);

  // A switch in the table is a change too; the key's use is none.
  await shop.send({ method: "PATCH", url: `/api/gemini-keys/${key._id}/toggle`, as: admin });
  expect((await put({ name: "Third", version: won.version })).status).toBe(409);
  await shop.send({ method: "POST", url: `/api/gemini-keys/${key._id}/test`, as: admin });
  const { version } = await now();
  expect(version).toBe(won.version + 1);
  expect((await put({ name: "Third", version })).status).toBe(200);
  // A client written from the documents knows no version.
  expect((await put({ name: "Fourth", key: key.key })).status).toBe(200);
});

test("a key counts as resting where it rests for the image model in use, not for the text model or one that was replaced", async () => {
  const { shop, admin } = await openGeneratorShop();
  const readCounts = async () => {
    const { providers } = (await shop.send({ url: "/api/insights", as: admin })).body.data;
    const read = (await shop.http.inject({ url: "/metrics" })).payload;
    const usable = /^thumbsmith_ai_keys\{state="usable"\} (\d)$/m.exec(read)?.[1];
    return { ...providers.aiKeys, usable: Number(usable) };
  };
  const { imageModel, textModel } = await readShopSettings(shop.platform);
  const rest = (model: string) =>
    shop.platform.db.execute(sql`insert into ai_key_models (key_id, model, rest_until)
      select id, ${model}, now() + interval '1 hour' from ai_keys`);
  await rest(textModel);
  await rest("a-model-of-before");
  expect(await readCounts()).toEqual({ active: 1, resting: 0, refused: 0, usable: 1 });
  await rest(imageModel);
  expect(await readCounts()).toEqual({ active: 1, resting: 1, refused: 0, usable: 0 });
});
