import { sql } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { newId } from "#server/db/ids.ts";
import { modelKeyOf } from "#server/features/references/reference-files.ts";
import { askAs } from "../designs/designs-shop.ts";
import {
  balanceOf,
  finished,
  memberWith,
  openGeneratorShop,
  problemsOf,
  startGeneration,
} from "../generations/generator-shop.ts";
import { addReference, plainPicture } from "./references-shop.ts";

async function openMember(credits = 9) {
  const opened = await openGeneratorShop();
  const member = await memberWith(opened.shop, credits);
  const { shop } = opened;
  return {
    ...opened,
    member,
    ask: askAs(shop, member),
    /** A run that is waited for. */
    async run(more: object) {
      const started = await startGeneration(shop, member, more);
      expect(started.status, started.text).toBe(202);
      return finished(shop, member, started.body.data.id);
    },
    /** What the model was sent since so many calls: the text, then the pictures by their sizes. */
    async sent(after = 0) {
      const requests = (await opened.emulator.requests()) as unknown as {
        prompt: string;
        parts: { kind: string; mimeType?: string; width?: number; height?: number }[];
      }[];
      return requests.slice(after).map(({ prompt, parts }) => ({
        prompt,
        parts: parts.map(({ kind, mimeType, width, height }) =>
          kind === "text" ? kind : `${mimeType} ${width}×${height}`,
        ),
      }));
    },
  };
}

test("a run shows the model the chosen pictures after the prompt, in their order, and tells which they were", async () => {
  const { shop, member, run, sent } = await openMember();
  const face = await addReference(shop, member, await plainPicture({ width: 2000, height: 1000 }), {
    name: "Anna",
    kind: "face",
    consent: "true",
  });
  const logo = await addReference(shop, member, await plainPicture({ width: 90, height: 30 }), {
    name: "Acme",
  });
  const generation = await run({ references: [logo.id, face.id] });
  expect(generation).toMatchObject({ stage: "done", kind: "new", references: [logo.id, face.id] });
  expect(await balanceOf(shop, member)).toBe(8);
  const calls = await sent();
  expect(calls).toHaveLength(2);
  for (const { prompt, parts } of calls) {
    expect(parts).toEqual(["text", "image/jpeg 90×30", "image/jpeg 1024×512"]);
    expect(prompt).toMatch(
      /\nThe first picture is a logo, "Acme": .*\nThe second picture is a person, "Anna": /,
    );
  }
  const exported = (await shop.send({ url: "/api/account/export", as: member })).body.thumbnails;
  expect(exported[0].referenceIds).toEqual([logo.id, face.id]);
  expect(await problemsOf(shop)).toEqual([]);
});

test("a change sends its source first and the references after it", async () => {
  const { shop, member, run, sent } = await openMember();
  const first = await run({});
  const mug = await addReference(shop, member, undefined, { name: "Mug", kind: "product" });
  const source = { kind: "picture", id: first.images[0].id };
  const change = await run({ source, instruction: "Put it on the desk", references: [mug.id] });
  expect(change).toMatchObject({ kind: "change", references: [mug.id] });
  for (const { prompt, parts } of await sent(2)) {
    expect(parts).toEqual(["text", "image/jpeg 1280×720", "image/jpeg 60×40"]);
    expect(prompt).toMatch(
      /^Edit the first picture: Put it on the desk\n[\s\S]*\nThe second picture is a product, "Mug"/,
    );
  }
});

test("another's picture, a deleted one and one that never was are not found, and nothing is taken", async () => {
  const { shop, member } = await openMember(3);
  const other = await memberWith(shop, 3);
  const theirs = await addReference(shop, other);
  const own = await addReference(shop, member);
  const gone = await addReference(shop, member);
  const ask = askAs(shop, member);
  // A design that shows it keeps its file, and makes no run of it.
  await ask("designs", { method: "POST", body: { from: { kind: "reference", id: gone.id } } });
  await ask(`references/${gone.id}`, { method: "DELETE" });
  for (const id of [theirs.id, gone.id, newId(), "no-id"]) {
    const refused = await startGeneration(shop, member, { references: [own.id, id] });
    expect([refused.status, refused.body.message], id).toEqual([404, "The reference was not found."]);
  }
  const four = await startGeneration(shop, member, { references: ["a", "b", "c", "d"] });
  expect([four.status, four.body.fields]).toEqual([
    400,
    { references: "Please choose at most 3 of your pictures." },
  ]);
  const twice = await startGeneration(shop, member, { references: [own.id, own.id] });
  expect([twice.status, Object.keys(twice.body.fields)]).toEqual([400, ["references"]]);
  expect(await balanceOf(shop, member)).toBe(3);
  expect(await problemsOf(shop)).toEqual([]);
});

