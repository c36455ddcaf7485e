import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { hashPassword } from "#server/features/accounts/auth/password-hash.ts";
import { quickestTemporaryFolder } from "../../server/test/helpers/test-cluster.ts";
import { runSql } from "./database.ts";
import { admin, startShop } from "./start-shop.ts";

/** Keeps what a shop has made at its first start, for every shop of the run to begin with. */
export async function setup(): Promise<() => Promise<void>> {
  const prepared = await mkdtemp(join(quickestTemporaryFolder(), "prepared shop "));
  const shop = await startShop();
  // The owner signs in over a hundred times: what a hash costs is proven at its own test, and paid by each new member.
  const quick = await hashPassword(admin.password, { memory: 64, passes: 1 });
  await runSql(shop, "update identities set password = $1 where password is not null", [quick]);
  await shop.stop({ keepDataIn: prepared });
  process.env.PREPARED_DATA_DIR = prepared;
  return () => rm(prepared, { recursive: true, force: true });
}
