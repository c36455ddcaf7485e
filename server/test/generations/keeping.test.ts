import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { restorableMinutes } from "#contract/generation-options.ts";
import { removeHiddenFiles } from "#server/features/generations/generations.service.ts";
import { holdJobs } from "../helpers/hold-jobs.ts";
import type { Person, TestShop } from "../helpers/test-shop.ts";
import {
  finished,
  type GeneratorShop,
  memberWith,
  openGeneratorShop,
  problemsOf,
  startGeneration,
} from "./generator-shop.ts";

type Asked = { method?: "GET" | "POST" | "PATCH" | "DELETE"; body?: unknown };

/** One with done runs of these titles, oldest first, and calls on them. */
async function ownerOf({ shop }: Pick<GeneratorShop, "shop">, runs: Record<string, string>[]) {
  const person = await memberWith(shop, 20);
  const ids: string[] = [];
  for (const run of runs) {
    const { id } = (await startGeneration(shop, person, run)).body.data;
    await finished(shop, person, id);
    ids.push(id);
  }
  const ask = (path: string, { method = "GET", body }: Asked = {}) =>
    shop.send({ method, url: `/api/${path}`, body, as: person });
  return { person, ids, ask };
}

async function titlesIn(shop: TestShop, person: Person, query: string): Promise<string[]> {
  const answer = await shop.send({ url: `/api/gallery?${query}`, as: person });
  expect(answer.status).toBe(200);
  return answer.body.data.map(({ run }: { run: { title: string } }) => run.title);
}

test("of a pair one is kept, a run is a favourite or not, and its title can be changed", async () => {
  const { shop } = await openGeneratorShop();
  const { ids, ask } = await ownerOf({ shop }, [{ title: "First" }]);
  const run = `generations/${ids[0]}`;
  const change = (body: unknown) => ask(run, { method: "PATCH", body });
  expect((await ask(run)).body.data).toMatchObject({
    favourite: false,
    kept: null,
    images: [{ position: 1, previewUrl: `/api/${run}/images/1/preview` }, { position: 2 }],
  });
  expect((await change({ kept: 2 })).body.data).toMatchObject({ kept: 2, favourite: false, title: "First" });
  expect((await change({ favourite: true, title: " A  better\n one " })).body.data).toMatchObject({
    kept: 2,
    favourite: true,
    title: "A better one",
  });
  expect((await change({ kept: null })).body.data).toMatchObject({ kept: null, favourite: true });
  expect((await change({})).status).toBe(200);
  expect(await change({ title: " " })).toMatchObject({
    status: 422,
    body: { message: "Video title is required" },
  });
  for (const bad of [
    { kept: 3 },
    { kept: 0 },
    { favourite: "yes" },
    { title: "x".repeat(101) },
    { niche: "art" },
  ])
    expect((await change(bad)).status, JSON.stringify(bad)).toBe(400);
  expect((await ask(run)).body.data).toMatchObject({ kept: null, favourite: true, title: "A better one" });
});

test("a run without thumbnails has none to keep, and one under way keeps its title", async () => {
  const { shop, emulator } = await openGeneratorShop({ emulator: { delayMs: 500 } });
  const person = await memberWith(shop, 9);
  const { id } = (await startGeneration(shop, person)).body.data;
  const change = (body: unknown) =>
    shop.send({ method: "PATCH", url: `/api/generations/${id}`, body, as: person });
  expect(await change({ title: "Another" })).toMatchObject({
    status: 409,
    body: { message: "This run is still under way." },
  });
  await finished(shop, person, id);
  await emulator.fault("safety");
  const failed = (await startGeneration(shop, person)).body.data.id;
  await finished(shop, person, failed);
  const url = `/api/generations/${failed}`;
  expect(await shop.send({ method: "PATCH", url, body: { kept: 1 }, as: person })).toMatchObject({
    status: 409,
    body: { message: "This run has no thumbnails to keep." },
  });
  expect(await titlesIn(shop, person, "")).toEqual(["How I built a shop"]);
});

