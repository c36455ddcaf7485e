import { expect, test } from "vitest";
import { generationImages } from "#server/db/tables/generations.ts";
import { askAs, makeDesign } from "../designs/designs-shop.ts";
import { documentWith, plainArt } from "../designs/documents.ts";
import { finished, memberWith, openGeneratorShop, startGeneration } from "../generations/generator-shop.ts";
import { openTestShop, type Person, type TestShop } from "../helpers/test-shop.ts";

interface Run {
  id: string;
  images: { id: string }[];
}

/** A member's run, as two entries of a pack. */
async function makeRun(shop: TestShop, as: Person, more: object = {}) {
  const started = await startGeneration(shop, as, { words: "none", ...more });
  const { id, images }: Run = await finished(shop, as, started.body.data.id);
  return { id, entries: images.map((image) => ({ kind: "picture", id: image.id })) };
}

test("no pack and no preview of one holds a picture of another member or of a deleted run", async () => {
  const { shop } = await openGeneratorShop();
  const [member, other] = [await memberWith(shop, 5), await memberWith(shop, 5)];
  const [own, foreign] = [await makeRun(shop, member), await makeRun(shop, other)];
  const ask = askAs(shop, member);
  const statusOf = async (entries: object[]) =>
    (await ask("packs", { method: "POST", body: { entries } })).status;
  const areGone = async ({ entries }: { entries: { id: string }[] }) => {
    const { body } = await ask(`packs/preview?entries=${entries.map(({ id }) => `picture:${id}`)}`);
    return body.data.map(({ isGone, name }: { isGone: boolean; name?: string }) => isGone && !name);
  };
  expect([await statusOf(own.entries), await areGone(own)]).toEqual([200, [false, false]]);
  expect([await statusOf([own.entries[0]!, foreign.entries[0]!]), await areGone(foreign)]).toEqual([
    404,
    [true, true],
  ]);
  await ask(`generations/${own.id}`, { method: "DELETE" });
  expect([await statusOf(own.entries), await areGone(own)]).toEqual([404, [true, true]]);
  await ask(`generations/${own.id}/restore`, { method: "POST" });
  expect(await statusOf(own.entries)).toBe(200);
});

test("a picture whose file is lost is told as gone, and no pack is sent without it", async () => {
  const { shop } = await openGeneratorShop();
  const member = await memberWith(shop, 5);
  const { entries } = await makeRun(shop, member);
  const [lost] = await shop.platform.db.select().from(generationImages);
  await shop.platform.storage.remove(lost!.fileKey);
  expect(await askAs(shop, member)("packs", { method: "POST", body: { entries } })).toMatchObject({
    status: 404,
    body: { message: "One of these thumbnails is not here any more." },
  });
});

test("another part of the ground is told as framing, a blurred one as background", async () => {
  const shop = await openTestShop();
  const ask = askAs(shop, await shop.signUp());
  const { kind, colour, crop, adjust } = plainArt() as ReturnType<typeof plainArt> & { kind: "colour" };
  const designs = [{}, { crop: { ...crop, width: 0.5 } }, { adjust: { ...adjust, blur: 10 } }].map((more) =>
    makeDesign(ask, "One", documentWith([], { kind, colour, crop, adjust, ...more })),
  );
  const ids = (await Promise.all(designs)).map(({ id }) => id);
  const { body } = await ask(`packs/preview?entries=${ids.map((id) => `design:${id}`)}`);
  const told = body.data.map(({ differsIn }: { differsIn: string[] }) => differsIn);
  expect(told).toEqual([[], ["framing"], ["background"]]);
});

test("like variations differ in what they vary where they are of one picture, and in several things where they are not", async () => {
  const { shop } = await openGeneratorShop();
  const member = await memberWith(shop, 9);
  const { entries: sources } = await makeRun(shop, member);
  const vary = async (source: object | undefined) =>
    (
      await makeRun(shop, member, {
        title: "",
        customPrompt: "",
        words: undefined,
        source,
        vary: "background",
      })
    ).entries[0]!;
  const [one, like, other] = [await vary(sources[0]), await vary(sources[0]), await vary(sources[1])];
  const query = [one, like, other].map(({ id }) => `picture:${id}`);
  const { body } = await askAs(shop, member)(`packs/preview?entries=${query}`);
  const told = body.data.map(({ differsIn }: { differsIn: string[] }) => differsIn);
  expect(told).toEqual([[], ["background"], ["several things"]]);
});
