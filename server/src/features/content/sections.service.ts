import { isDeepStrictEqual } from "node:util";
import type { Tx } from "#server/db/database.ts";
import { type Actor, recordAudit } from "#server/features/audit/audit.service.ts";
import { failure, isStale, stale } from "#server/platform/failure.ts";
import type { Platform } from "#server/platform/platform.ts";
import { copyOf, writeContent } from "./content-cache.ts";
import { merged } from "./merged.ts";
import { findPart, keepVersion, lockPart, type PartRow, savePart } from "./sections.repository.ts";
import type { SinglePart } from "./sections.ts";

type Base = Pick<Platform, "db" | "events">;

/** A part as admins see it. */
export type PartRecord<T> = T & { version: number; createdAt: string; updatedAt: string };

/** A field that an older release did not have takes its default. */
function recordOf<T extends object>(part: SinglePart<T>, row: PartRow): PartRecord<T> {
  return {
    ...(part.slug ? { slug: part.slug } : {}),
    ...dataOf(part, row),
    version: row.version,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

function dataOf<T extends object>(part: SinglePart<T>, row: PartRow): T {
  return merged(part.defaults, row.data);
}

/** As it stands in the database: for admins. */
export async function readPart<T extends object>(
  platform: Base,
  part: SinglePart<T>,
): Promise<PartRecord<T>> {
  return recordOf(part, await findPart(platform.db, part.name, part.defaults));
}

/** From this process's copy: for everyone else. */
export function readPartCopy<T extends object>(platform: Base, part: SinglePart<T>): Promise<PartRecord<T>> {
  return copyOf(platform, part.name, () => readPart(platform, part));
}

/** Changes what is given and leaves the rest. A version other than the present one is refused with what stands now. */
export function updatePart<T extends object>(
  platform: Base,
  actor: Actor,
  part: SinglePart<T>,
  changes: object,
  version: number | undefined,
): Promise<PartRecord<T>> {
  return changePart(platform, actor, part, `Update ${part.name}`, (row) => {
    if (isStale(version, row)) throw stale(recordOf(part, row));
    return { data: merged(dataOf(part, row), changes) };
  });
}

type Activatable = object & { isActive: boolean };

export function togglePart<T extends Activatable>(platform: Base, actor: Actor, part: SinglePart<T>) {
  return changePart(platform, actor, part, `Toggle ${part.name}`, (row) => {
    const data = dataOf(part, row);
    return { data: { ...data, isActive: !data.isActive } };
  });
}

/** What the documents call deleting. An inactive part stays as it is. */
export async function deactivatePart<T extends Activatable>(
  platform: Base,
  actor: Actor,
  part: SinglePart<T>,
) {
  const current = await readPart(platform, part);
  if (!current.isActive) return current;
  return changePart(platform, actor, part, `Deactivate ${part.name}`, (row) => ({
    data: { ...dataOf(part, row), isActive: false },
  }));
}

/** Brings back the shop's own state. What stood before is kept, also through a second reset in a row. */
export function resetPart<T extends object>(platform: Base, actor: Actor, part: SinglePart<T>) {
  return changePart(platform, actor, part, `Reset ${part.name}`, (row) => {
    const data = dataOf(part, row);
    const untouched = isDeepStrictEqual(data, part.defaults);
    return { data: part.defaults, ...(untouched ? {} : { beforeReset: data }) };
  });
}

/** Brings back what stood before the last reset. */
export function restorePart<T extends object>(platform: Base, actor: Actor, part: SinglePart<T>) {
  return changePart(platform, actor, part, `Restore ${part.name}`, (row) => {
    if (row.beforeReset === null)
      throw failure("CONFLICT", "There is no state before a reset to bring back.");
    return { data: merged(part.defaults, row.beforeReset), beforeReset: null };
  });
}

export function restorePartVersion<T extends object>(
  platform: Base,
  actor: Actor,
  part: SinglePart<T>,
  data: unknown,
): Promise<PartRecord<T>> {
  return changePart(platform, actor, part, `Restore a version of ${part.name}`, () => ({
    data: merged(part.defaults, data),
  }));
}

function changePart<T extends object>(
  platform: Base,
  actor: Actor,
  part: SinglePart<T>,
  action: string,
  change: (row: PartRow) => { data: T; beforeReset?: unknown },
): Promise<PartRecord<T>> {
  return writeContent(platform, part.name, async (tx) => {
    const row = await lockPart(tx, part.name, part.defaults);
    const { data, ...rest } = change(row);
    await keepFirstVersion(tx, row);
    const saved = await savePart(tx, part.name, { data, version: row.version + 1, ...rest });
    await keepVersion(tx, { part: part.name, version: saved.version, data, savedBy: actor.id });
    await recordAudit(tx, actor, { action, subject: part.name, before: row.data, after: data });
    return recordOf(part, saved);
  });
}

/** The state before the first edit was the shop's own and nobody saved it; it is kept all the same. */
async function keepFirstVersion(tx: Tx, row: PartRow): Promise<void> {
  await keepVersion(tx, { part: row.part, version: row.version, data: row.data, savedBy: null });
}
