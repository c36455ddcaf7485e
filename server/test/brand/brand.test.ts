import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { PictureLayer } from "#contract/design-document.ts";
import { newId } from "#server/db/ids.ts";
import { brands } from "#server/db/tables/brands.ts";
import { eraseAccount } from "#server/features/accounts/erasure/erase-account.ts";
import { askAs, makeDesign, save } from "../designs/designs-shop.ts";
import { documentWith } from "../designs/documents.ts";
import { finished, memberWith, openGeneratorShop, startGeneration } from "../generations/generator-shop.ts";
import type { Person, TestShop } from "../helpers/test-shop.ts";
import { addReference, openReferencesShop } from "../references/references-shop.ts";

const put = (shop: TestShop, person: Person, body: object) =>
  askAs(shop, person)("brand", { method: "PUT", body });

test("a brand is empty until it is saved; what is sent is saved, and the rest stays", async () => {
  const { shop, person, ask } = await openReferencesShop();
  const empty = { fonts: [], colours: [], logoReferenceId: null, textPreset: null, useInRuns: false };
  expect((await ask("brand")).body.data).toEqual({ ...empty, version: 0 });
  const logo = await addReference(shop, person);
  const first = { fonts: ["Anton", "Rubik"], colours: ["#0B63D8", "#ffe11a"], logoReferenceId: logo.id };
  const saved = await put(shop, person, { ...first, version: 0 });
  expect(saved.body.data).toEqual({ ...empty, ...first, colours: ["#0b63d8", "#ffe11a"], version: 1 });
  await put(shop, person, { textPreset: "Shout", useInRuns: true });
  const standing = (await ask("brand")).body.data;
  expect(standing).toMatchObject({
    fonts: ["Anton", "Rubik"],
    textPreset: "Shout",
    useInRuns: true,
    version: 2,
  });
  const stale = await put(shop, person, { colours: [], version: 1 });
  expect([stale.status, stale.body.data]).toEqual([409, standing]);
  const other = await shop.signUp();
  expect((await askAs(shop, other)("brand")).body.data).toEqual({ ...empty, version: 0 });
});

