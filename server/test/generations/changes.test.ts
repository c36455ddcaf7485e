import { createHash } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { varyChoices } from "#contract/generation-options.ts";
import { newId } from "#server/db/ids.ts";
import { generations } from "#server/db/tables/generations.ts";
import { removeHiddenFiles } from "#server/features/generations/generations.service.ts";
import type { Person } from "../helpers/test-shop.ts";
import {
  balanceOf,
  finished,
  type GeneratorShop,
  memberWith,
  openGeneratorShop,
  problemsOf,
  startGeneration,
} from "./generator-shop.ts";

/** A member with a finished run to start from. */
async function openSource(
  more: object = {},
  credits = 9,
  options: Parameters<typeof openGeneratorShop>[0] = {},
) {
  const opened = await openGeneratorShop(options);
  const member = await memberWith(opened.shop, credits);
  const { id } = (await startGeneration(opened.shop, member, more)).body.data;
  const run = await finished(opened.shop, member, id);
  return { ...opened, member, run, picture: { kind: "picture", id: run.images[0].id } as const };
}

async function changed({ shop }: GeneratorShop, member: Person, more: object) {
  const started = await startGeneration(shop, member, { title: "", customPrompt: "", ...more });
  expect(started.status, started.text).toBe(202);
  return finished(shop, member, started.body.data.id);
}

test("a change sends the model the picture and the instruction, costs a run, and tells where it comes from", async () => {
  const opened = await openSource({ title: "How I Built It" });
  const { shop, member, run, picture, emulator } = opened;
  const before = await shop.http.inject({ url: run.images[0].url, headers: { cookie: member.cookie } });
  const change = await changed(opened, member, { source: picture, instruction: "  Darker background  " });
  expect(change).toMatchObject({
    stage: "done",
    kind: "change",
    title: "How I Built It",
    words: "drawn",
    references: [],
    source: {
      ...picture,
      instruction: "Darker background",
      previewUrl: `/api/generations/${run.id}/images/1/preview`,
    },
  });
  expect(await balanceOf(shop, member)).toBe(7);
  const asked = (await emulator.requests()).slice(2);
  const prompts = asked.map(({ prompt }) => prompt);
  expect(prompts).toHaveLength(2);
  for (const { parts } of asked)
    expect(parts).toMatchObject([
      { kind: "text" },
      { kind: "image", mimeType: "image/jpeg", width: 1280, height: 720 },
    ]);
  for (const prompt of prompts) {
    expect(prompt).toMatch(/^Edit the first picture: Darker background\nKeep everything else as it is: /);
    expect(prompt).toMatch(/Keep the lettering as it is/);
  }
  expect(prompts.filter((prompt) => /another take/.test(prompt))).toHaveLength(1);
  const after = await shop.http.inject({ url: run.images[0].url, headers: { cookie: member.cookie } });
  const hash = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");
  expect(hash(after.rawPayload)).toBe(hash(before.rawPayload));
  expect(await problemsOf(shop)).toEqual([]);
});

test("a variation of one choice says that only that may differ", async () => {
  const opened = await openSource({ words: "none" });
  const { member, picture, emulator } = opened;
  for (const vary of varyChoices) {
    const { length } = await emulator.requests();
    const variation = await changed(opened, member, { source: picture, vary });
    expect(variation).toMatchObject({ kind: "variation", words: "none", source: { ...picture, vary } });
    const asked = (await emulator.requests()).slice(length);
    expect(asked, vary).toHaveLength(2);
    for (const { prompt } of asked) {
      expect(prompt).toMatch(
        new RegExp(`^Make a variation of the first picture in which only the ${vary} differ`),
      );
      expect(prompt, vary).toMatch(/Keep everything else as it is: .*\n/);
      expect(prompt, vary).toMatch(/Draw no letters/);
    }
  }
});

