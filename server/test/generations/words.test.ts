import { eq, sql } from "drizzle-orm";
import sharp from "sharp";
import { expect, onTestFinished, test } from "vitest";
import { designs } from "#server/db/tables/designs.ts";
import { generations } from "#server/db/tables/generations.ts";
import { eraseAccount } from "#server/features/accounts/erasure/erase-account.ts";
import type { Person, TestShop } from "../helpers/test-shop.ts";
import {
  balanceOf,
  changeSettings,
  finished,
  type GeneratorShop,
  memberWith,
  openGeneratorShop,
  problemsOf,
  startGeneration,
} from "./generator-shop.ts";

async function run({ shop }: GeneratorShop, more: object) {
  const member = await memberWith(shop, 5);
  const started = await startGeneration(shop, member, more);
  expect(started.status, started.text).toBe(202);
  const generation = await finished(shop, member, started.body.data.id);
  return { member, generation };
}

const lettersOf = (design: { document: { layers: { kind: string; lines?: { text: string }[][] }[] } }) =>
  design.document.layers
    .filter(({ kind }) => kind === "text")
    .flatMap(({ lines = [] }) => lines.map((spans) => spans.map(({ text }) => text).join("")))
    .join(" ");

test("words as text are set by the shop, always spelt right, where a letter can be: a design for each picture, for one run's credit", async () => {
  const opened = await openGeneratorShop();
  const { shop } = opened;
  const title = "Why I Quit My Łódź Job for $10,000";
  const { member, generation } = await run(opened, { title, style: "bold", words: "text" });
  expect(generation).toMatchObject({ stage: "done", words: "text", title });
  expect(await balanceOf(shop, member)).toBe(4);
  for (const { id, position, designId } of generation.images) {
    const { body } = await shop.send({ url: `/api/designs/${designId}`, as: member });
    expect(body.data).toMatchObject({
      name: `${title} ${position}`,
      version: 1,
      runId: generation.id,
      pictureId: id,
    });
    expect(body.data.document.art).toMatchObject({ kind: "picture", id });
    expect(lettersOf(body.data).toUpperCase()).toBe(title.toUpperCase());
    const drawn = await shop.http.inject({
      url: `/api/designs/${designId}/image`,
      headers: { cookie: member.cookie },
    });
    expect((await sharp(drawn.rawPayload).metadata()).width).toBe(1280);
  }
  const bare = await run(opened, { title: "🔥🔥🔥", words: "text" });
  expect(bare.generation.stage, "no letter that could be set").toBe("done");
  const url = `/api/designs/${bare.generation.images[0].designId}`;
  expect((await shop.send({ url, as: bare.member })).body.data.document.layers).toEqual([]);
  const wide = await run(opened, { title: "Щ".repeat(100), style: "minimal", words: "text" });
  const design = { url: `/api/designs/${wide.generation.images[0].designId}`, as: wide.member };
  const { version, document } = (await shop.send(design)).body.data;
  const saved = await shop.send({ ...design, method: "PUT", body: { version, document } });
  expect(saved.status, saved.text).toBe(200);
  expect(await problemsOf(shop)).toEqual([]);
});

test("a title with letters that no font has is set as text by nobody: it is refused, said at the title, and costs nothing", async () => {
  const { shop } = await openGeneratorShop();
  const member = await memberWith(shop, 5);
  const start = (title: string, words: string) => startGeneration(shop, member, { title, words });
  for (const [title, named] of [
    ["தமிழ் VLOG", "த மி ழ்"],
    ["வா 🔥", "வா"],
    ["x\u030cy", "x\u030c"],
  ] as const) {
    const text = `No font here has ${named}. Please have the words drawn into the picture, or change the title.`;
    const refused = await start(title, "text");
    expect(refused.status, title).toBe(400);
    expect(refused.body).toMatchObject({ code: "INVALID_INPUT", message: text, fields: { title: text } });
  }
  expect(await balanceOf(shop, member)).toBe(5);
  for (const [title, words] of [
    ["தமிழ் VLOG", "drawn"],
    ["हिन्दी में 5️⃣ दिन 🔥", "text"],
  ] as const)
    expect((await start(title, words)).status, title).toBe(202);
});

test("the model is told what to do about letters, in each picture's own place; without a word of it as the shop's default says", async () => {
  const opened = await openGeneratorShop();
  const title = "A Very Quiet Morning";
  const { generation } = await run(opened, { title, words: "text" });
  const [first, second] = (await opened.emulator.requests()).map(({ prompt }) => prompt).sort(bySide);
  expect(first).toMatch(/keep the left side calm/i);
  expect(second).toMatch(/keep the right side calm/i);
  for (const prompt of [first, second]) {
    expect(prompt).toMatch(/no letters/i);
    expect(prompt).not.toMatch(/as large bold text/);
    expect(prompt).toContain(title);
  }
  expect(generation.images).toHaveLength(2);

  const { generation: bare } = await run(opened, { title, words: "none" });
  expect(bare.words).toBe("none");
  for (const image of bare.images) expect(image.designId).toBeUndefined();
  const asked = (await opened.emulator.requests()).slice(2).map(({ prompt }) => prompt);
  for (const prompt of asked) expect(prompt).toMatch(/no letters/i);
  for (const prompt of asked) expect(prompt).not.toMatch(/calm/i);

  expect((await run(opened, {})).generation.words, "where the shop has no default").toBe("drawn");
  await changeSettings(opened.shop, opened.admin, { wordsDefault: "text" });
  const { generation: byDefault } = await run(opened, {});
  expect(byDefault.words).toBe("text");
  expect(byDefault.images[0].designId).toBeTypeOf("string");
  const refused = await startGeneration(opened.shop, await memberWith(opened.shop, 1), { words: "loud" });
  expect(refused.status).toBe(400);
});
const bySide = (a: string, b: string) => Number(/right side/.test(a)) - Number(/right side/.test(b));

