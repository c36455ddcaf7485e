import {
  and,
  desc,
  eq,
  getTableColumns,
  inArray,
  isNull,
  or,
  type Placeholder,
  type SQL,
  sql,
} from "drizzle-orm";
import { dayText } from "#contract/fields.ts";
import {
  type OrderKind,
  type OrderListQuery,
  orderStatuses,
  paymentStatuses,
  receiptNumberIn,
} from "#contract/orders.ts";
import type { Tx } from "#server/db/database.ts";
import { isOnDays } from "#server/db/on-days.ts";
import { isItemActive, presentPoints } from "#server/db/ordered-product.ts";
import {
  holdsText,
  limitOf,
  orderBy,
  pageOfAll,
  pageOfFound,
  type SortKey,
  totalOf,
} from "#server/db/paging.ts";
import { preparedOnce } from "#server/db/prepared.ts";
import { orders } from "#server/db/tables/orders.ts";
import type { OrderRow } from "./orders.repository.ts";

export type OrderFilter = Omit<OrderListQuery, "userEmail"> & {
  kind: OrderKind;
  /** Only this user's; anyone's where absent. */
  userId?: string | undefined;
  /** The reader's own list, which shows no customer: a search leaves name and e-mail out. */
  own?: boolean;
  /** The shop's, by which the orders have their days. */
  timeZone: string;
};

/** What a list tells of the products as they are today, in its own statement. */
export interface ListedOrder extends OrderRow {
  /** A package's feature lines, where the order has none of its own. */
  presentPoints: string[] | null;
  /** Null where the item is archived. */
  isItemActive: boolean | null;
}

const shown = { ...getTableColumns(orders), presentPoints, isItemActive };

export interface FoundOrders {
  rows: ListedOrder[];
  total: number;
  more: boolean;
}

export async function findOrders(tx: Tx, filter: OrderFilter): Promise<FoundOrders> {
  const { paymentStatus, orderStatus, from, to, q, userId, own } = filter;
  const isNarrowed = Boolean(paymentStatus || orderStatus || from || to || q?.trim());
  if (userId && own) return findOwnOrders(tx, { ...filter, userId }, isNarrowed);
  const isWhole = !(isNarrowed || userId);
  const keys = sorting(filter);
  const list = { from: orders, id: orders.id, where: matching(filter), seeksText: Boolean(q?.trim()), keys };
  const { ids, total, more } = await (isWhole ? pageOfAll : pageOfFound)(tx, list, limitOf(filter));
  const rows = await tx
    .select(shown)
    .from(orders)
    .where(inArray(orders.id, ids))
    .orderBy(...orderBy(keys));
  return { rows, total, more };
}

/** The rows and their number in one statement, as a person's own are on most screens. The page is found by the ids alone. */
async function findOwnOrders(
  tx: Tx,
  filter: OrderFilter & { userId: string },
  isNarrowed: boolean,
): Promise<FoundOrders> {
  const span = limitOf(filter);
  const isUsual = !isNarrowed && isByDate(filter) && !isAscending(filter);
  const rows = isUsual
    ? await newestOwnOrders(tx).execute({ kind: filter.kind, userId: filter.userId, ...span })
    : await ownOrders(tx, matching(filter), sorting(filter), span);
  const total = rows[0]?.total ?? (await totalOf(span, 0, () => tx.$count(orders, matching(filter))));
  return { rows, total, more: false };
}

function ownOrders(
  tx: Tx,
  where: SQL | undefined,
  keys: SortKey[],
  span: Record<"limit" | "offset", number | Placeholder>,
) {
  const page = tx
    .select({ id: orders.id, total: sql<number>`count(*) over ()`.mapWith(Number).as("total") })
    .from(orders)
    .where(where)
    .orderBy(...orderBy(keys))
    .limit(span.limit)
    .offset(span.offset)
    .as("page");
  return tx
    .select({ ...shown, total: page.total })
    .from(orders)
    .innerJoin(page, eq(page.id, orders.id))
    .orderBy(...orderBy(keys));
}

/** As screens ask for them: all of a kind, newest first. */
const newestOwnOrders = preparedOnce((tx) => {
  const where = and(
    eq(orders.kind, sql.placeholder("kind")),
    isNull(orders.deletedAt),
    eq(orders.userId, sql.placeholder("userId")),
  );
  const newest: SortKey[] = [orders.createdAt, orders.id].map((by) => ({ by, ascending: false }));
  const span = { limit: sql.placeholder("limit"), offset: sql.placeholder("offset") };
  return ownOrders(tx, where, newest, span).prepare("own_orders");
});

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
    isOnDays(orders.createdAt, filter.timeZone, filter),
    filter.q?.trim() ? isSearched(filter.q, filter) : undefined,
  );
}

/** By what a row shows, or by the number on its receipt. A whole day is looked up by itself: the search text has UTC's. */
function isSearched(text: string, { own, timeZone }: OrderFilter): SQL | undefined {
  const day = text.trim().split("/").reverse().join("-");
  if (/^\d\d\/\d\d\/\d{4}$/.test(text.trim()) && dayText.safeParse(day).success)
    return isOnDays(orders.createdAt, timeZone, { from: day, to: day });
  const receiptNumber = receiptNumberIn(text);
  return or(
    holdsText(own ? withoutCustomer : orders.searchText, text),
    receiptNumber === null ? undefined : eq(orders.receiptNumber, receiptNumber),
  );
}

const withoutCustomer = sql`replace(${orders.searchText},
  lower(chr(10) || ${orders.customerName} || chr(10) || ${orders.customerEmail} || chr(10)), chr(10))`;

/** The stored spelling of a status, whatever the case it was asked in; another word finds nothing. */
function sameWord(asked: string, words: readonly string[]): string {
  const wanted = asked.trim().toLowerCase();
  return words.find((word) => word.toLowerCase() === wanted) ?? asked;
}

function isByDate({ sort }: OrderFilter): boolean {
  return sort === undefined || sort === "createdAt" || sort === "orderDate";
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
