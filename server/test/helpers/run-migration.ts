import { readFileSync } from "node:fs";
import type { TestShop } from "./test-shop.ts";

/** Runs a migration that moves data again, on rows that a test has put back to what stood before it. */
export async function runMigration({ platform }: TestShop, tag: string): Promise<void> {
  const file = new URL(`../../src/db/migrations/${tag}.sql`, import.meta.url);
  await platform.db.execute(readFileSync(file, "utf8"));
}
