import { and, desc, eq, gte, inArray, isNull, lt, type SQL, sql } from "drizzle-orm";
import { type OrderKind, type OrderListQuery, orderStatuses, paymentStatuses } from "#contract/orders.ts";
import type { Tx } from "#server/db/database.ts";
import { isDeep, markBefore } from "#server/db/list-marks.ts";
import { fromNearerEnd, limitOf, orderBy, reversed, type SortKey, type Span } from "#server/db/paging.ts";
import { holdsText, planSearch } from "#server/db/searching.ts";
import { orders } from "#server/db/tables/orders.ts";
import { countedOrders, countOrders, placeOf } from "./order-counts.repository.ts";
import { isMarked, markedOrders } from "./order-marks.repository.ts";
import type { OrderRow } from "./orders.repository.ts";

export type OrderFilter = Omit<OrderListQuery, "userEmail"> & {
  kind: OrderKind;
  /** Only this user's; anyone's where absent. */
  userId?: string | undefined;
  /** The reader's own list, which shows no customer: a search leaves name and e-mail out. */
  own?: boolean;
};

/** `total` is null where it was asked for later and counting would take longer than the page. */
export interface FoundOrders {
  rows: OrderRow[];
  total: number | null;
}

export async function findOrders(tx: Tx, asked: OrderFilter): Promise<FoundOrders> {
  const filter = {
    ...asked,
    paymentStatus: asked.paymentStatus && sameWord(asked.paymentStatus, paymentStatuses),
    orderStatus: asked.orderStatus && sameWord(asked.orderStatus, orderStatuses),
  };
  const where = matching(filter);
  if (filter.userId) {
    const [rows, total] = await Promise.all([
      readPage(tx, where, sorting(filter), limitOf(filter)),
      countFound(tx, where),
    ]);
    return { rows, total };
  }
  if (filter.q?.trim()) return searchOrders(tx, filter, matching({ ...filter, q: undefined }));
  if (isByDate(filter) || isByStatus(filter.sort)) return pageByDate(tx, filter, where);
  return pageFromMark(tx, filter, where);
}

/** Also by status, which goes by date within each. */
async function pageByDate(tx: Tx, filter: OrderFilter, where: SQL | undefined): Promise<FoundOrders> {
  const { limit, offset } = limitOf(filter);
  const ascending = isAscending(filter);
  const by = isByStatus(filter.sort) ? filter.sort : undefined;
  const { total, status, day, before } = await placeOf(tx, filter, offset, ascending, by);
  if (day === null || offset >= total) return { rows: [], total };
  const edge = ascending ? startOf(day) : dayAfter(day);
  const onwards = ascending ? gte : lt;
  const from = by
    ? sql`(${orders[by]}, ${orders.createdAt}) ${sql.raw(ascending ? ">=" : "<")} (${status}, ${edge.toISOString()}::timestamptz)`
    : onwards(orders.createdAt, edge);
  const rows = await readPage(tx, and(where, from), sorting(filter), { limit, offset: offset - before });
  return { rows, total };
}

/** Deep in the list the page is counted from a mark before it, where the whole list is asked for. */
async function pageFromMark(tx: Tx, filter: OrderFilter, where: SQL | undefined): Promise<FoundOrders> {
  const total = await countOrders(tx, filter);
  const { sort, paymentStatus, orderStatus, from, to } = filter;
  const whole = !(paymentStatus || orderStatus || from || to);
  const span = limitOf(filter);
  const limit = Math.min(span.limit, total - span.offset);
  const offset = isAscending(filter) ? span.offset : total - span.offset - limit;
  const mark =
    whole && limit > 0 && isMarked(sort) && isDeep(offset, total)
      ? await markBefore(tx, markedOrders(filter.kind), sort, offset)
      : null;
  if (!mark) return { rows: await readFromNearerEnd(tx, filter, where, total), total };
  const keys = sorting({ ...filter, order: "asc" });
  const rows = await readPage(tx, and(where, mark.onwards), keys, { limit, offset: offset - mark.place });
  return { rows: isAscending(filter) ? rows : rows.reverse(), total };
}

async function readFromNearerEnd(
  tx: Tx,
  filter: OrderFilter,
  where: SQL | undefined,
  total: number,
): Promise<OrderRow[]> {
  const { backwards, ...span } = fromNearerEnd(limitOf(filter), total);
  const keys = sorting(filter);
  if (!backwards) return readPage(tx, where, keys, span);
  return (await readPage(tx, where, reversed(keys), span)).reverse();
}

/** The ids are read from the sort's index alone; whole rows only for those that the page shows. */
async function readPage(tx: Tx, where: SQL | undefined, keys: SortKey[], span: Span): Promise<OrderRow[]> {
  if (span.limit === 0) return [];
  const order = orderBy(keys);
  const ids = tx
    .select({ id: orders.id })
    .from(orders)
    .where(where)
    .orderBy(...order)
    .limit(span.limit)
    .offset(span.offset);
  return tx
    .select()
    .from(orders)
    .where(inArray(orders.id, ids))
    .orderBy(...order);
}