const fillUp = ({ platform }: TestShop, { id: userId }: Person, count: number) =>
  platform.db
    .insert(designs)
    .values(Array.from({ length: count }, (_, index) => ({ userId, name: `Design ${index}` })));

test("a run whose designs would be more than a member may have, with those of runs under way, is refused, and nothing is taken", async () => {
  const { shop, emulator } = await openGeneratorShop();
  const member = await memberWith(shop, 5);
  await fillUp(shop, member, 199);
  const refused = await startGeneration(shop, member, { words: "text" });
  expect(refused.status).toBe(409);
  expect(refused.body.message).toMatch(/can have 200, those of runs under way included\. Please delete/);
  expect(await balanceOf(shop, member)).toBe(5);
  expect((await startGeneration(shop, member, { words: "drawn" })).status).toBe(202);
  expect(await problemsOf(shop)).toEqual([]);

  await emulator.fault("slow", { delayMs: 60_000 });
  onTestFinished(() => emulator.clearFaults());
  const another = await memberWith(shop, 5);
  await fillUp(shop, another, 197);
  expect((await startGeneration(shop, another, { words: "text" })).status).toBe(202);
  expect((await startGeneration(shop, another, { words: "text" })).status).toBe(409);
});

test("designs that are made, copied or brought back while runs are under way leave room for theirs, of which the refusal tells", async () => {
  const { shop, emulator } = await openGeneratorShop();
  await emulator.fault("slow", { delayMs: 60_000 });
  onTestFinished(() => emulator.clearFaults());
  const member = await memberWith(shop, 5);
  const call = (method: "POST" | "DELETE", path: string, body?: object) =>
    shop.send({ method, url: `/api/designs${path}`, body, as: member });
  const plain = { from: { kind: "colour", colour: "#ff0000" } };
  const { id } = (await call("POST", "", plain)).body.data;
  const deleted = (await call("POST", "", plain)).body.data.id;
  await call("DELETE", `/${deleted}`);
  await fillUp(shop, member, 197);
  expect((await startGeneration(shop, member, { words: "text" })).status).toBe(202);
  for (const [path, body] of [["", plain], [`/${id}/duplicate`], [`/${deleted}/restore`]] as const)
    expect(await call("POST", path, body), path).toMatchObject({
      status: 409,
      body: {
        message:
          "With those of your runs under way you have 200 designs, which is the most. Please delete one that you no longer need.",
      },
    });
});

test("a run's designs end in no half character of its title, and one that was deleted is no longer the run's, whose pictures stay", async () => {
  const opened = await openGeneratorShop();
  const { shop } = opened;
  const { member, generation } = await run(opened, { title: `${"n".repeat(89)}🦊 ends`, words: "text" });
  const named = (await shop.send({ url: "/api/designs?sort=name", as: member })).body.data;
  const names = generation.images.map(
    ({ position }: { position: number }) => `${"n".repeat(89)} ${position}`,
  );
  expect(named.map(({ name }: { name: string }) => name)).toEqual(names);

  const [{ designId }] = generation.images;
  await shop.send({ method: "DELETE", url: `/api/designs/${designId}`, as: member });
  const { body } = await shop.send({ url: `/api/generations/${generation.id}`, as: member });
  expect(body.data.images.map((image: { designId?: string }) => image.designId)).toEqual([
    undefined,
    generation.images[1].designId,
  ]);
  await shop.platform.db.execute(sql`update designs set deleted_at = now() - interval '1 day'
    where id = ${designId}`);
  expect((await shop.send({ url: generation.images[0].url, as: member })).status).toBe(200);
});

test("an account that is erased while its run is under way is left without designs of it", async () => {
  const { shop, emulator } = await openGeneratorShop();
  await emulator.fault("slow", { delayMs: 700 });
  const member = await memberWith(shop, 2);
  const { id } = (await startGeneration(shop, member, { words: "text" })).body.data;
  await eraseAccount(shop.platform, member.id);
  const stage = async () =>
    (await shop.platform.db.select().from(generations).where(eq(generations.id, id)))[0]?.stage;
  await expect.poll(stage).toBe("done");
  expect(await shop.platform.db.$count(designs)).toBe(0);
  expect(await problemsOf(shop)).toEqual([]);
});
