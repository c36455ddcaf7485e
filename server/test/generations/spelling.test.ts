import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { exportAccount } from "#contract/profile.ts";
import { generations, spellingChecks } from "#server/db/tables/generations.ts";
import { eraseAccount } from "#server/features/accounts/erasure/erase-account.ts";
import { createKeyPool } from "#server/features/ai-keys/key-pool.ts";
import { checkDueSpellings, spellingJob } from "#server/features/generations/check-spelling.ts";
import { removeHiddenFiles } from "#server/features/generations/generations.service.ts";
import { createGemini } from "#server/providers/gemini/gemini.ts";
import { holdJobs } from "../helpers/hold-jobs.ts";
import type { Person } from "../helpers/test-shop.ts";
import {
  changeSettings,
  finished,
  type GeneratorShop,
  memberWith,
  openGeneratorShop,
  problemsOf,
  startGeneration,
} from "./generator-shop.ts";
import { openMisspelt, read, retake, title } from "./misspelt.ts";

const textModel = "gemini-3.5-flash-lite";

const readings = async ({ emulator }: Pick<GeneratorShop, "emulator">) =>
  (await emulator.requests()).filter(({ model }) => model === textModel);
const rowsOf = ({ shop }: Pick<GeneratorShop, "shop">, id?: string) =>
  shop.platform.db
    .select()
    .from(spellingChecks)
    .where(id === undefined ? undefined : eq(spellingChecks.generationId, id))
    .orderBy(spellingChecks.position);
/** Has nothing read but by who calls what this answers, for whom everything lies due. */
async function holdReader({ shop, emulator }: GeneratorShop): Promise<() => Promise<void>> {
  const { platform, connectionString } = shop;
  await holdJobs(connectionString, [spellingJob]);
  const gemini = createGemini({ baseUrl: emulator.url });
  return async () => {
    const isOpen = sql`next_attempt_at is not null`;
    await platform.db.update(spellingChecks).set({ nextAttemptAt: sql`now()` }).where(isOpen);
    const reader = { gemini, pool: createKeyPool(platform) };
    await checkDueSpellings(platform, reader, new AbortController().signal, () => undefined);
  };
}

async function run({ shop }: Pick<GeneratorShop, "shop">, as: Person, more: object = {}) {
  const { id } = (await startGeneration(shop, as, { title, ...more })).body.data;
  return finished(shop, as, id);
}

test("what was drawn is read after the delivery, picture by picture, small, and without telling the title", async () => {
  const { shop, emulator } = await openGeneratorShop({
    readsWords: true,
    emulator: { fixedWords: "THE HONEST\nTRUTH!" },
  });
  const member = await memberWith(shop, 5);
  const done = await run({ shop }, member);
  const told = await read(shop, member, done.id);
  const spelling = { read: "THE HONEST TRUTH!", matches: true, retake: "none" };
  expect(told.images).toMatchObject([{ spelling }, { spelling }]);
  const asked = await readings({ emulator });
  expect(asked).toHaveLength(2);
  for (const { prompt, parts, generationConfig } of asked) {
    expect(prompt).not.toContain("Honest");
    expect(parts).toMatchObject([{ kind: "text" }, { kind: "image", mimeType: "image/jpeg", width: 1024 }]);
    expect(generationConfig).toMatchObject({ responseMimeType: "application/json" });
  }
  expect(await rowsOf({ shop })).toMatchObject([
    { calls: 1, model: textModel, nextAttemptAt: null },
    { calls: 1, model: textModel, nextAttemptAt: null },
  ]);
  const { body } = await shop.send({ url: "/api/generations", as: member });
  expect(body.data[0].images[0].spelling).toEqual(spelling);
});

test("of long words the beginning is told, without half a character at its end", async () => {
  const beginning = "TEH HONEST TRUTH".padEnd(299, "!");
  const opened = await openMisspelt({ emulator: { fixedWords: `${beginning}🦊!` } });
  const { id } = await run(opened, opened.member);
  const { images } = await read(opened.shop, opened.member, id);
  expect(images).toMatchObject([{ spelling: { read: beginning } }, { spelling: { read: beginning } }]);
});

test("nobody waits for it: the run's events tell of the words when they are read; they are exported, go with the run's, and the calls stay countable", async () => {
  const opened = await openMisspelt();
  const { shop, emulator, member } = opened;
  await emulator.fault("slow", { model: textModel, delayMs: 700 });
  const { id } = (await startGeneration(shop, member, { title })).body.data;
  const stream = await shop.http.inject({
    url: `/api/generations/${id}/events`,
    headers: { cookie: member.cookie },
  });
  const events = [...stream.body.matchAll(/^data: (.*)$/gm)].map(([, json]) => JSON.parse(json!));
  const done = events.filter(({ stage }) => stage === "done");
  expect(done[0]).toMatchObject({ reading: true, images: [{ position: 1 }, { position: 2 }] });
  expect(done[0].images[0].spelling).toBeUndefined();
  const last = done.at(-1);
  expect(last.reading).toBeUndefined();
  expect(last.images).toMatchObject([{ spelling: { matches: false } }, { spelling: { matches: false } }]);

  const exported = (await shop.send({ url: exportAccount.path, as: member })).body;
  expect(JSON.stringify(exported)).toContain("TEH HONEST TRUTH");
  await shop.send({ method: "DELETE", url: `/api/generations/${id}`, as: member });
  await shop.platform.db
    .update(generations)
    .set({ deletedAt: sql`now() - interval '1 hour'` })
    .where(eq(generations.id, id));
  await removeHiddenFiles(shop.platform);
  const forgotten = { calls: 1, read: null, title: "", matches: null };
  expect(await rowsOf(opened)).toMatchObject([forgotten, forgotten]);
});

