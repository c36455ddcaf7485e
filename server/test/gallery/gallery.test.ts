import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { longestLineage } from "#contract/gallery.ts";
import { newId } from "#server/db/ids.ts";
import {
  finished,
  type GeneratorShop,
  memberWith,
  openGeneratorShop,
  startGeneration,
} from "../generations/generator-shop.ts";

type Asked = { method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE"; body?: unknown };

/** A person with credits, and what they do with the shop's calls. */
async function openOwner({ shop }: Pick<GeneratorShop, "shop">) {
  const person = await memberWith(shop, 40);
  const ask = (path: string, { method = "GET", body }: Asked = {}) =>
    shop.send({ method, url: `/api/${path}`, body, as: person });
  const run = async (more: object) => {
    const started = await startGeneration(shop, person, more);
    expect(started.status, started.text).toBe(202);
    return finished(shop, person, started.body.data.id);
  };
  const design = async (name: string, from: object) =>
    (await ask("designs", { method: "POST", body: { name, from } })).body.data;
  const gallery = async (query = "") => {
    const answer = await ask(`gallery?${query}`);
    expect(answer.status, `${query}: ${answer.text}`).toBe(200);
    return answer.body.data as Entry[];
  };
  const names = async (query = "") =>
    (await gallery(query)).map((entry) => entry.run?.title ?? entry.design!.name);
  return { person, ask, run, design, gallery, names };
}

interface Entry {
  kind: "run" | "design";
  id: string;
  run?: { id: string; title: string };
  design?: { id: string; name: string };
  lineage: object[];
}

const blue = { kind: "colour", colour: "#1d4ed8" };

test("runs and designs are in one list, newest first, each paged and counted once", async () => {
  const opened = await openGeneratorShop();
  const { ask, run, design, gallery, names } = await openOwner(opened);
  const first = await run({ title: "First" });
  const words = await design("Words", { kind: "picture", id: first.images[0].id });
  const second = await run({ title: "Second" });
  await opened.emulator.fault("safety");
  await run({ title: "Refused" });
  await opened.emulator.clearFaults();
  const plain = await design("Plain", blue);

  expect(await names()).toEqual(["Plain", "Second", "Words", "First"]);
  expect(await names("order=asc")).toEqual(["First", "Words", "Second", "Plain"]);
  const pages = [await ask("gallery?page=1&pageSize=3"), await ask("gallery?page=2&pageSize=3")];
  expect(pages.map(({ headers }) => headers["x-total-count"])).toEqual(["4", "4"]);
  expect(pages.flatMap(({ body }) => body.data.map(({ id }: Entry) => id))).toEqual(
    [plain, second, words, first].map(({ id }) => id),
  );
  const shown = await gallery();
  expect(shown[0]).toMatchObject({ kind: "design", id: plain.id, design: { id: plain.id }, lineage: [] });
  const { document: _, ...listed } = words;
  expect(shown[2]).toMatchObject({ kind: "design", design: listed });
  expect(shown[3]).toEqual({ kind: "run", id: first.id, lineage: [], run: first });

  await ask(`designs/${words.id}`, { method: "PATCH", body: { favourite: true } });
  expect(await names("sort=updatedAt&order=desc"), "a mark is no change").toEqual(await names());
  await ask(`designs/${words.id}`, { method: "PATCH", body: { name: "Other words" } });
  expect(await names("sort=updatedAt&order=desc")).toEqual(["Other words", "Plain", "Second", "First"]);

  const other = await openOwner(opened);
  expect(await other.names()).toEqual([]);
});

test("what was deleted is not counted in the gallery either, until it is back", async () => {
  const { ask, run, design } = await openOwner(await openGeneratorShop());
  const paths = [
    `generations/${(await run({ title: "Run" })).id}`,
    `designs/${(await design("Plain", blue)).id}`,
  ];
  const count = async () => (await ask("gallery?page=1&pageSize=1")).headers["x-total-count"];
  expect(await count()).toBe("2");
  for (const path of paths) {
    await ask(path, { method: "DELETE" });
    expect(await count(), path).toBe("1");
    await ask(`${path}/restore`, { method: "POST" });
    expect(await count(), path).toBe("2");
  }
});

test("a design is found, and its lineage told, by what it lies on now", async () => {
  const { ask, run, design, gallery, names } = await openOwner(await openGeneratorShop());
  const [food, travel] = [await run({ niche: "food" }), await run({ niche: "travel" })];
  const { id, document } = await design("Words", { kind: "picture", id: food.images[0].id });
  const art = { ...document.art, id: travel.images[1].id };
  const saved = await ask(`designs/${id}`, {
    method: "PUT",
    body: { version: 1, document: { ...document, art } },
  });
  expect(saved.status).toBe(200);
  expect([await names("kind=design&niche=food"), await names("kind=design&niche=travel")]).toEqual([
    [],
    ["Words"],
  ]);
  const [{ lineage }] = (await gallery("kind=design")) as [Entry];
  expect(lineage).toMatchObject([{ kind: "new", id: travel.id }]);
});

test("the gallery is searched by title and name, and filtered by kind, niche, style, favourite and kept", async () => {
  const opened = await openGeneratorShop();
  const { ask, run, design, names } = await openOwner(opened);
  const noodles = await run({ title: "100% Noodles", niche: "food", style: "bold" });
  await run({ title: "Desk", niche: "diy", style: "bold", customPrompt: "noodles" });
  const fog = await run({ title: "Fog", niche: "travel", style: "minimal" });
  const big = await design("Noodles, big", { kind: "picture", id: noodles.images[1].id });
  await design("Plain", blue);
  await ask(`generations/${noodles.id}`, { method: "PATCH", body: { kept: 1 } });
  await ask(`generations/${fog.id}`, { method: "PATCH", body: { favourite: true } });
  await ask(`designs/${big.id}`, { method: "PATCH", body: { favourite: true } });
  for (const [query, found] of [
    ["kind=run", ["Fog", "Desk", "100% Noodles"]],
    ["kind=design", ["Plain", "Noodles, big"]],
    ["kind=run&order=asc&page=1&pageSize=1", ["100% Noodles"]],
    ["q=noodle", ["Noodles, big", "100% Noodles"]],
    ["q=100%25", ["100% Noodles"]],
    ["q=%25", ["100% Noodles"]],
    ["q=nothing", []],
    ["style=bold", ["Noodles, big", "Desk", "100% Noodles"]],
    ["style=bold&niche=diy", ["Desk"]],
    ["niche=food", ["Noodles, big", "100% Noodles"]],
    ["niche=food&kind=design", ["Noodles, big"]],
    ["kept=true", ["100% Noodles"]],
    ["kept=false", ["Fog", "Desk"]],
    ["kept=true&kind=design", []],
    ["favourite=true", ["Noodles, big", "Fog"]],
    ["favourite=false", ["Plain", "Desk", "100% Noodles"]],
    ["favourite=true&kept=true", []],
    ["favourite=true&q=noodles&kind=design&niche=food&style=bold", ["Noodles, big"]],
  ] as const)
    expect(await names(query), query).toEqual(found);
  for (const bad of ["kind=x", "favourite=1", "niche=x", "style=x", "kept=maybe", "page=0", "sort=title"])
    expect((await ask(`gallery?${bad}`)).status, bad).toBe(400);
});

test("a lineage tells from what each came and by what words, over changes, variations and designs", async () => {
  const opened = await openGeneratorShop();
  const { ask, run, design, gallery } = await openOwner(opened);
  const first = await run({ title: "How I Built It" });
  const source = { kind: "picture", id: first.images[1].id };
  const change = await run({ title: "", source, instruction: "Darker background" });
  const words = await design("With words", { kind: "picture", id: change.images[0].id });
  const variation = await run({ title: "", source: { kind: "design", id: words.id }, vary: "light" });
  const last = await design("Last words", { kind: "picture", id: variation.images[0].id });

  const lineageOf = async (id: string) => (await gallery()).find((entry) => entry.id === id)?.lineage;
  const steps = [
    {
      kind: "new",
      id: first.id,
      title: "How I Built It",
      previewUrl: `/api/generations/${first.id}/images/2/preview`,
    },
    {
      kind: "change",
      id: change.id,
      title: "How I Built It",
      instruction: "Darker background",
      previewUrl: `/api/generations/${change.id}/images/1/preview`,
    },
    {
      kind: "design",
      id: words.id,
      title: "With words",
      previewUrl: `/api/designs/${words.id}/preview`,
    },
    {
      kind: "variation",
      id: variation.id,
      title: "With words",
      vary: "light",
      previewUrl: `/api/generations/${variation.id}/images/1/preview`,
    },
  ];
  expect(await lineageOf(first.id)).toEqual([]);
  expect(await lineageOf(change.id)).toEqual(steps.slice(0, 1));
  expect(await lineageOf(words.id)).toEqual(steps.slice(0, 2));
  expect(await lineageOf(variation.id)).toEqual(steps.slice(0, 3));
  expect(await lineageOf(last.id)).toEqual(steps);
  for (const { previewUrl } of steps) expect((await ask(previewUrl.slice(5))).status, previewUrl).toBe(200);

  await ask(`generations/${change.id}`, { method: "DELETE" });
  await ask(`designs/${words.id}`, { method: "DELETE" });
  expect(await lineageOf(last.id), "what was deleted keeps its place, and tells nothing").toEqual([
    steps[0],
    { kind: "change" },
    { kind: "design" },
    steps[3],
  ]);
  await ask(`generations/${change.id}/restore`, { method: "POST" });
  await ask(`designs/${words.id}/restore`, { method: "POST" });
  expect(await lineageOf(last.id)).toEqual(steps);
});

test("of a lineage without end the last steps are told", async () => {
  const opened = await openGeneratorShop();
  const { person, gallery } = await openOwner(opened);
  const { db } = opened.shop.platform;
  const ids = Array.from({ length: longestLineage + 3 }, newId);
  for (const [at, id] of ids.entries()) {
    await db.execute(sql`insert into generations (id, user_id, idempotency_key, stage, title, niche, style,
      custom_prompt, cost, source_kind, source_id, source_image_id, instruction, created_at)
      values (${id}, ${person.id}, ${id}, 'done', ${`Take ${at}`}, 'food', 'bold', '', 1, ${at ? "picture" : null},
        ${ids[at - 1] ?? null}, ${ids[at - 1] ?? null}, ${at ? "Darker" : ""}, now() - make_interval(secs => ${100 - at}))`);
    await db.execute(sql`insert into generation_images (id, generation_id, position, file_key, mime_type, bytes)
      values (${id}, ${id}, 1, ${id}, 'image/png', 1)`);
  }
  const [newest] = await gallery();
  expect(newest).toMatchObject({ run: { title: `Take ${ids.length - 1}` } });
  expect(newest!.lineage).toHaveLength(longestLineage);
  expect(newest!.lineage.at(-1)).toMatchObject({ kind: "change", id: ids.at(-2) });
});
