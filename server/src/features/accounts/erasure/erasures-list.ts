import { join } from "node:path";
import { isId } from "#server/db/ids.ts";
import { readIfThere, writeWhole } from "#server/durable-files.ts";
import type { Platform } from "#server/platform/platform.ts";
import { findErased, findUnerased } from "./erasure.repository.ts";

export const erasuresJob = "erasures";

/** Beside the database, so that it outlives it: a backup brings back people who were erased since. */
export function erasuresFile(dataDir: string): string {
  return join(dataDir, "erasures");
}

/** The ids of a list of erased people, one a line; none where there is no list. */
export async function readErasures(file: string): Promise<string[]> {
  const text = (await readIfThere(file))?.toString() ?? "";
  return [...new Set(text.split(/\s+/).filter(isId))];
}

/** Adds to DATA_DIR's list. */
export async function addErasures(dataDir: string, ids: readonly string[]): Promise<void> {
  const known = await readErasures(erasuresFile(dataDir));
  const all = new Set([...known, ...ids]);
  if (all.size > known.length) await writeErasures(dataDir, [...all]);
}

/**
 * Takes out of DATA_DIR's list whose erasure was undone on purpose, and answers whose: the next restore would else erase
 * them again.
 */
export async function dropUndone({ db, config }: Pick<Platform, "db" | "config">): Promise<string[]> {
  const known = await readErasures(erasuresFile(config.dataDir));
  const back = await findUnerased(db, known);
  if (back.length > 0)
    await writeErasures(
      config.dataDir,
      known.filter((id) => !back.includes(id)),
    );
  return back;
}

async function writeErasures(dataDir: string, ids: readonly string[]): Promise<void> {
  await writeWhole(erasuresFile(dataDir), ids.map((id) => `${id}\n`).join(""), 0o600);
}

/** Brings DATA_DIR's list to what the database knows, also of other processes' erasures. */
export async function syncErasures({ db, config }: Platform): Promise<void> {
  await addErasures(config.dataDir, await findErased(db));
}
