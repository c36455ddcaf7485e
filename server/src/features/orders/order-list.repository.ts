import { and, asc, desc, eq, gte, ilike, inArray, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import { type OrderKind, type OrderListQuery, orderStatuses, paymentStatuses } from "#contract/orders.ts";
import type { Tx } from "#server/db/database.ts";
import { containsPattern, limitOf } from "#server/db/paging.ts";
import { orders } from "#server/db/tables/orders.ts";
import type { OrderRow } from "./orders.repository.ts";

export type OrderFilter = Omit<OrderListQuery, "userEmail"> & {
  kind: OrderKind;
  /** Only this user's; anyone's where absent. */
  userId?: string | undefined;
};

/** Counting stops here: a search over a million orders shall not read them all to say how many pages there are. */
const searchCountLimit = 10_000;
/** Up to so many, the found orders are sorted by themselves; more lie so close that the sorted list soon has them. */
const fewFound = 1000;

export async function findOrders(tx: Tx, filter: OrderFilter): Promise<{ rows: OrderRow[]; total: number }> {
  const where = matching(filter);
  if (filter.q?.trim() && !filter.userId) return searchOrders(tx, filter, where);
  const [rows, [counted]] = await Promise.all([
    readPage(tx, filter, where),
    tx.select({ total: sql<number>`count(*)::int` }).from(orders).where(where),
  ]);
  return { rows, total: counted?.total ?? 0 };
}

async function readPage(tx: Tx, filter: OrderFilter, where: SQL | undefined): Promise<OrderRow[]> {
  const { limit, offset } = limitOf(filter);
  return tx
    .select()
    .from(orders)
    .where(where)
    .orderBy(...sorting(filter))
    .limit(limit)
    .offset(offset);
}

/** A text in the midst of others has no index, so everything is read once, and only once. */
async function searchOrders(tx: Tx, filter: OrderFilter, where: SQL | undefined) {
  const found = await tx.select({ id: orders.id }).from(orders).where(where).limit(searchCountLimit);
  const few =
    found.length <= fewFound
      ? inArray(
          orders.id,
          found.map((row) => row.id),
        )
      : where;
  return { rows: found.length === 0 ? [] : await readPage(tx, filter, few), total: found.length };
}

/**
 * All matching orders, newest first, a batch at a time, each batch its own short query: an export of any size
 * needs little memory and keeps no transaction open.
 */
export async function* orderBatches(tx: Tx, filter: OrderFilter, size = 1000): AsyncGenerator<OrderRow[]> {
  const where = matching(filter);
  let after: OrderRow | undefined;
  for (;;) {
    const older: SQL | undefined =
      after &&
      sql`(${orders.createdAt}, ${orders.id}) < (${after.createdAt.toISOString()}::timestamptz, ${after.id})`;
    const rows = await tx
      .select()
      .from(orders)
      .where(and(where, older))
      .orderBy(desc(orders.createdAt), desc(orders.id))
      .limit(size);
    if (rows.length > 0) yield rows;
    if (rows.length < size) return;
    after = rows.at(-1);
  }
}

function matching(filter: OrderFilter): SQL | undefined {
  return and(
    eq(orders.kind, filter.kind),
    isNull(orders.deletedAt),
    filter.userId ? eq(orders.userId, filter.userId) : undefined,
    filter.paymentStatus
      ? eq(orders.paymentStatus, sameWord(filter.paymentStatus, paymentStatuses))
      : undefined,
    filter.orderStatus ? eq(orders.orderStatus, sameWord(filter.orderStatus, orderStatuses)) : undefined,
    filter.from ? gte(orders.createdAt, new Date(`${filter.from}T00:00:00Z`)) : undefined,
    filter.to ? lt(orders.createdAt, dayAfter(filter.to)) : undefined,
    filter.q?.trim() ? searching(filter.q.trim()) : undefined,
  );
}

/** The stored spelling of a status, whatever the case it was asked in; another word finds nothing. */
function sameWord(asked: string, words: readonly string[]): string {
  const wanted = asked.trim().toLowerCase();
  return words.find((word) => word.toLowerCase() === wanted) ?? asked;
}

function dayAfter(day: string): Date {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + 1);
  return date;
}

/** What the screens show: ids, person, product, statuses; dates and amounts where the text looks like one. */
function searching(q: string): SQL | undefined {
  const pattern = containsPattern(q);
  return or(
    ilike(orders.orderId, pattern),
    ilike(orders.customerName, pattern),
    ilike(orders.customerEmail, pattern),
    ilike(orders.productName, pattern),
    ilike(orders.paymentStatus, pattern),
    ilike(orders.orderStatus, pattern),
    /^[\d/]+$/.test(q) ? sql`to_char(${orders.createdAt}, 'DD/MM/YYYY') like ${pattern}` : undefined,
    /^[\d.]+$/.test(q)
      ? sql`(${orders.totalMinor} / 100.0)::numeric(14, 2)::text like ${pattern}`
      : undefined,
  );
}

const sortColumns = {
  createdAt: orders.createdAt,
  orderDate: orders.createdAt,
  orderId: orders.orderId,
  packageName: orders.productName,
  totalPrice: orders.totalMinor,
  paymentStatus: orders.paymentStatus,
  orderStatus: orders.orderStatus,
  customerName: orders.customerName,
  customerEmail: orders.customerEmail,
};

/** The id breaks ties, in the same direction, so that an index serves both ways and pages never overlap. */
function sorting(filter: OrderFilter): SQL[] {
  const sort = filter.sort ?? "createdAt";
  const ascending =
    (filter.order ?? (filter.sort && sort !== "createdAt" && sort !== "orderDate" ? "asc" : "desc")) ===
    "asc";
  const direction = ascending ? asc : desc;
  if (sort !== "daysLeft") return [direction(sortColumns[sort]), direction(orders.id)];
  // 'Expired' comes first ascending because it ended longest ago; orders without a membership always come last.
  const end = ascending
    ? sql`${orders.membershipValidity} asc nulls last`
    : sql`${orders.membershipValidity} desc nulls last`;
  return [end, direction(orders.id)];
}
