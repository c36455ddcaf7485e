import { isDeepStrictEqual } from "node:util";
import type { Tx } from "#server/db/database.ts";
import { type Actor, recordAudit } from "#server/features/audit/audit.service.ts";
import { failure, isStale, stale } from "#server/platform/failure.ts";
import type { Platform } from "#server/platform/platform.ts";
import { cached, writeContent } from "./content-cache.ts";
import { deepMerge } from "./merged.ts";
import {
  findSection,
  keepVersion,
  lockSection,
  type SectionRow,
  saveSection,
} from "./sections.repository.ts";
import type { Section } from "./sections.ts";

/** A part as admins see it. */
export type SectionRecord<T> = T & { version: number; createdAt: string; updatedAt: string };

/** A field that an older release did not have takes its default. */
function recordOf<T extends object>(part: Section<T>, row: SectionRow): SectionRecord<T> {
  return {
    ...(part.slug ? { slug: part.slug } : {}),
    ...dataOf(part, row),
    version: row.version,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

function dataOf<T extends object>(part: Section<T>, row: SectionRow): T {
  return deepMerge(part.defaults, row.data);
}

/** As it stands in the database: for admins. */
export async function readSection<T extends object>(
  platform: Platform,
  part: Section<T>,
): Promise<SectionRecord<T>> {
  return recordOf(part, await findSection(platform.db, part.name, part.defaults));
}

/** From this process's copy: for everyone else. */
export function readCachedSection<T extends object>(
  platform: Platform,
  part: Section<T>,
): Promise<SectionRecord<T>> {
  return cached(platform, part.name, () => readSection(platform, part));
}

/** Changes what is given and leaves the rest. A version other than the present one is refused with what stands now. */
export function updateSection<T extends object>(
  platform: Platform,
  actor: Actor,
  part: Section<T>,
  changes: object,
  version: number | undefined,
): Promise<SectionRecord<T>> {
  return changeSection(platform, actor, part, `Update ${part.name}`, (row) => {
    if (isStale(version, row)) throw stale(recordOf(part, row));
    return { data: deepMerge(dataOf(part, row), changes) };
  });
}

type Activatable = object & { isActive: boolean };

export function toggleSection<T extends Activatable>(platform: Platform, actor: Actor, part: Section<T>) {
  return changeSection(platform, actor, part, `Toggle ${part.name}`, (row) => {
    const data = dataOf(part, row);
    return { data: { ...data, isActive: !data.isActive } };
  });
}

/** What the documents call deleting. An inactive part stays as it is. */
export async function deactivateSection<T extends Activatable>(
  platform: Platform,
  actor: Actor,
  part: Section<T>,
) {
  const current = await readSection(platform, part);
  if (!current.isActive) return current;
  return changeSection(platform, actor, part, `Deactivate ${part.name}`, (row) => ({
    data: { ...dataOf(part, row), isActive: false },
  }));
}

/** Brings back the shop's own state. What stood before is kept, also through a second reset in a row. */
export function resetSection<T extends object>(platform: Platform, actor: Actor, part: Section<T>) {
  return changeSection(platform, actor, part, `Reset ${part.name}`, (row) => {
    const data = dataOf(part, row);
    const untouched = isDeepStrictEqual(data, part.defaults);
    return { data: part.defaults, ...(untouched ? {} : { beforeReset: data }) };
  });
}

/** Brings back what stood before the last reset. */
export function restoreSection<T extends object>(platform: Platform, actor: Actor, part: Section<T>) {
  return changeSection(platform, actor, part, `Restore ${part.name}`, (row) => {
    if (row.beforeReset === null)
      throw failure("CONFLICT", "There is no state before a reset to bring back.");
    return { data: deepMerge(part.defaults, row.beforeReset), beforeReset: null };
  });
}

export function restoreSectionVersion<T extends object>(
  platform: Platform,
  actor: Actor,
  part: Section<T>,
  data: unknown,
): Promise<SectionRecord<T>> {
  return changeSection(platform, actor, part, `Restore a version of ${part.name}`, () => ({
    data: deepMerge(part.defaults, data),
  }));
}

function changeSection<T extends object>(
  platform: Platform,
  actor: Actor,
  part: Section<T>,
  action: string,
  change: (row: SectionRow) => { data: T; beforeReset?: unknown },
): Promise<SectionRecord<T>> {
  return writeContent(platform, part.name, async (tx) => {
    const row = await lockSection(tx, part.name, part.defaults);
    const { data, ...rest } = change(row);
    await keepFirstVersion(tx, row);
    const saved = await saveSection(tx, part.name, { data, version: row.version + 1, ...rest });
    await keepVersion(tx, { part: part.name, version: saved.version, data, savedBy: actor.id });
    await recordAudit(tx, actor, { action, subject: part.name, before: row.data, after: data });
    return recordOf(part, saved);
  });
}

/** The state before the first edit was the shop's own and nobody saved it; it is kept all the same. */
async function keepFirstVersion(tx: Tx, row: SectionRow): Promise<void> {
  await keepVersion(tx, { part: row.part, version: row.version, data: row.data, savedBy: null });
}
