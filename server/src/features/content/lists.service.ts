import type { FeatureRecord } from "#contract/features.ts";
import type { TestimonialRecord } from "#contract/testimonials.ts";
import type { Tx } from "#server/db/database.ts";
import { idOfRequest } from "#server/db/ids.ts";
import { type Actor, recordAudit } from "#server/features/audit/audit.service.ts";
import { cached, writeContent } from "#server/platform/content-cache.ts";
import { failure, isStale, requireSame, stale } from "#server/platform/failure.ts";
import { reordered } from "#server/platform/list-order.ts";
import type { Platform } from "#server/platform/platform.ts";
import {
  type FeatureRow,
  featureTable,
  type ListTable,
  type TestimonialRow,
  testimonialTable,
} from "./lists.repository.ts";
import { type Refuse, requirePictures } from "./media.service.ts";
import { keepVersion, lockSection, saveSection } from "./sections.repository.ts";

/** More rows than a page could show would only slow it down. */
const mostRows = 200;

interface Row {
  id: string;
  version: number;
  isActive: boolean;
  position: number;
}

interface Entry {
  _id: string;
  isActive: boolean;
}

/** A list of the site's content: features or testimonials. */
export interface ContentList<R extends Row, V, E extends Entry> {
  name: "features-section" | "testimonials";
  table: ListTable<R, V>;
  /** What a 404 says. */
  missing: string;
  nameOf(row: R): string;
  entryOf(row: R): E;
  valuesOf(entry: E, position: number): V;
}

type FeatureValues = Omit<Parameters<typeof featureTable.insert>[1], "id">;
type TestimonialValues = Omit<Parameters<typeof testimonialTable.insert>[1], "id">;

export const featureList: ContentList<FeatureRow, FeatureValues, FeatureRecord> = {
  name: "features-section",
  table: featureTable,
  missing: "Feature not found.",
  nameOf: ({ title }) => title,
  entryOf: (row) => ({
    _id: row.id,
    title: row.title,
    description: row.description,
    icon: row.icon,
    iconAlt: row.iconAlt,
    category: row.category,
    order: row.position,
    isActive: row.isActive,
    version: row.version,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }),
  valuesOf: ({ title, description, icon, iconAlt, category, order, isActive }) => ({
    title,
    description,
    icon,
    // A state that was saved before there was this field has none.
    iconAlt: iconAlt ?? "",
    category,
    position: order,
    isActive,
  }),
};

export const testimonialList: ContentList<TestimonialRow, TestimonialValues, TestimonialRecord> = {
  name: "testimonials",
  table: testimonialTable,
  missing: "Testimonial not found.",
  nameOf: ({ authorName }) => authorName,
  entryOf: (row) => ({
    _id: row.id,
    quote: row.quote,
    authorName: row.authorName,
    authorTitle: row.authorTitle,
    authorImage: row.authorImage,
    authorImageAlt: row.authorImageAlt,
    isActive: row.isActive,
    version: row.version,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }),
  valuesOf: ({ quote, authorName, authorTitle, authorImage, authorImageAlt, isActive }, position) => ({
    quote,
    authorName,
    authorTitle,
    authorImage,
    authorImageAlt: authorImageAlt ?? "",
    position,
    isActive,
  }),
};

/** As it stands in the database: for admins. */
export async function readList<R extends Row, V, E extends Entry>(
  platform: Platform,
  list: ContentList<R, V, E>,
): Promise<E[]> {
  return (await list.table.all(platform.db)).map(list.entryOf);
}

/** The active entries, from this process's copy: for everyone else. */
export async function readPublicList<R extends Row, V, E extends Entry>(
  platform: Platform,
  list: ContentList<R, V, E>,
): Promise<E[]> {
  const all = await cached(platform, list.name, () => readList(platform, list));
  return all.filter(({ isActive }) => isActive);
}

/**
 * Adds an entry, once however often it is sent under one key; `values` is told the position after the last one. Throws 409
 * where the key was used for another one.
 */
export function addEntry<R extends Row, V, E extends Entry>(
  platform: Platform,
  actor: Actor,
  list: ContentList<R, V, E>,
  idempotencyKey: string | undefined,
  values: (nextPosition: number) => V,
): Promise<E> {
  const id = idOfRequest([list.name, String(actor.id)], idempotencyKey);
  return changeList<R, V, E, E>(platform, actor, list, `POST /api/${list.name}`, async (tx, rows) => {
    const earlier = rows.find((row) => row.id === id);
    if (earlier) {
      const { position } = earlier;
      requireSame(earlier, { ...values(position), position });
      return { standing: list.entryOf(earlier) };
    }
    if (rows.length >= mostRows) throw failure("CONFLICT", `At most ${mostRows} entries are possible.`);
    const next = rows.length === 0 ? 0 : Math.max(...rows.map(({ position }) => position)) + 1;
    const row = await list.table.insert(tx, { ...values(next), id });
    return { id: row.id, before: null, after: list.entryOf(row) };
  });
}