test("a picture that is read for long keeps no other waiting", async () => {
  const opened = await openMisspelt();
  const { emulator, member } = opened;
  await emulator.fault("slow", { model: textModel, delayMs: 25_000, times: 1 });
  const slow = await run(opened, member);
  const isRead = async (id: string) =>
    (await rowsOf(opened, id)).filter(({ readAt }) => readAt !== null).length;
  await expect.poll(() => isRead(slow.id)).toBe(1);
  for (let runs = 0; runs < 2; runs += 1) {
    const next = await run(opened, member);
    await expect.poll(() => isRead(next.id)).toBe(2);
    expect(await isRead(slow.id)).toBe(1);
  }
});

/** The checks lie due, as when the run was just drawn. */
const forgetCalls = ({ shop }: GeneratorShop) =>
  shop.platform.db
    .update(spellingChecks)
    .set({ calls: 0, model: null, nextAttemptAt: sql`now()`, createdAt: sql`now()` });

test("without a key for the text model it lies for an hour and then for good; switched off nothing is read, and what lay due is left", async () => {
  const opened = await openMisspelt();
  const { shop, admin, member } = opened;
  const { db } = shop.platform;
  const readDue = await holdReader(opened);
  const { id } = await run(opened, member);
  await db.execute(sql`
    insert into ai_key_models (key_id, model, rest_until) select id, ${textModel}, now() + interval '1 day' from ai_keys`);
  await readDue();
  expect((await rowsOf(opened))[0]).toMatchObject({ calls: 0, nextAttemptAt: expect.any(Date) });
  await db.execute(sql`update spelling_checks set created_at = now() - interval '61 minutes'`);
  await readDue();
  expect((await rowsOf(opened))[0]).toMatchObject({ calls: 0, nextAttemptAt: null });
  expect(await readings(opened)).toEqual([]);

  await db.execute(sql`delete from ai_key_models`);
  await forgetCalls(opened);
  await changeSettings(shop, admin, { spellingCheck: false });
  await readDue();
  await run(opened, member);
  await readDue();
  const left = { generationId: id, calls: 0, nextAttemptAt: null };
  expect(await rowsOf(opened)).toMatchObject([left, left]);
  expect(await readings(opened)).toEqual([]);
});

const senseless = [
  "nonsense",
  "other-language",
  "blocked-safety",
  "model-not-found",
  "text-only",
  "empty-body",
] as const;
const passing = ["unavailable", "rate-limited", "reset", "html"] as const;

test("an answer without sense is silence and asked for once; what passes by itself is asked for three times in all and never more", async () => {
  const opened = await openMisspelt();
  const { shop, emulator, member } = opened;
  const readDue = await holdReader(opened);
  const { id } = await run(opened, member);
  const silent = async (fault: string) => {
    const { body } = await shop.send({ url: `/api/generations/${id}`, as: member });
    expect(body.data, fault).toMatchObject({ stage: "done", images: [{ position: 1 }, { position: 2 }] });
    expect(JSON.stringify(body.data), fault).not.toMatch(/spelling|reading/);
  };
  for (const fault of senseless) {
    await forgetCalls(opened);
    await emulator.fault(fault, { model: textModel });
    await readDue();
    await readDue();
    await emulator.clearFaults();
    const over = { calls: 1, read: null, nextAttemptAt: null };
    expect(await rowsOf(opened), fault).toMatchObject([over, over]);
    await silent(fault);
  }
  expect(await readings(opened)).toHaveLength(2 * senseless.length);
  for (const fault of passing) {
    await forgetCalls(opened);
    await emulator.fault(fault, { model: textModel, retrySeconds: 0 });
    for (const calls of [1, 2, 3]) {
      await readDue();
      const rows = await rowsOf(opened);
      expect(rows, fault).toMatchObject([{ calls }, { calls }]);
      expect(rows[0]!.nextAttemptAt !== null, `${fault} after ${calls}`).toBe(calls < 3);
    }
    await readDue();
    await emulator.clearFaults();
    await silent(fault);
  }
  expect(await readings(opened)).toHaveLength(2 * senseless.length + 6 * passing.length);
});

