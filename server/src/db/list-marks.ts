import { type SQL, sql } from "drizzle-orm";
import { openDatabase, type Tx } from "./database.ts";
import {
  balanceMarks,
  balanceMoves,
  orderMarks,
  orderMoves,
  userMarks,
  userMoves,
} from "./tables/list-counts.ts";

/** A sort's key of a listed row and of a move, and the key's type. */
export interface MarkedSort {
  key: SQL;
  moved: SQL;
  type: SQL;
}

/** A list whose deep pages begin at marks: where every so many rows stands in each sort, and what has moved since. */
export interface MarkedList<Sort extends string> {
  sorts: Record<Sort, MarkedSort>;
  /** The rows' id, and the table with the condition of what is listed. */
  id: SQL;
  rows: SQL;
  /** The table of the marks; its columns beside sort, place, value and id, and their values; the list's own marks. */
  marks: { table: SQL; columns: SQL; values: SQL; own: SQL };
  /** The table of the moves, and the list's own. */
  moves: { table: SQL; own: SQL };
}

/** Rows between two marks: so many a page deep in the list passes over at most, and those that came since. */
export const markEvery = 2_000;
/** So many moves make it worth counting the places anew. */
const manyMoves = 1_000;
/** Reading more moves than this takes longer than passing over the list. */
const tooManyMoves = 10_000;

export interface Mark {
  /** How many rows of the whole list stand before it, ascending. */
  place: number;
  /** The mark itself and all that stands behind it. */
  onwards: SQL;
}

/** Whether a page's place is far enough from both ends of the list for a mark to be of use. */
export function isDeep(offset: number, total: number): boolean {
  return Math.min(offset, total - offset) > markEvery;
}

/**
 * The last mark at or before this place of the whole list in ascending order, its own place exact in the statement's
 * snapshot: as it was counted, and what moved before it since. Null where there is none, or too much has moved.
 */
export async function markBefore<Sort extends string>(
  tx: Tx,
  list: MarkedList<Sort>,
  sort: Sort,
  offset: number,
): Promise<Mark | null> {
  const { key, moved, type } = list.sorts[sort];
  const { rows } = await tx.execute<{ value: string; id: string; place: number }>(sql`
    with moves as materialized (
      select ${moved} as value, id, change from ${list.moves.table} where ${list.moves.own} limit ${tooManyMoves + 1}
    ), points as (
      select value::${type}, id, place, 0 as change from ${list.marks.table} where ${list.marks.own} and sort = ${sort}
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
  return { place: mark.place, onwards: sql`(${key}, ${list.id}) >= (${mark.value}::${type}, ${mark.id})` };
}

/**
 * Counts the places of a list's marks anew, where enough has moved or there are none. In one snapshot, so that what
 * commits meanwhile stays a move. A short list gets no marks and keeps no moves.
 */
export async function renewMarks<Sort extends string>(tx: Tx, list: MarkedList<Sort>): Promise<void> {
  const { rows } = await tx.execute<{ due: boolean }>(sql`
    select case when exists (select from ${list.marks.table} where ${list.marks.own})
      then exists (select from ${list.moves.table} where ${list.moves.own} offset ${manyMoves - 1})
      else exists (select from ${list.moves.table} where ${list.moves.own})
        or exists (select from ${list.rows} offset ${markEvery})
      end as due`);
  if (!rows[0]?.due) return;
  await tx.transaction(
    async (inner) => {
      // Before the first read, which is when the snapshot is taken.
      await lockMarks(inner, list);
      await inner.execute(sql`delete from ${list.marks.table} where ${list.marks.own}`);
      for (const [sort, { key }] of Object.entries<MarkedSort>(list.sorts)) {
        await inner.execute(sql`
          insert into ${list.marks.table} (${list.marks.columns}sort, place, value, id)
          select ${list.marks.values}${sort}, place, value::text, id from (
            select ${key} as value, ${list.id} as id, (row_number() over (order by ${key}, ${list.id}) - 1)::int as place
            from ${list.rows}
          ) placed where place > 0 and place % ${markEvery} = 0`);
      }
      await inner.execute(sql`delete from ${list.moves.table} where ${list.moves.own}`);
    },
    { isolationLevel: "repeatable read" },
  );
}

/**
 * Leaves nothing of these rows (`ids` selects them) in marks and moves, for a person who is erased: what they moved goes
 * into the marks' places, which stay exact. In the transaction that changed the rows, after it did.
 */
export async function forgetRows<Sort extends string>(
  tx: Tx,
  list: MarkedList<Sort>,
  ids: SQL,
): Promise<void> {
  await lockMarks(tx, list);
  const theirs = sql`id in (${ids})`;
  await tx.execute(sql`delete from ${list.marks.table} where ${list.marks.own} and ${theirs}`);
  for (const [sort, { moved, type }] of Object.entries<MarkedSort>(list.sorts)) {
    await tx.execute(sql`
      with moves as materialized (
        select ${moved} as value, id, change from ${list.moves.table} where ${list.moves.own} and ${theirs}
      ), shifts as (
        select at, sum(change) as shift from (
          select ctid as at, value::${type}, id from ${list.marks.table} where ${list.marks.own} and sort = ${sort}
        ) mark join moves on (moves.value, moves.id) < (mark.value, mark.id)
        group by at
      )
      update ${list.marks.table} set place = place + shift from shifts
      where ${list.marks.table}.ctid = at and shift <> 0`);
  }
  await tx.execute(sql`delete from ${list.moves.table} where ${list.moves.own} and ${theirs}`);
}

/** For a database into which a backup was put: where it sorts texts by other rules, the marks' places are not true there. */
export async function forgetAllMarks(connectionString: string): Promise<void> {
  const { db, close } = openDatabase(connectionString, { max: 1 });
  try {
    for (const table of [orderMarks, orderMoves, userMarks, userMoves, balanceMarks, balanceMoves])
      await db.delete(table);
  } finally {
    await close();
  }
}

/** Whoever counts anew and whoever forgets wait for each other; readers, and who adds moves, wait for nobody. */
async function lockMarks(tx: Tx, list: Pick<MarkedList<string>, "marks">): Promise<void> {
  await tx.execute(sql`lock table ${list.marks.table} in share row exclusive mode`);
}