test("a run from a design sends its art without the words, and the new pictures have the same layers on top", async () => {
  const opened = await openSource({ title: "Winter Is Coming", words: "text" });
  const { shop, member, run } = opened;
  const id = run.images[0].designId;
  const read = async (design: string) =>
    (await shop.send({ url: `/api/designs/${design}`, as: member })).body.data;
  const source = await read(id);
  const change = await changed(opened, member, { source: { kind: "design", id }, instruction: "Snow" });
  expect(change).toMatchObject({ kind: "change", words: "text", source: { kind: "design", id } });
  expect(change.source.previewUrl).toBe(`/api/designs/${id}/preview`);
  for (const image of change.images) {
    const { document } = await read(image.designId);
    expect(document.layers).toEqual(source.document.layers);
    expect(document.art).toEqual({ ...source.document.art, id: image.id });
  }
  expect((await read(id)).version).toBe(source.version);
});

const refusals: [string, object, string][] = [
  ["both an instruction and what to vary", { instruction: "Darker", vary: "light" }, "vary"],
  ["neither", {}, "instruction"],
  ["an instruction of blanks", { instruction: "   " }, "instruction"],
  ["501 characters", { instruction: "x".repeat(501) }, "instruction"],
  ["something else to vary", { vary: "everything" }, "vary"],
  ["a kind of source that is none", { source: { kind: "video", id: "x" }, vary: "light" }, "source.kind"],
  ["a source without an id", { source: { kind: "picture" }, vary: "light" }, "source.id"],
  ["a source that is a text", { source: "picture", vary: "light" }, "source"],
];

test("what is no change is refused with a sentence at the field, a design without a picture says so, and nothing is taken", async () => {
  const { shop, member, picture } = await openSource();
  for (const [name, more, field] of refusals) {
    const refused = await startGeneration(shop, member, { source: picture, ...more });
    expect(refused.status, name).toBe(400);
    expect(refused.body.fields[field], name).toMatch(/^(Please|A source)\b.+\.$/);
    expect(await balanceOf(shop, member), name).toBe(8);
  }
  const body = { name: "Blue", from: { kind: "colour", colour: "#1d4ed8" } };
  const made = await shop.send({ method: "POST", url: "/api/designs", body, as: member });
  const source = { kind: "design", id: made.body.data.id };
  const refused = await startGeneration(shop, member, { source, instruction: "Darker" });
  expect([refused.status, refused.body.message]).toEqual([
    409,
    "This design lies on a plain colour: it has no picture to change.",
  ]);
  expect(await balanceOf(shop, member)).toBe(8);
});

test("a source of another member, a deleted one, and one that never was are not found, and nothing is taken", async () => {
  const { shop, member, run, picture } = await openSource({ words: "text" });
  const other = await memberWith(shop, 3);
  const design = { kind: "design", id: run.images[0].designId };
  const never = [
    { kind: "picture", id: newId() },
    { kind: "design", id: "no-id" },
  ];
  for (const source of [picture, design, ...never]) {
    const refused = await startGeneration(shop, other, { source, instruction: "Darker" });
    expect(refused.status, JSON.stringify(source)).toBe(404);
  }
  expect(await balanceOf(shop, other)).toBe(3);
  await shop.send({ method: "DELETE", url: `/api/designs/${design.id}`, as: member });
  expect((await startGeneration(shop, member, { source: design, vary: "light" })).status).toBe(404);
  const without = await startGeneration(shop, member, { instruction: "Darker" });
  expect([without.status, Object.keys(without.body.fields)]).toEqual([400, ["source"]]);
  expect(await problemsOf(shop)).toEqual([]);
});

