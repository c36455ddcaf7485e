import { eq, type SQL, sql } from "drizzle-orm";
import type { OrderKind } from "#contract/orders.ts";
import type { Tx } from "#server/db/database.ts";
import { orderMarks, orderMoves } from "#server/db/tables/list-counts.ts";
import { orders } from "#server/db/tables/orders.ts";

/** Sorts whose key of an order hardly ever changes; the key in the list, in a move, and its type. */
const markedSorts = {
  orderId: { key: sql`${orders.orderId}`, moved: sql`${orderMoves.orderId}`, type: sql`text` },
  packageName: {
    key: sql`lower(${orders.productName})`,
    moved: sql`lower(${orderMoves.productName})`,
    type: sql`text`,
  },
  totalPrice: { key: sql`${orders.totalMinor}`, moved: sql`${orderMoves.totalMinor}`, type: sql`integer` },
  customerName: {
    key: sql`lower(${orders.customerName})`,
    moved: sql`lower(${orderMoves.customerName})`,
    type: sql`text`,
  },
  customerEmail: {
    key: sql`${orders.customerEmail}`,
    moved: sql`${orderMoves.customerEmail}`,
    type: sql`text`,
  },
};

export type MarkedSort = keyof typeof markedSorts;

export function isMarked(sort: string): sort is MarkedSort {
  return Object.hasOwn(markedSorts, sort);
}

/** Rows between two marks: so many a page deep in the list passes over at most, and those that came since. */
export const markEvery = 2_000;
/** So many moves make it worth counting the places anew. */
const manyMoves = 1_000;
/** Reading more moves than this takes longer than passing over the list. */
const tooManyMoves = 10_000;

export interface Mark {
  /** How many orders of the whole list stand before it, ascending. */
  place: number;
  /** The mark itself and all that stands behind it. */
  onwards: SQL;
}

/**
 * The last mark at or before this place of the whole list in ascending order, its own place exact in the statement's
 * snapshot: as it was counted, and what moved before it since. Null where there is none, or too much has moved.
 */
export async function markBefore(
  tx: Tx,
  kind: OrderKind,
  sort: MarkedSort,
  offset: number,
): Promise<Mark | null> {
  const { key, moved, type } = markedSorts[sort];
  const { rows } = await tx.execute<{ value: string; id: string; place: number }>(sql`
    with moves as materialized (
      select ${moved} as value, id, change from ${orderMoves} where ${orderMoves.kind} = ${kind}
      limit ${tooManyMoves + 1}
    ), points as (
      select value::${type}, id, place, 0 as change from ${orderMarks} where kind = ${kind} and sort = ${sort}
      union all
      select value, id, null, change from moves
    ), placed as (
      select value, id, place + coalesce(sum(change) over (
        order by value, id, place nulls last rows between unbounded preceding and 1 preceding
      ), 0) as place from points
    )
    select value::text, id, place::int from placed
    where place <= ${offset} and (select count(*) from moves) <= ${tooManyMoves}
    order by placed.value desc, id desc limit 1`);
  const [mark] = rows;
  if (!mark) return null;
  return {
    place: mark.place,
    onwards: sql`(${key}, ${orders.id}) >= (${mark.value}::${type}, ${mark.id})`,
  };
}

/**
 * Counts the places of a list's marks anew, where enough has moved or there are none. In one snapshot: what commits
 * meanwhile stays a move.
 */
export async function renewMarks(tx: Tx, kind: OrderKind): Promise<void> {
  const [state] = (
    await tx.execute<{ due: boolean }>(sql`
      select (select count(*) from (
        select from ${orderMoves} where ${orderMoves.kind} = ${kind} limit ${manyMoves}
      ) moves) >= ${manyMoves} or (
        not exists (select from ${orderMarks} where ${orderMarks.kind} = ${kind})
        and exists (
          select from ${orders} where ${orders.kind} = ${kind} and deleted_at is null offset ${markEvery}
        )
      ) as due`)
  ).rows;
  if (!state?.due) return;
  await tx.transaction(
    async (inner) => {
      await inner.delete(orderMarks).where(eq(orderMarks.kind, kind));
      for (const [sort, { key }] of Object.entries(markedSorts)) {
        await inner.execute(sql`
          insert into ${orderMarks} (kind, sort, place, value, id)
          select ${kind}, ${sort}, place, value::text, id from (
            select ${key} as value, id, (row_number() over (order by ${key}, id) - 1)::int as place from ${orders}
            where ${orders.kind} = ${kind} and deleted_at is null
          ) placed where place > 0 and place % ${markEvery} = 0`);
      }
      await inner.delete(orderMoves).where(eq(orderMoves.kind, kind));
    },
    { isolationLevel: "repeatable read" },
  );
}