test("what a brand can't have is refused with a sentence at its field", async () => {
  const { shop, person } = await openReferencesShop();
  const wrong: [object, string, RegExp][] = [
    [{ fonts: ["Comic Sans MS"] }, "fonts.0", /There is no font "Comic Sans MS" here/],
    [{ fonts: ["Anton", "Rubik", "Oswald", "Outfit"] }, "fonts", /at most 3 fonts/],
    [{ fonts: ["Anton", "Anton"] }, "fonts", /each font once/],
    [{ colours: ["red"] }, "colours.0", /#rrggbb/],
    [{ colours: "#ffffff" }, "colours", /list of colours/],
    [
      { colours: ["#000000", "#111111", "#222222", "#333333", "#444444", "#555555", "#666666"] },
      "colours",
      /6/,
    ],
    [{ colours: ["#FFFFFF", "#ffffff"] }, "colours", /each colour once/],
    [{ textPreset: "Shouting" }, "textPreset", /There is no text preset "Shouting" here/],
    [{ textPreset: "" }, "textPreset", /There is no text preset "" here/],
    [{ useInRuns: "yes" }, "useInRuns", /true or false/],
    [{ slogan: "Hello" }, "body", /slogan/],
  ];
  for (const [body, field, sentence] of wrong) {
    const refused = await put(shop, person, body);
    expect([refused.status, refused.body.fields], JSON.stringify(body)).toEqual([
      400,
      { [field]: expect.stringMatching(sentence) },
    ]);
  }
  const theirs = await addReference(shop, await shop.signUp());
  for (const logoReferenceId of [theirs.id, "f".repeat(24), "no-id", ""])
    expect((await put(shop, person, { logoReferenceId })).status).toBe(404);
});

test("a logo that is deleted is none, and is the logo again when it is brought back", async () => {
  const { shop, person, ask } = await openReferencesShop();
  const { id } = await addReference(shop, person);
  await put(shop, person, { logoReferenceId: id });
  await ask(`references/${id}`, { method: "DELETE" });
  expect((await ask("brand")).body.data.logoReferenceId).toBeNull();
  await ask(`references/${id}/restore`, { method: "POST" });
  expect((await ask("brand")).body.data.logoReferenceId).toBe(id);
});

test("a design that asks for the brand's logo gets the one of that moment, and keeps it", async () => {
  const { shop, person, ask } = await openReferencesShop();
  const [first, second] = [await addReference(shop, person), await addReference(shop, person)];
  await put(shop, person, { logoReferenceId: first.id });
  const layer = {
    ...{ id: "logo", kind: "picture", x: 9, y: 9, width: 60, height: 40, rotation: 0, opacity: 1 },
    ...{ hidden: false, locked: false, flip: false, radius: 0, source: { kind: "logo" } },
  } as PictureLayer;
  const design = await makeDesign(ask);
  const saved = await save(ask, design.id, 1, documentWith([layer]));
  expect(saved.body.data.document.layers[0].source).toEqual({ kind: "logo", id: first.id });
  await put(shop, person, { logoReferenceId: second.id });
  const standing = (await ask(`designs/${design.id}`)).body.data.document;
  expect(standing.layers[0].source).toEqual({ kind: "logo", id: first.id });
  expect(
    (await ask("references")).body.data.map((each: { usedBy: unknown[] }) => each.usedBy.length),
  ).toEqual([0, 1]);
});

test("a run uses the brand where it says so, or else the brand does: colours in the prompt, the look for its words", async () => {
  const { shop, emulator } = await openGeneratorShop();
  const member = await memberWith(shop, 9);
  await put(shop, member, { fonts: ["Bangers"], colours: ["#0b63d8", "#101010", "#ffe11a"] });
  const run = async (more: object) => {
    const { id } = (await startGeneration(shop, member, more)).body.data;
    return finished(shop, member, id);
  };
  const line =
    "The channel's own colours are #0b63d8 (blue), #101010 (black) and #ffe11a (yellow): use them for clothes, objects and ground where it suits.";
  const promptsSince = async (count: number) =>
    (await emulator.requests()).slice(count).map(({ prompt }) => prompt);
  expect(await run({})).toMatchObject({ stage: "done", brand: false });
  for (const prompt of await promptsSince(0)) expect(prompt).not.toContain("The channel's own");
  const named = { words: "text", style: "minimal", idempotencyKey: newId() };
  const branded = await run({ ...named, brand: true });
  expect(branded).toMatchObject({ stage: "done", brand: true });
  for (const prompt of await promptsSince(2)) expect(prompt.split("\n")).toContain(line);
  const ask = askAs(shop, member);
  for (const { designId } of branded.images) {
    const { layers } = (await ask(`designs/${designId}`)).body.data.document;
    const fonts = layers.flatMap(({ font }: { font?: string }) => font ?? []);
    expect(new Set(fonts)).toEqual(new Set(["Bangers"]));
  }
  expect((await startGeneration(shop, member, { ...named, brand: true })).body.data.id).toBe(branded.id);
  const without = await startGeneration(shop, member, { ...named, brand: false });
  expect([without.status, without.body.code], "its key is a branded run's").toEqual([409, "CONFLICT"]);
  await put(shop, member, { useInRuns: true });
  expect(await run({})).toMatchObject({ brand: true });
  expect(await run({ brand: false })).toMatchObject({ brand: false });
  const other = await memberWith(shop, 3);
  const { id } = (await startGeneration(shop, other, { brand: true })).body.data;
  expect(await finished(shop, other, id), "an empty brand is none").toMatchObject({ brand: false });
});

test("a person's brand is in their export, and goes with the account", async () => {
  const { shop, person, ask } = await openReferencesShop();
  const logo = await addReference(shop, person);
  await put(shop, person, { colours: ["#0b63d8"], logoReferenceId: logo.id });
  const told = (await ask("account/export")).body.brand;
  expect(told).toMatchObject({ colours: ["#0b63d8"], logoReferenceId: logo.id });
  await eraseAccount(shop.platform, person.id);
  expect(await shop.platform.db.$count(brands, eq(brands.userId, person.id))).toBe(0);
});
