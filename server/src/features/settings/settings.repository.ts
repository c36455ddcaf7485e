import { eq, sql } from "drizzle-orm";
import type { Tx } from "#server/db/database.ts";
import { settings } from "#server/db/tables/settings.ts";

const name = "shop";

export interface StoredSettings {
  /** As stored, possibly by another release: to be read with the schema. */
  data: unknown;
  /** 0 while nothing was ever saved. */
  version: number;
}

export async function findShopSettings(tx: Tx): Promise<StoredSettings> {
  const [row] = await tx
    .select({ data: settings.data, version: settings.version })
    .from(settings)
    .where(eq(settings.name, name));
  return row ?? { data: {}, version: 0 };
}

/** Locks the row until the transaction's end, making it first where nothing was ever saved. */
export async function lockShopSettings(tx: Tx): Promise<StoredSettings> {
  await tx.insert(settings).values({ name, data: {}, version: 0 }).onConflictDoNothing();
  const [row] = await tx
    .select({ data: settings.data, version: settings.version })
    .from(settings)
    .where(eq(settings.name, name))
    .for("update");
  return row!;
}

export async function saveShopSettings(tx: Tx, data: unknown): Promise<number> {
  const [row] = await tx
    .update(settings)
    .set({ data, version: sql`${settings.version} + 1` })
    .where(eq(settings.name, name))
    .returning({ version: settings.version });
  return row!.version;
}