test("a repeated key is the same run, also where its picture is gone by then", async () => {
  const { shop, member, run, ask } = await openMember();
  const own = await addReference(shop, member);
  const key = { references: [own.id], idempotencyKey: newId() };
  const first = await run(key);
  await ask(`references/${own.id}`, { method: "DELETE" });
  const again = await startGeneration(shop, member, key);
  expect([again.status, again.body.data.id]).toEqual([202, first.id]);
  expect(await balanceOf(shop, member)).toBe(8);
});

test("a picture that is deleted while a run is under way is shown all the same; one whose file is lost gives the credit back", async () => {
  const { shop, member, ask, emulator } = await openMember();
  const own = await addReference(shop, member);
  await emulator.fault("slow", { delayMs: 700 });
  onTestFinished(() => emulator.clearFaults());
  const started = await startGeneration(shop, member, { references: [own.id] });
  await ask(`references/${own.id}`, { method: "DELETE" });
  expect(await finished(shop, member, started.body.data.id)).toMatchObject({
    stage: "done",
    references: [own.id],
  });
  await emulator.clearFaults();
  const lost = await addReference(shop, member);
  await shop.platform.storage.remove(modelKeyOf(lost.id));
  const failed = await finished(
    shop,
    member,
    (await startGeneration(shop, member, { references: [lost.id] })).body.data.id,
  );
  expect(failed).toMatchObject({
    stage: "failed",
    error: "One of the pictures that you chose is gone.",
    refunded: true,
  });
  expect(await balanceOf(shop, member)).toBe(8);
  expect(await problemsOf(shop)).toEqual([]);
});

test("the art of a design that lies on an own picture is changed as well: the model gets the part that is seen", async () => {
  const { shop, member, run, sent, ask } = await openMember();
  const own = await addReference(shop, member, await plainPicture({ width: 400, height: 800 }));
  const made = await ask("designs", { method: "POST", body: { from: { kind: "reference", id: own.id } } });
  const { id } = made.body.data;
  const change = await run({ source: { kind: "design", id }, instruction: "Snow", title: "" });
  expect(change).toMatchObject({ stage: "done", kind: "change", words: "text" });
  for (const { parts } of await sent()) expect(parts).toEqual(["text", "image/jpeg 1280×720"]);
  for (const image of change.images) {
    const { document } = (await ask(`designs/${image.designId}`)).body.data;
    expect(document.art).toMatchObject({ kind: "picture", id: image.id, crop: { width: 1, height: 1 } });
  }
  expect(await problemsOf(shop)).toEqual([]);
});

test("a change of a design keeps the pictures on it, also one that was deleted", async () => {
  const { shop, member, run, ask } = await openMember();
  const first = await run({ words: "text" });
  const own = await addReference(shop, member);
  const { designId: id } = first.images[0];
  const { document, version } = (await ask(`designs/${id}`)).body.data;
  const layer = {
    ...{ id: "mark", kind: "picture", x: 9, y: 9, width: 60, height: 40, rotation: 0, opacity: 1 },
    ...{ hidden: false, locked: false, flip: false, radius: 0, source: { kind: "reference", id: own.id } },
  };
  const saved = await ask(`designs/${id}`, {
    method: "PUT",
    body: { version, document: { ...document, layers: [...document.layers, layer] } },
  });
  expect(saved.status, saved.text).toBe(200);
  await ask(`references/${own.id}`, { method: "DELETE" });
  const change = await run({ source: { kind: "design", id }, vary: "light", title: "" });
  const { db } = shop.platform;
  for (const { designId } of change.images) {
    expect((await ask(`designs/${designId}`)).body.data.document.layers.at(-1)).toEqual(layer);
    const { rows } = await db.execute(
      sql`select u.reference_id from design_references u join design_versions v on v.id = u.version_id where v.design_id = ${designId}`,
    );
    expect(rows).toEqual([{ reference_id: own.id }]);
  }
});
