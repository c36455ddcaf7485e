import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
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
