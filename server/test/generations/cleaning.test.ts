import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { generationImages } from "#server/db/tables/generations.ts";
import { eraseAccount } from "#server/features/accounts/erasure/erase-account.ts";
import {
  findHiddenImages,
  markLeftImages,
} from "#server/features/generations/deleted-generations.repository.ts";
import { markLeftFiles, removeHiddenFiles } from "#server/features/generations/generations.service.ts";
import { holdJobs } from "../helpers/hold-jobs.ts";
import { plansOf } from "../helpers/plans.ts";
import { openTestShop } from "../helpers/test-shop.ts";
import { finished, memberWith, openGeneratorShop, startGeneration } from "./generator-shop.ts";

test("the round that finds nothing reads none of the runs whose pictures are long gone", async () => {
  const shop = await openTestShop();
  const [plan] = await plansOf(shop, (db) => findHiddenImages(db, [], 50));
  expect(plan).toContain("generation_images_removable");
  // Runs under way that start from a picture are another matter.
  expect(plan?.replaceAll("generations runs_from_it", "")).not.toMatch(/ on generations\b/);
  expect(plan).not.toContain("Seq Scan");
});

test("pictures that a process of the former release left without a mark go as well, and no others", async () => {
  const { shop } = await openGeneratorShop();
  const { db, storage } = shop.platform;
  await holdJobs(shop.connectionString, ["generation-files"]);
  const person = await memberWith(shop, 9);
  const make = async () => {
    const { id } = (await startGeneration(shop, person, { title: "A shop" })).body.data as { id: string };
    await finished(shop, person, id);
    return { id, file: `generations/${id.slice(-2)}/${id}-1-0.png` };
  };
  const [left, kept] = [await make(), await make()];
  // As the former release emptied it, without the column that the migration had added.
  await db.execute(
    sql`update generations set deleted_at = now() - interval '11 minutes', title = '' where id = ${left.id}`,
  );
  await markLeftFiles(shop.platform);
  await removeHiddenFiles(shop.platform);
  expect(await storage.get(left.file)).toBeNull();
  expect(await storage.get(kept.file)).not.toBeNull();
  const { rows } = await db.execute("select distinct generation_id from generation_images");
  expect(rows).toEqual([{ generation_id: kept.id }]);
});

test("the look for what a former release left reads the lately emptied alone", async () => {
  const shop = await openTestShop();
  const [plan] = await plansOf(shop, markLeftImages);
  expect(plan).toContain("generations_emptied");
  expect(plan).not.toContain("Seq Scan");
});

test("a run that is emptied tells neither its words nor the video that it was for", async () => {
  const { shop } = await openGeneratorShop();
  const { db } = shop.platform;
  await holdJobs(shop.connectionString, ["generation-files"]);
  const person = await memberWith(shop, 9);
  const first = (await startGeneration(shop, person)).body.data.id;
  const { images } = await finished(shop, person, first);
  const source = { kind: "picture", id: images[0].id };
  const video = { id: "a-secret-id", channel: "a secret channel" };
  const more = {
    title: "a secret title",
    customPrompt: "",
    source,
    instruction: "a secret instruction",
    video,
  };
  const { id } = (await startGeneration(shop, person, more)).body.data;
  await finished(shop, person, id);
  const kept = async () =>
    (await db.execute(sql`select to_jsonb(g)::text as row from generations g where id = ${id}`)).rows[0]!.row;
  expect(String(await kept()).match(/a.secret.\w+/g)).toHaveLength(4);
  await shop.send({ method: "DELETE", url: `/api/generations/${id}`, as: person });
  await db.execute(sql`update generations set deleted_at = now() - interval '11 minutes' where id = ${id}`);
  await removeHiddenFiles(shop.platform);
  expect(await kept()).not.toMatch(/secret/);
});

test("the pictures of a run whose person was erased while it was under way go with the next round", async () => {
  const { shop, emulator } = await openGeneratorShop();
  const { db, storage } = shop.platform;
  await holdJobs(shop.connectionString, ["generation-files", "left-generation-files"]);
  await emulator.fault("slow", { delayMs: 700 });
  const person = await memberWith(shop, 2);
  const { id } = (await startGeneration(shop, person)).body.data;
  await eraseAccount(shop.platform, person.id);
  const images = () => db.select().from(generationImages);
  await expect.poll(images).toHaveLength(2);
  const { fileKey } = (await images())[0]!;
  expect(fileKey).toContain(id);
  expect(await storage.get(fileKey)).not.toBeNull();
  await removeHiddenFiles(shop.platform);
  expect([await images(), await storage.get(fileKey)]).toEqual([[], null]);
});