export function editEntry<R extends Row, V, E extends Entry>(
  platform: Platform,
  actor: Actor,
  list: ContentList<R, V, E>,
  id: string,
  values: Partial<V>,
  version: number | undefined,
): Promise<E> {
  return changeList(platform, actor, list, `PUT /api/${list.name}/{id}`, async (tx, rows) => {
    const row = requireRow(list, rows, id);
    if (isStale(version, row)) throw stale(list.entryOf(row));
    const saved = await list.table.update(tx, id, values);
    return { id, before: list.entryOf(row), after: list.entryOf(saved) };
  });
}

export function toggleEntry<R extends Row, V extends { isActive: boolean }, E extends Entry>(
  platform: Platform,
  actor: Actor,
  list: ContentList<R, V, E>,
  id: string,
): Promise<E> {
  return changeList(platform, actor, list, `PATCH /api/${list.name}/{id}/toggle`, async (tx, rows) => {
    const row = requireRow(list, rows, id);
    const saved = await list.table.update(tx, id, { isActive: !row.isActive } as Partial<V>);
    return { id, before: list.entryOf(row), after: list.entryOf(saved) };
  });
}

export async function removeEntry<R extends Row, V, E extends Entry>(
  platform: Platform,
  actor: Actor,
  list: ContentList<R, V, E>,
  id: string,
): Promise<void> {
  await changeList(platform, actor, list, `DELETE /api/${list.name}/{id}`, async (tx, rows) => {
    const row = requireRow(list, rows, id);
    await list.table.remove(tx, id);
    return { id, before: list.entryOf(row), after: null };
  });
}

/** Gives the named entries a new order among themselves. */
export async function orderEntries<R extends Row, V, E extends Entry>(
  platform: Platform,
  actor: Actor,
  list: ContentList<R, V, E>,
  ids: string[],
): Promise<void> {
  await changeList(platform, actor, list, `PUT /api/${list.name}/order`, async (tx, rows) => {
    const placed = reordered(
      rows.map((row) => ({ id: row.id, name: list.nameOf(row) })),
      ids,
    );
    if (!placed) throw failure("NOT_FOUND", list.missing);
    await list.table.place(tx, placed.ids);
    return { id: "order", before: placed.before, after: placed.after };
  });
}

/** Makes the list what it was in a saved state. */
export async function restoreListVersion<R extends Row, V, E extends Entry>(
  platform: Platform,
  actor: Actor,
  list: ContentList<R, V, E>,
  data: unknown,
  refuse: Refuse,
): Promise<void> {
  const entries = data as E[];
  const action = "POST /api/content/{part}/versions/{version}/restore";
  const change = async (tx: Tx, rows: R[]) => {
    await list.table.replace(
      tx,
      entries.map((entry, position) => ({ ...list.valuesOf(entry, position), id: entry._id })),
    );
    return { id: "all", before: rows.map(list.entryOf), after: entries };
  };
  await changeList(platform, actor, list, action, change, refuse);
}

function requireRow<R extends Row, V, E extends Entry>(list: ContentList<R, V, E>, rows: R[], id: string): R {
  const row = rows.find((each) => each.id === id);
  if (!row) throw failure("NOT_FOUND", list.missing);
  return row;
}

/** Writers of one list wait for each other on its row among the sections, which also counts the list's versions. */
async function changeList<R extends Row, V, E extends Entry, A>(
  platform: Platform,
  actor: Actor,
  list: ContentList<R, V, E>,
  action: string,
  change: (tx: Tx, rows: R[]) => Promise<{ id: string; before: unknown; after: A } | { standing: A }>,
  refuse?: Refuse,
): Promise<A> {
  return writeContent(platform, list.name, async (tx) => {
    const row = await lockSection(tx, list.name, {});
    const rows = await list.table.all(tx);
    const changed = await change(tx, rows);
    if ("standing" in changed) return changed.standing;
    const { id, before, after } = changed;
    await requirePictures(tx, before, after, refuse);
    const version = row.version + 1;
    await keepVersion(tx, {
      part: list.name,
      version: row.version,
      data: rows.map(list.entryOf),
      savedBy: null,
      createdAt: row.updatedAt,
    });
    await saveSection(tx, list.name, { data: {}, version });
    const now = (await list.table.all(tx)).map(list.entryOf);
    await keepVersion(tx, { part: list.name, version, data: now, savedBy: actor.id });
    await recordAudit(tx, actor, { action, subject: `${list.name}:${id}`, before, after });
    return after;
  });
}