async function searchOrders(tx: Tx, filter: OrderFilter, listed: SQL | undefined): Promise<FoundOrders> {
  const span = limitOf(filter);
  const keys = sorting(filter);
  const newest = sql`select ${orders.searchText} from ${orders} where ${listed} order by ${orders.createdAt} desc, ${orders.id} desc`;
  const plan = await planSearch(tx, orders.searchText, newest, filter.q ?? "", countedOrders(filter));
  const wanted = and(listed, plan.condition);
  if (plan.isCommon) {
    const rows = await readPage(tx, wanted, keys, span);
    return { rows, total: filter.total === "later" ? null : await countFound(tx, wanted) };
  }
  const found = await tx
    .select({ id: orders.id, total: sql<number>`(count(*) over ())::int` })
    .from(orders)
    .where(wanted)
    .orderBy(...orderBy(keys))
    .limit(span.limit)
    .offset(span.offset);
  if (!found[0]) return { rows: [], total: span.offset > 0 ? await countFound(tx, wanted) : 0 };
  const ids = found.map(({ id }) => id);
  const rows = await tx
    .select()
    .from(orders)
    .where(inArray(orders.id, ids))
    .orderBy(...orderBy(keys));
  return { rows, total: found[0].total };
}

async function countFound(tx: Tx, where: SQL | undefined): Promise<number> {
  const [row] = await tx.select({ total: sql<number>`count(*)::int` }).from(orders).where(where);
  return row?.total ?? 0;
}

/**
 * All matching orders, newest first, a batch at a time, each batch its own short query: an export of any size
 * needs little memory and keeps no transaction open.
 */
export async function* orderBatches(tx: Tx, filter: OrderFilter, size = 1000): AsyncGenerator<OrderRow[]> {
  const where = matching(filter);
  let after: { at: string; row: OrderRow } | undefined;
  for (;;) {
    // The moment as PostgreSQL's text: a JavaScript date drops the microseconds, and orders would be left out.
    const older: SQL | undefined =
      after && sql`(${orders.createdAt}, ${orders.id}) < (${after.at}::timestamptz, ${after.row.id})`;
    const found = await tx
      .select({ row: orders, at: sql<string>`${orders.createdAt}::text` })
      .from(orders)
      .where(and(where, older))
      .orderBy(desc(orders.createdAt), desc(orders.id))
      .limit(size);
    if (found.length > 0) yield found.map(({ row }) => row);
    if (found.length < size) return;
    after = found.at(-1);
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
    filter.from ? gte(orders.createdAt, startOf(filter.from)) : undefined,
    filter.to ? lt(orders.createdAt, dayAfter(filter.to)) : undefined,
    filter.q?.trim() ? holdsText(filter.own ? withoutCustomer : orders.searchText, filter.q) : undefined,
  );
}

const withoutCustomer = sql`replace(${orders.searchText},
  lower(chr(10) || ${orders.customerName} || chr(10) || ${orders.customerEmail} || chr(10)), chr(10))`;

/** The stored spelling of a status, whatever the case it was asked in; another word finds nothing. */
function sameWord(asked: string, words: readonly string[]): string {
  const wanted = asked.trim().toLowerCase();
  return words.find((word) => word.toLowerCase() === wanted) ?? asked;
}

function startOf(day: string): Date {
  return new Date(`${day}T00:00:00Z`);
}

/** The last day of the calendar has none after it that could be written down. */
function dayAfter(day: string): Date {
  const date = startOf(day);
  if (day < "9999-12-31") date.setUTCDate(date.getUTCDate() + 1);
  return date;
}

function isByDate({ sort }: OrderFilter): boolean {
  return sort === undefined || sort === "createdAt" || sort === "orderDate";
}

function isByStatus(sort: OrderFilter["sort"]): sort is "paymentStatus" | "orderStatus" {
  return sort === "paymentStatus" || sort === "orderStatus";
}

function isAscending(filter: OrderFilter): boolean {
  return (filter.order ?? (isByDate(filter) ? "desc" : "asc")) === "asc";
}

const sortColumns = {
  createdAt: [orders.createdAt],
  orderDate: [orders.createdAt],
  orderId: [orders.orderId],
  packageName: [sql`lower(${orders.productName})`],
  totalPrice: [orders.totalMinor],
  paymentStatus: [orders.paymentStatus, orders.createdAt],
  orderStatus: [orders.orderStatus, orders.createdAt],
  customerName: [sql`lower(${orders.customerName})`],
  customerEmail: [orders.customerEmail],
};

/**
 * Each has an index that ends with the id: it breaks ties in the same direction, so that the index serves both ways
 * and pages never overlap.
 */
function sorting(filter: OrderFilter): SortKey[] {
  const sort = filter.sort ?? "createdAt";
  const ascending = isAscending(filter);
  if (sort !== "daysLeft") return [...sortColumns[sort], orders.id].map((by) => ({ by, ascending }));
  // 'Expired' comes first ascending because it ended longest ago; orders without a membership always come last.
  const keys: SortKey[] = [
    { by: orders.membershipValidity, ascending },
    { by: orders.id, ascending },
  ];
  return keys.map((key) => ({ ...key, nulls: "last" }));
}
