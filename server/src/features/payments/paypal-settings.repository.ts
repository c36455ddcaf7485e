import { z } from "zod";
import type { Db, Tx } from "#server/db/database.ts";
import { findSettings, lockSettings, type StoredSettings, saveSettings } from "#server/db/stored-settings.ts";

const name = "paypal";

export const findStoredSettings = (tx: Tx) => findSettings(tx, name);
export const lockStoredSettings = (tx: Tx) => lockSettings(tx, name);
const eventsName = "paypal-events";
const eventsRead = z.record(z.string(), z.number()).catch({});

/** Until when (ms since 1970) PayPal's events were read, for each client id. */
export async function findBackfillCursors(tx: Tx): Promise<Record<string, number>> {
  return eventsRead.parse((await findSettings(tx, eventsName)).data);
}

export async function saveBackfillCursor(db: Db, clientId: string, until: number): Promise<void> {
  await db.transaction(async (tx) => {
    const stored = await lockSettings(tx, eventsName);
    const data = { ...eventsRead.parse(stored.data), [clientId]: until };
    await saveSettings(tx, eventsName, { data, version: stored.version + 1 });
  });
}

export const saveStoredSettings = (tx: Tx, stored: StoredSettings) => saveSettings(tx, name, stored);
