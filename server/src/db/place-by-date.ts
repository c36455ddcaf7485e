import { type SQL, sql } from "drizzle-orm";
import type { Tx } from "#server/db/database.ts";

export interface Place {
  /** Of the whole list. */
  total: number;
  /** The day (yyyy-mm-dd), or whatever the lines call one, that the offset falls into; null past the end. */
  day: string | null;
  /** Where the lines name one: the list is sorted by it, and by day within it. */
  status: string | null;
  /** How many rows lie before that day. */
  before: number;
}

/**
 * On which day a page of a list by date, or by status and date, begins, so that not every row before it has to be
 * passed. `lines` selects status (null by date alone), day and change from the counts that are kept beside the list.
 */
export async function placeByDate(tx: Tx, lines: SQL, offset: number, ascending: boolean): Promise<Place> {
  const way = sql.raw(ascending ? "asc" : "desc");
  const { rows } = await tx.execute<{
    total: number;
    status: string | null;
    day: string | null;
    before: number;
  }>(sql`
    with days as (
      select status, day, sum(change) as n from (${lines}) lines group by status, day
    ), places as (
      select status, day, n, sum(n) over (order by status ${way}, day ${way}) - n as before from days
    )
    select coalesce((select sum(n) from days), 0)::int as total, place.status, place.day::text,
      coalesce(place.before, 0)::int as before
    from (select 1) one left join lateral (
      select status, day, before from places where before <= ${offset} and n > 0 order by before desc limit 1
    ) place on true`);
  return rows[0]!;
}
