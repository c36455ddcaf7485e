import { and, asc, desc, eq, inArray, isNull, ne, or, sql } from "drizzle-orm";
import type { Tx } from "#server/db/database.ts";
import { contains, limitOf, type PageQuery, totalOf } from "#server/db/paging.ts";
import { preparedOnce } from "#server/db/prepared.ts";
import { savePositions } from "#server/db/sort-order.ts";
import { items } from "#server/db/tables/catalogue.ts";
import { orders } from "#server/db/tables/orders.ts";

export type ItemRow = typeof items.$inferSelect;
export type NewItemRow = typeof items.$inferInsert;

export interface ItemFilter extends PageQuery {
  sort?: "order" | "createdAt" | "itemName" | "price" | "isActive" | undefined;
  order?: "asc" | "desc" | undefined;
  q?: string | undefined;
}

const sortColumns = {
  order: items.position,
  createdAt: items.createdAt,
  itemName: sql`lower(${items.name})`,
  price: items.priceMinor,
  isActive: items.isActive,
};

export async function findItems(tx: Tx, filter: ItemFilter, activeOnly: boolean) {
  const q = filter.q?.trim();
  const where = and(
    isNull(items.archivedAt),
    activeOnly ? eq(items.isActive, true) : undefined,
    q ? or(contains(items.name, q), eq(items.itemCode, q.toUpperCase())) : undefined,
  );
  const direction = filter.order === "desc" ? desc : asc;
  const span = limitOf(filter);
  const rows = await tx
    .select()
    .from(items)
    .where(where)
    .orderBy(direction(sortColumns[filter.sort ?? "order"]), desc(items.createdAt), direction(items.id))
    .limit(span.limit)
    .offset(span.offset);
  return { rows, total: await totalOf(span, rows.length, () => tx.$count(items, where)) };
}

const itemById = preparedOnce((tx) => {
  const id = sql.placeholder("id");
  const isNamed = or(eq(items.id, id), eq(items.itemCode, id));
  return tx
    .select()
    .from(items)
    .where(and(isNamed, isNull(items.archivedAt)))
    .prepare("find_item");
});

/** By the row's id or the 8-character code of its address. */
export async function findItem(tx: Tx, id: string, activeOnly: boolean): Promise<ItemRow | null> {
  const [row] = await itemById(tx).execute({ id });
  return row && (row.isActive || !activeOnly) ? row : null;
}

/** Null where it is archived. */
export async function findIsActive(tx: Tx, id: string): Promise<boolean | null> {
  const row = await findItem(tx, id, false);
  return row?.isActive ?? null;
}

export async function lockItem(tx: Tx, id: string): Promise<ItemRow | null> {
  const [row] = await tx
    .select()
    .from(items)
    .where(and(eq(items.id, id), isNull(items.archivedAt)))
    .for("update");
  return row ?? null;
}

/** Also where it is archived by now. */
export async function findItemMade(tx: Tx, id: string): Promise<ItemRow | null> {
  const [row] = await tx.select().from(items).where(eq(items.id, id));
  return row ?? null;
}

export async function lockSeeding(tx: Tx): Promise<number> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('items:seed', 0))`);
  return tx.$count(items);
}

/** The place before all others. */
export async function firstPosition(tx: Tx): Promise<number> {
  const [row] = await tx.select({ first: sql<number | null>`min(${items.position})` }).from(items);
  return (row?.first ?? 1) - 1;
}

/** The items that are not archived, in their order; one transaction at a time may change it. */
export async function lockItemPositions(tx: Tx): Promise<{ id: string; name: string }[]> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('items:order', 0))`);
  return tx
    .select({ id: items.id, name: items.name })
    .from(items)
    .where(isNull(items.archivedAt))
    .orderBy(asc(items.position), desc(items.createdAt), asc(items.id));
}

export async function saveItemPositions(tx: Tx, ids: string[]): Promise<void> {
  await savePositions(tx, items, ids);
}

/** Null where the code is taken. */
export async function insertItem(tx: Tx, row: NewItemRow): Promise<ItemRow | null> {
  const [made] = await tx
    .insert(items)
    .values(row)
    .onConflictDoNothing({ target: items.itemCode })
    .returning();
  return made ?? null;
}

export async function updateItem(tx: Tx, id: string, changes: Partial<NewItemRow>): Promise<ItemRow> {
  const [row] = await tx
    .update(items)
    .set({ ...changes, version: sql`${items.version} + 1` })
    .where(eq(items.id, id))
    .returning();
  return row!;
}

/** An order takes about a millisecond, since each of its indexes is written, and a statement has fifteen seconds. */
const mostAtOnce = 5_000;

/** The goods as they are now for all orders of the item, paid or not; answers how many had others. */
export async function giveToBuyers(
  tx: Tx,
  { id, accessUrl, guidelines }: ItemRow,
  atOnce = mostAtOnce,
): Promise<number> {
  const hasOthers = or(ne(orders.accessUrl, accessUrl), ne(orders.guidelines, guidelines));
  const isOfItem = and(eq(orders.kind, "item"), eq(orders.productId, id), hasOthers);
  for (let given = 0; ; ) {
    const some = tx.select({ id: orders.id }).from(orders).where(isOfItem).limit(atOnce);
    const { rowCount } = await tx
      .update(orders)
      .set({ accessUrl, guidelines })
      .where(inArray(orders.id, some));
    given += rowCount ?? 0;
    if ((rowCount ?? 0) < atOnce) return given;
  }
}
