import type { Tx } from "#server/db/database.ts";
import { findSettings, lockSettings, type StoredSettings, saveSettings } from "#server/db/stored-settings.ts";

const name = "paypal";

export const findStoredSettings = (tx: Tx) => findSettings(tx, name);
export const lockStoredSettings = (tx: Tx) => lockSettings(tx, name);
export const saveStoredSettings = (tx: Tx, stored: StoredSettings) => saveSettings(tx, name, stored);
