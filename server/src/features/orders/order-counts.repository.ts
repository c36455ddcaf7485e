import { and, eq, gte, lte, type SQL, sql } from "drizzle-orm";
import type { OrderKind } from "#contract/orders.ts";
import type { Tx } from "#server/db/database.ts";
import { foldCounts, wrongCounts } from "#server/db/kept-counts.ts";
import { type Place, placeByDate } from "#server/db/place-by-date.ts";
import { orderCounts } from "#server/db/tables/list-counts.ts";

/** Which orders are counted: what the counts are kept by. Statuses in their stored spelling. */
export interface CountedBy {
  kind: OrderKind;
  paymentStatus?: string | undefined;
  orderStatus?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

export async function countOrders(tx: Tx, filter: CountedBy): Promise<number> {
  const { rows } = await tx.execute<{ total: number }>(countedOrders(filter));
  return rows[0]!.total;
}

/** A query for how many there are, alone or within another one. */
export function countedOrders(filter: CountedBy): SQL {
  return sql`select coalesce(sum(${orderCounts.change}), 0)::int as total from ${orderCounts} where ${counted(filter)}`;
}

/** In the list by date, or by that status and then by date. */
export function placeOf(
  tx: Tx,
  filter: CountedBy,
  offset: number,
  ascending: boolean,
  by?: "paymentStatus" | "orderStatus",
): Promise<Place> {
  const status = by ? sql`${orderCounts[by]}` : sql`null::text`;
  const lines = sql`select ${status} as status, day, change from ${orderCounts} where ${counted(filter)}`;
  return placeByDate(tx, lines, offset, ascending);
}

function counted(filter: CountedBy): SQL | undefined {
  return and(
    eq(orderCounts.kind, filter.kind),
    filter.paymentStatus ? eq(orderCounts.paymentStatus, filter.paymentStatus) : undefined,
    filter.orderStatus ? eq(orderCounts.orderStatus, filter.orderStatus) : undefined,
    filter.from ? gte(orderCounts.day, filter.from) : undefined,
    filter.to ? lte(orderCounts.day, filter.to) : undefined,
  );
}

export function foldOrderCounts(tx: Tx): Promise<void> {
  return foldCounts(tx, orderCounts);
}

/** A sentence for each day and status whose kept count is not that of the rows. */
export async function checkOrderCounts(tx: Tx): Promise<string[]> {
  const listed = sql`
    select kind, (created_at at time zone 'UTC')::date, payment_status, order_status, -1 from orders
    where deleted_at is null`;
  const wrong = await wrongCounts(tx, orderCounts, listed);
  return wrong.map((key) => `The list of orders is counted wrong: ${key}.`);
}
