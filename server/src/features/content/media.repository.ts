import { and, asc, desc, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Tx } from "#server/db/database.ts";
import { contains, limitOf, type PageQuery, totalOf } from "#server/db/paging.ts";
import { items } from "#server/db/tables/catalogue.ts";
import { media } from "#server/db/tables/content.ts";
import { orders } from "#server/db/tables/orders.ts";
import { users } from "#server/db/tables/users.ts";

export type MediaRow = typeof media.$inferSelect;

const inLibrary = and(eq(media.purpose, "library"), isNull(media.deletedAt));
const columns = { createdAt: media.createdAt, alt: media.alt, bytes: media.bytes };

export interface MediaQuery extends PageQuery {
  sort?: keyof typeof columns | undefined;
  order?: "asc" | "desc" | undefined;
  q?: string | undefined;
}

export async function findMedia(tx: Tx, query: MediaQuery): Promise<{ rows: MediaRow[]; total: number }> {
  const where = and(inLibrary, query.q?.trim() ? contains(media.alt, query.q) : undefined);
  const direction = (query.order ?? (query.sort ? "asc" : "desc")) === "asc" ? asc : desc;
  const span = limitOf(query);
  const rows = await tx
    .select()
    .from(media)
    .where(where)
    .orderBy(direction(columns[query.sort ?? "createdAt"]), direction(media.id))
    .limit(span.limit)
    .offset(span.offset);
  return { rows, total: await totalOf(span, rows.length, () => tx.$count(media, where)) };
}

export async function findMediaById(tx: Tx, id: string): Promise<MediaRow | null> {
  const [row] = await tx
    .select()
    .from(media)
    .where(and(eq(media.id, id), inLibrary))
    .for("update");
  return row ?? null;
}

/**
 * Until the transaction's end nobody deletes them. In one order, so that two who hold several wait for each other. Answers
 * which are there, in the library or anywhere.
 */
export async function lockMedia(tx: Tx, urls: string[], where: "library" | "anywhere"): Promise<string[]> {
  const rows = await tx
    .select({ url: media.url })
    .from(media)
    .where(and(inArray(media.url, urls), where === "library" ? inLibrary : isNull(media.deletedAt)))
    .orderBy(media.id)
    .for("key share");
  return rows.map(({ url }) => url);
}

export async function saveMediaAlt(tx: Tx, id: string, alt: string): Promise<MediaRow> {
  const [row] = await tx
    .update(media)
    .set({ alt, version: sql`${media.version} + 1` })
    .where(eq(media.id, id))
    .returning();
  return row!;
}

export async function markMediaDeleted(tx: Tx, id: string): Promise<void> {
  await tx.update(media).set({ deletedAt: new Date() }).where(eq(media.id, id));
}

export async function findOwnInLibrary(tx: Tx, userId: string, url: string): Promise<MediaRow | null> {
  const [row] = await tx
    .select()
    .from(media)
    .where(and(eq(media.url, url), eq(media.uploadedBy, userId), inLibrary))
    .for("update");
  return row ?? null;
}

export async function markPersonal(tx: Tx, id: string): Promise<void> {
  await tx.update(media).set({ purpose: "profile" }).where(eq(media.id, id));
}

/**
 * Which of these show the picture: items on sale, orders, the receipts of what was paid, and photos of people other
 * than `exceptUserId`.
 */
export async function findShowing(tx: Tx, url: string, exceptUserId = ""): Promise<string[]> {
  const { rows } = await tx.execute<{ place: string }>(sql`
    select place from (values
      (1, 'items', exists (select 1 from ${items} where image_url = ${url} and archived_at is null)),
      (2, 'orders', exists (select 1 from ${orders} where image_url = ${url} and image_url <> '' and deleted_at is null)),
      (3, 'receipts', exists (
        select 1 from ${orders} where seller ->> 'logoUrl' = ${url} and seller ->> 'logoUrl' <> ''
      )),
      (4, 'a profile', exists (select 1 from ${users} where profile_url = ${url} and id <> ${exceptUserId}))
    ) as shown (position, place, shows)
    where shows order by position`);
  return rows.map(({ place }) => place);
}