test("of words as text, no words, and a title of signs alone nothing is read, and a misspelling that was asked for is none: no words are told, and no free take is offered", async () => {
  const opened = await openMisspelt({ credits: 9 });
  const { shop, member } = opened;
  for (const more of [{ words: "text" }, { words: "none" }, { title: "🔥🔥🔥" }])
    await run(opened, member, more);
  expect(await rowsOf(opened)).toEqual([]);
  const asked = [
    await run(opened, member, { customPrompt: "Letter it as 'teh honest truth'" }),
    await run(opened, member, { customPrompt: "Red", enhancedPrompt: "Red, with TEH HONEST TRUTH on top" }),
  ];
  const [picture] = asked[0]!.images;
  const change = { source: { kind: "picture", id: picture.id }, instruction: "Now it says TEH HONEST TRUTH" };
  asked.push(await run(opened, member, change));
  await expect
    .poll(async () => (await rowsOf(opened)).map(({ nextAttemptAt }) => nextAttemptAt))
    .toEqual(Array(6).fill(null));
  for (const { id } of asked) {
    const { body } = await shop.send({ url: `/api/generations/${id}`, as: member });
    expect(body.data.reading).toBeUndefined();
    for (const image of body.data.images) expect(image.spelling).toBeUndefined();
  }
});

test("a change of a word on the picture is no misspelling, and brings no free take, nor does a change of that", async () => {
  const opened = await openGeneratorShop({ readsWords: true, emulator: { fixedWords: "MY DOG STORY" } });
  const { shop } = opened;
  const member = await memberWith(shop, 5);
  const told = (as: { images: { spelling?: object }[] }) => as.images.map(({ spelling }) => spelling);
  const isRead = async (id: string) => (await rowsOf(opened, id)).every((row) => row.nextAttemptAt === null);
  const first = await run(opened, member, { title: "My cat story" });
  const misspelt = { matches: false, retake: "offered" };
  expect(told(await read(shop, member, first.id))).toMatchObject([misspelt, misspelt]);
  let [picture] = first.images;
  for (const instruction of ["Change the word cat to dog", "Darker background"]) {
    const source = { kind: "picture", id: picture.id };
    const { id, images } = await run(opened, member, { title: "My cat story", source, instruction });
    await expect.poll(() => isRead(id)).toBe(true);
    const { body } = await shop.send({ url: `/api/generations/${id}`, as: member });
    expect(told(body.data), instruction).toEqual([undefined, undefined]);
    expect((await retake(shop, member, id)).status, instruction).toBe(409);
    [picture] = images;
  }
  const source = { kind: "picture", id: first.images[0].id };
  const varied = await run(opened, member, { title: "My cat story", source, vary: "light" });
  expect(told(await read(shop, member, varied.id))).toMatchObject([misspelt, misspelt]);
});

test("a renamed run is compared with the title that was drawn, and a change of it with the words its picture had", async () => {
  const opened = await openGeneratorShop({ readsWords: true, emulator: { fixedWords: `${title} 2025` } });
  const { shop, emulator } = opened;
  const member = await memberWith(shop, 5);
  await emulator.fault("slow", { model: textModel, delayMs: 500 });
  const { id, images } = await run(opened, member, { title: `${title} 2025` });
  const rename = async (to: string) => {
    const body = { title: to };
    const answer = await shop.send({ method: "PATCH", url: `/api/generations/${id}`, body, as: member });
    expect(answer.status).toBe(200);
  };
  await rename("Thé Honezt Truth");
  expect((await read(shop, member, id)).images[0].spelling).toMatchObject({ matches: true, retake: "none" });
  await emulator.clearFaults();

  await rename(`${title} 2026`);
  const source = { kind: "picture", id: images[0].id };
  for (const wish of [{ instruction: "Darker background" }, { vary: "light" }]) {
    const changed = await run(opened, member, { title: `${title} 2026`, source, ...wish });
    expect((await read(shop, member, changed.id)).images[0].spelling).toMatchObject({ matches: true });
  }
});

test("an answer says nothing that comes after another reader's, who took what one that is gone had left, or after the account was erased", async () => {
  const opened = await openMisspelt();
  const { emulator, shop, member } = opened;
  const readDue = await holdReader(opened);
  const { id } = await run(opened, member);
  await emulator.fault("slow", { model: textModel, delayMs: 600 });
  const late = readDue();
  await expect.poll(() => readings(opened)).toHaveLength(2);
  await emulator.clearFaults();
  await readDue();
  const [first] = await rowsOf(opened);
  expect(first).toMatchObject({ calls: 2, matches: false });
  await late;
  expect((await rowsOf(opened))[0]).toEqual(first);
  expect((await read(shop, member, id)).images[0].spelling.matches).toBe(false);

  const erased = await run(opened, member);
  await emulator.fault("slow", { model: textModel, delayMs: 500 });
  const { length } = await readings(opened);
  const reading = readDue();
  await expect.poll(() => readings(opened)).toHaveLength(length + 2);
  await eraseAccount(shop.platform, member.id);
  await reading;
  const empty = { calls: 1, title: "", read: null, matches: null, nextAttemptAt: null };
  expect(await rowsOf(opened, erased.id)).toMatchObject([empty, empty]);
  expect(await problemsOf(shop)).toEqual([]);
});
