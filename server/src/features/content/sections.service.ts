import { isDeepStrictEqual } from "node:util";
import type { Tx } from "#server/db/database.ts";
import { type Actor, recordAudit } from "#server/features/audit/audit.service.ts";
import { cached, writeContent } from "#server/platform/content-cache.ts";
import { failure, isStale, stale } from "#server/platform/failure.ts";
import type { Platform } from "#server/platform/platform.ts";
import { type Refuse, requirePictures } from "./media.service.ts";
import {
  findSection,
  keepVersion,
  lockSection,
  type SectionRow,
  saveSection,
} from "./sections.repository.ts";
import type { Section, SectionRecord } from "./sections.ts";

/** A field that an older release did not have takes its default. */
function recordOf<T extends object>(section: Section<T>, row: SectionRow): SectionRecord<T> {
  return {
    ...(section.slug ? { slug: section.slug } : {}),
    ...dataOf(section, row),
    version: row.version,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

function dataOf<T extends object>(section: Section<T>, row: SectionRow): T {
  return deepMerge(section.defaults, row.data);
}

/** As it stands in the database: for admins, and within a transaction. */
export async function readSection<T extends object>(
  { db }: { db: Tx },
  section: Section<T>,
): Promise<SectionRecord<T>> {
  return recordOf(section, await findSection(db, section.name, section.defaults));
}

/** From this process's copy: for everyone else. */
export function readCachedSection<T extends object>(
  platform: Platform,
  section: Section<T>,
): Promise<SectionRecord<T>> {
  return cached(platform, section.name, () => readSection(platform, section));
}

/** Where its calls are, as the audit log names them. */
const pathOf = ({ name, slug }: Section<object>) => (slug ? "/api/pages/{slug}" : `/api/${name}`);

/** Changes what is given and leaves the rest. A version other than the present one is refused with what stands now. */
export function updateSection<T extends object>(
  platform: Platform,
  actor: Actor,
  section: Section<T>,
  changes: object,
  version: number | undefined,
): Promise<SectionRecord<T>> {
  return changeSection(platform, actor, section, `PUT ${pathOf(section)}`, (row) => {
    if (isStale(version, row)) throw stale(recordOf(section, row));
    return { data: deepMerge(dataOf(section, row), changes) };
  });
}

type Activatable = object & { isActive: boolean };

export function toggleSection<T extends Activatable>(platform: Platform, actor: Actor, section: Section<T>) {
  return changeSection(platform, actor, section, `PATCH ${pathOf(section)}/toggle`, (row) => {
    const data = dataOf(section, row);
    return { data: { ...data, isActive: !data.isActive } };
  });
}

/** What the documents call deleting. An inactive section stays as it is. */
export async function deactivateSection<T extends Activatable>(
  platform: Platform,
  actor: Actor,
  section: Section<T>,
) {
  const current = await readSection(platform, section);
  if (!current.isActive) return current;
  return changeSection(platform, actor, section, `DELETE ${pathOf(section)}`, (row) => ({
    data: { ...dataOf(section, row), isActive: false },
  }));
}

/** Brings back the shop's own state. What stood before is kept, also through a second reset in a row. */
export function resetSection<T extends object>(platform: Platform, actor: Actor, section: Section<T>) {
  return changeSection(platform, actor, section, `POST ${pathOf(section)}/reset`, (row) => {
    const data = dataOf(section, row);
    const untouched = isDeepStrictEqual(data, section.defaults);
    return { data: section.defaults, ...(untouched ? {} : { beforeReset: data }) };
  });
}

/** Brings back what stood before the last reset. */
export function restoreSection<T extends object>(platform: Platform, actor: Actor, section: Section<T>) {
  return changeSection(platform, actor, section, `POST ${pathOf(section)}/restore`, (row) => {
    if (row.beforeReset === null)
      throw failure("CONFLICT", "There is no state before a reset to bring back.");
    return { data: deepMerge(section.defaults, row.beforeReset), beforeReset: null };
  });
}

export function restoreSectionVersion<T extends object>(
  platform: Platform,
  actor: Actor,
  section: Section<T>,
  data: unknown,
  refuse: Refuse,
): Promise<SectionRecord<T>> {
  const action = "POST /api/content/{part}/versions/{version}/restore";
  const change = () => ({ data: deepMerge(section.defaults, data) });
  return changeSection(platform, actor, section, action, change, refuse);
}

function changeSection<T extends object>(
  platform: Platform,
  actor: Actor,
  section: Section<T>,
  action: string,
  change: (row: SectionRow) => { data: T; beforeReset?: unknown },
  refuse?: Refuse,
): Promise<SectionRecord<T>> {
  return writeContent(platform, section.name, async (tx) => {
    const row = await lockSection(tx, section.name, section.defaults);
    const { data, ...rest } = change(row);
    await requirePictures(tx, row, data, refuse);
    await keepFirstVersion(tx, row);
    const saved = await saveSection(tx, section.name, { data, version: row.version + 1, ...rest });
    await keepVersion(tx, { part: section.name, version: saved.version, data, savedBy: actor.id });
    await recordAudit(tx, actor, { action, subject: section.name, before: row.data, after: data });
    return recordOf(section, saved);
  });
}

/** The state before the first edit was the shop's own and nobody saved it; it is kept all the same. */
async function keepFirstVersion(tx: Tx, row: SectionRow): Promise<void> {
  const { part, version, data, updatedAt } = row;
  await keepVersion(tx, { part, version, data, savedBy: null, createdAt: updatedAt });
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** `base` with what `changes` holds: objects field by field, all else (lists too) as a whole. Absent means unchanged. */
function deepMerge<T>(base: T, changes: unknown): T {
  if (!isRecord(base) || !isRecord(changes)) return (changes === undefined ? base : changes) as T;
  const result: Record<string, unknown> = { ...base };
  for (const [name, value] of Object.entries(changes)) {
    if (value !== undefined && Object.hasOwn(base, name)) result[name] = deepMerge(base[name], value);
  }
  return result as T;
}
