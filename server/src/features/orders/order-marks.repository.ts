import { sql } from "drizzle-orm";
import { type OrderKind, orderKinds } from "#contract/orders.ts";
import type { Tx } from "#server/db/database.ts";
import { forgetRows, type MarkedList, renewMarks } from "#server/db/list-marks.ts";
import { orderMarks, orderMoves } from "#server/db/tables/list-counts.ts";
import { orders } from "#server/db/tables/orders.ts";

const text = sql`text`;

const sorts = {
  orderId: { key: sql`${orders.orderId}`, moved: sql`${orderMoves.orderId}`, type: text },
  packageName: {
    key: sql`lower(${orders.productName})`,
    moved: sql`lower(${orderMoves.productName})`,
    type: text,
  },
  totalPrice: { key: sql`${orders.totalMinor}`, moved: sql`${orderMoves.totalMinor}`, type: sql`integer` },
  customerName: {
    key: sql`lower(${orders.customerName})`,
    moved: sql`lower(${orderMoves.customerName})`,
    type: text,
  },
  customerEmail: { key: sql`${orders.customerEmail}`, moved: sql`${orderMoves.customerEmail}`, type: text },
};

type MarkedOrderSort = keyof typeof sorts;

export function isMarked(sort: string | undefined): sort is MarkedOrderSort {
  return sort !== undefined && Object.hasOwn(sorts, sort);
}

/** The list of all orders of a kind, by the sorts that the kept counts don't place. */
export function markedOrders(kind: OrderKind): MarkedList<MarkedOrderSort> {
  return {
    sorts,
    id: sql`${orders.id}`,
    rows: sql`${orders} where ${orders.kind} = ${kind} and deleted_at is null`,
    marks: {
      table: sql`${orderMarks}`,
      columns: sql`kind, `,
      values: sql`${kind}, `,
      own: sql`${orderMarks.kind} = ${kind}`,
    },
    moves: { table: sql`${orderMoves}`, own: sql`${orderMoves.kind} = ${kind}` },
  };
}

export async function renewOrderMarks(tx: Tx): Promise<void> {
  for (const kind of orderKinds) await renewMarks(tx, markedOrders(kind));
}

/** For a buyer who is erased, once the orders bear the pseudonym. */
export async function forgetOrdersOf(tx: Tx, userId: string): Promise<void> {
  const ids = sql`select id from orders where user_id = ${userId}`;
  for (const kind of orderKinds) await forgetRows(tx, markedOrders(kind), ids);
}
