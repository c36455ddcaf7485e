import { expect, test } from "vitest";
import { findHiddenImages } from "#server/features/generations/deleted-generations.repository.ts";
import { plansOf } from "../helpers/plans.ts";
import { openTestShop } from "../helpers/test-shop.ts";

test("the round that finds nothing reads none of the runs whose pictures are long gone", async () => {
  const shop = await openTestShop();
  const [plan] = await plansOf(shop, (db) => findHiddenImages(db, [], 50));
  expect(plan).toContain("generation_images_removable");
  // Runs under way that start from a picture are another matter.
  expect(plan?.replaceAll("generations runs_from_it", "")).not.toMatch(/ on generations\b/);
  expect(plan).not.toContain("Seq Scan");
});
