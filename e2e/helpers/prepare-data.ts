import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { quickestTemporaryFolder } from "../../server/test/helpers/test-cluster.ts";
import { startShop } from "./start-shop.ts";

/** Keeps what a shop has made at its first start, for every shop of the run to begin with. */
export async function setup(): Promise<() => Promise<void>> {
  const prepared = await mkdtemp(join(quickestTemporaryFolder(), "prepared shop "));
  const shop = await startShop();
  await shop.stop({ keepDataIn: prepared });
  process.env.PREPARED_DATA_DIR = prepared;
  return () => rm(prepared, { recursive: true, force: true });
}