test("a deleted run is nowhere, comes back whole for ten minutes, and then is gone with its words and files", async () => {
  const { shop } = await openGeneratorShop();
  const { platform } = shop;
  await holdJobs(shop.connectionString, ["generation-files"]);
  const { ids, ask } = await ownerOf({ shop }, [{ title: "One" }, { title: "Two" }]);
  const [, id] = ids as [string, string];
  const run = `generations/${id}`;
  await ask(run, { method: "PATCH", body: { kept: 1, favourite: true } });
  const before = (await ask(run)).body.data;
  const files = [1, 2].map((position) => `generations/${id.slice(-2)}/${id}-${position}-0.png`);
  const previews = files.flatMap((file) => [320, 640].map((width) => `previews/${width}/${file}.webp`));
  for (const { previewUrl } of before.images)
    for (const width of [320, 640])
      expect((await ask(`${previewUrl.slice(5)}?width=${width}`)).status).toBe(200);
  const stored = () => Promise.all([...files, ...previews].map((key) => platform.storage.get(key)));
  expect(await stored()).not.toContain(null);

  expect((await ask(run, { method: "DELETE" })).status).toBe(200);
  for (const path of [run, `${run}/images/1`, `${run}/images/1/preview`, `${run}/events`])
    expect((await ask(path)).status, path).toBe(404);
  for (const method of ["DELETE", "PATCH"] as const)
    expect((await ask(run, { method, body: {} })).status, method).toBe(404);
  for (const list of ["generations", "gallery"]) expect((await ask(list)).body.data).toHaveLength(1);
  const exported = (await ask("account/export")).body;
  expect(JSON.stringify(exported)).toContain('"deletedAt":"2');
  await removeHiddenFiles(platform);
  expect(await problemsOf(shop)).toEqual([]);

  const back = await ask(`${run}/restore`, { method: "POST" });
  expect(back.body.data).toEqual(before);
  expect((await ask(`${run}/restore`, { method: "POST" })).body.data, "again").toEqual(before);
  expect(await stored()).not.toContain(null);

  await ask(run, { method: "DELETE" });
  await platform.db.execute(
    sql`update generations set deleted_at = deleted_at - make_interval(mins => ${restorableMinutes}) where id = ${id}`,
  );
  expect((await ask(`${run}/restore`, { method: "POST" })).status).toBe(404);
  await removeHiddenFiles(platform);
  expect(new Set(await stored())).toEqual(new Set([null]));
  const { rows } = await platform.db.execute(
    sql`select title, custom_prompt, enhanced_prompt, favourite, kept from generations where id = ${id}`,
  );
  expect(rows).toEqual([{ title: "", custom_prompt: "", enhanced_prompt: "", favourite: false, kept: null }]);
  expect(
    (await ask("credits/entries")).body.filter(({ reason }: { reason: string }) => reason === "generation"),
  ).toHaveLength(2);
  expect(await problemsOf(shop)).toEqual([]);
});

test("an account that is erased takes a run that it deleted a moment ago with it at once", async () => {
  const { shop } = await openGeneratorShop();
  const { person, ids, ask } = await ownerOf({ shop }, [{ title: "Mine alone" }]);
  await ask(`generations/${ids[0]}`, { method: "DELETE" });
  const erased = await ask("account/delete", { method: "POST", body: { password: person.password } });
  expect(erased.status).toBe(200);
  await removeHiddenFiles(shop.platform);
  const file = `generations/${ids[0]!.slice(-2)}/${ids[0]}-1-0.png`;
  expect(await shop.platform.storage.get(file)).toBeNull();
});

test("the 24 pictures of a gallery's page weigh at most 600 kB, also where a screen wants the wider ones", async () => {
  // Drawn ones, as in the demo: a picture of one colour weighs nothing.
  const { shop } = await openGeneratorShop({ emulator: { fixedImage: undefined } as never });
  const { ask } = await ownerOf(
    { shop },
    Array.from({ length: 3 }, (_, n) => ({
      title: `Street Food Run ${n}`,
      niche: "food",
      style: "colorful",
    })),
  );
  const { data } = (await ask("gallery?page=1&pageSize=12")).body;
  const images = data.flatMap(({ run }: { run: { images: { previewUrl: string }[] } }) => run.images);
  for (const width of [320, 640]) {
    let bytes = 0;
    for (const { previewUrl } of images)
      bytes += Number((await ask(`${previewUrl.slice(5)}?width=${width}`)).headers["content-length"]);
    const ofPage = (bytes / images.length) * 24;
    expect(ofPage, String(width)).toBeGreaterThan(10_000);
    expect(ofPage, String(width)).toBeLessThanOrEqual(600_000);
  }
});
