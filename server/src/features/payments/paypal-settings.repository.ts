import { eq } from "drizzle-orm";
import type { Tx } from "#server/db/database.ts";
import { settings } from "#server/db/tables/settings.ts";

const name = "paypal";

export interface StoredSettings {
  data: unknown;
  version: number;
}

/** Version 0 stands for settings that were never saved. */
export async function findStoredSettings(tx: Tx): Promise<StoredSettings> {
  const [row] = await tx
    .select({ data: settings.data, version: settings.version })
    .from(settings)
    .where(eq(settings.name, name));
  return row ?? { data: {}, version: 0 };
}

/** The row under a lock; it is made first where there is none, so that two first writers queue up as well. */
export async function lockStoredSettings(tx: Tx): Promise<StoredSettings> {
  await tx.insert(settings).values({ name, data: {}, version: 0 }).onConflictDoNothing();
  const [row] = await tx
    .select({ data: settings.data, version: settings.version })
    .from(settings)
    .where(eq(settings.name, name))
    .for("update");
  return row!;
}

export async function saveStoredSettings(tx: Tx, stored: StoredSettings): Promise<void> {
  await tx.update(settings).set(stored).where(eq(settings.name, name));
}
