import { eq } from "drizzle-orm";
import type { Tx } from "./database.ts";
import { settings } from "./tables/settings.ts";

export interface StoredSettings {
  /** As stored, possibly by another release: to be read with the schema. */
  data: unknown;
  /** 0 while nothing was ever saved. */
  version: number;
}

const columns = { data: settings.data, version: settings.version };

/** One named group of settings: the shop's own, PayPal's. */
export async function findSettings(tx: Tx, name: string): Promise<StoredSettings> {
  const [row] = await tx.select(columns).from(settings).where(eq(settings.name, name));
  return row ?? { data: {}, version: 0 };
}

/** The row under a lock; it is made first where there is none, so that two first writers queue up as well. */
export async function lockSettings(tx: Tx, name: string): Promise<StoredSettings> {
  await tx.insert(settings).values({ name, data: {}, version: 0 }).onConflictDoNothing();
  const [row] = await tx.select(columns).from(settings).where(eq(settings.name, name)).for("update");
  return row!;
}

export async function saveSettings(tx: Tx, name: string, stored: StoredSettings): Promise<void> {
  await tx.update(settings).set(stored).where(eq(settings.name, name));
}
