import type { Tx } from "#server/db/database.ts";
import { findSettings, lockSettings, type StoredSettings, saveSettings } from "#server/db/stored-settings.ts";

const name = "shop";

export const findShopSettings = (tx: Tx) => findSettings(tx, name);
export const lockShopSettings = (tx: Tx) => lockSettings(tx, name);
export const saveShopSettings = (tx: Tx, stored: StoredSettings) => saveSettings(tx, name, stored);