test("the picture that a run under way starts from stays, whatever is deleted meanwhile, and goes afterwards", async () => {
  const { shop, member, run, picture, emulator } = await openSource();
  await emulator.fault("slow", { delayMs: 1500 });
  onTestFinished(() => emulator.clearFaults());
  const started = await startGeneration(shop, member, { source: picture, instruction: "Darker" });
  await shop.send({ method: "DELETE", url: `/api/generations/${run.id}`, as: member });
  const { db } = shop.platform;
  await db.execute(sql`update generations set deleted_at = now() - interval '1 hour' where id = ${run.id}`);
  await removeHiddenFiles(shop.platform);
  const images = async () =>
    (await db.execute(sql`select id from generation_images where id = ${picture.id}`)).rowCount;
  expect(await images()).toBe(1);
  const change = await finished(shop, member, started.body.data.id);
  expect(change).toMatchObject({ stage: "done", source: { id: picture.id } });
  await removeHiddenFiles(shop.platform);
  expect(await images()).toBe(0);
  const again = await shop.send({ url: `/api/generations/${change.id}`, as: member });
  expect(again.body.data).toMatchObject({ kind: "change", source: { ...picture, instruction: "Darker" } });
  expect(again.body.data.source.previewUrl).toBeUndefined();
});

test("a change shows no picture of a source that was deleted, until that is back", async () => {
  const opened = await openSource({ words: "text" });
  const { shop, member, run, picture } = opened;
  const design = { kind: "design", id: run.images[0].designId };
  for (const [source, path] of [
    [picture, `generations/${run.id}`],
    [design, `designs/${design.id}`],
  ] as const) {
    const { id } = await changed(opened, member, { source, instruction: "Darker" });
    const shown = async () =>
      (await shop.send({ url: `/api/generations/${id}`, as: member })).body.data.source.previewUrl;
    expect(await shown()).toMatch(`/api/${path}/`);
    await shop.send({ method: "DELETE", url: `/api/${path}`, as: member });
    expect(await shown()).toBeUndefined();
    await shop.send({ method: "POST", url: `/api/${path}/restore`, as: member });
    expect(await shown()).toMatch(`/api/${path}/`);
  }
});

test("a source whose file is gone fails the run in plain words, and the credit is back", async () => {
  const opened = await openSource();
  const { shop, member, picture } = opened;
  const { rows } = await shop.platform.db.execute<{ file_key: string }>(
    sql`select file_key from generation_images where id = ${picture.id}`,
  );
  await shop.platform.storage.remove(rows[0]!.file_key);
  const failed = await changed(opened, member, { source: picture, instruction: "Darker" });
  expect(failed).toMatchObject({
    stage: "failed",
    error: "The picture to start from is gone.",
    refunded: true,
  });
  expect(await balanceOf(shop, member)).toBe(8);
});

test("a repeated key is the same change, also where its source is gone by then", async () => {
  const { shop, member, run, picture } = await openSource();
  const key = { source: picture, instruction: "Darker", idempotencyKey: newId() };
  const first = (await startGeneration(shop, member, key)).body.data.id;
  await finished(shop, member, first);
  const { db } = shop.platform;
  await shop.send({ method: "DELETE", url: `/api/generations/${run.id}`, as: member });
  await db
    .update(generations)
    .set({ deletedAt: sql`now() - interval '1 hour'` })
    .where(eq(generations.id, run.id));
  await removeHiddenFiles(shop.platform);
  const again = await startGeneration(shop, member, key);
  expect([again.status, again.body.data.id]).toEqual([202, first]);
  expect(await balanceOf(shop, member)).toBe(7);
});

test("fifty changes at once with seven credits are seven", async () => {
  const { shop, member, picture } = await openSource({}, 8, { manyAtOnce: true });
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, at) =>
      startGeneration(shop, member, { source: picture, vary: varyChoices[at % varyChoices.length] }),
    ),
  );
  const started = answers.filter(({ status }) => status === 202);
  for (const { body } of started) await finished(shop, member, body.data.id);
  // The usual minimum is two credits, so that the last one stays.
  expect(started).toHaveLength(6);
  expect(await balanceOf(shop, member)).toBe(1);
  expect(await problemsOf(shop)).toEqual([]);
});
