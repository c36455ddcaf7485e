import { and, eq, type SQL, sql } from "drizzle-orm";
import type { MembershipLevel, Role } from "#contract/roles.ts";
import type { Tx } from "#server/db/database.ts";
import { userCounts } from "#server/db/tables/list-counts.ts";

/** Which people are counted: what the counts are kept by. */
export interface CountedBy {
  userRole?: Role | undefined;
  userMembership?: MembershipLevel | undefined;
}

export async function countUsers(tx: Tx, filter: CountedBy): Promise<number> {
  const [row] = await tx
    .select({ total: sql<number>`coalesce(sum(${userCounts.change}), 0)::int` })
    .from(userCounts)
    .where(counted(filter));
  return row?.total ?? 0;
}

export interface Place {
  total: number;
  /** The day (yyyy-mm-dd) that the offset falls into, and how many joined before that day; null past the end. */
  day: string | null;
  before: number;
}

/** On which day a page of the list by joining begins, so that not everyone before it has to be passed. */
export async function placeByDate(
  tx: Tx,
  filter: CountedBy,
  offset: number,
  ascending: boolean,
): Promise<Place> {
  const way = sql.raw(ascending ? "asc" : "desc");
  const { rows } = await tx.execute<{ total: number; day: string | null; before: number }>(sql`
    with days as (
      select ${userCounts.day} as day, sum(${userCounts.change}) as n from ${userCounts}
      where ${counted(filter) ?? sql`true`} group by 1
    ), places as (
      select day, n, sum(n) over (order by day ${way}) - n as before from days
    )
    select coalesce((select sum(n) from days), 0)::int as total, place.day::text, coalesce(place.before, 0)::int as before
    from (select 1) one left join lateral (
      select day, before from places where before <= ${offset} and n > 0 order by before desc limit 1
    ) place on true`);
  return rows[0]!;
}

function counted(filter: CountedBy): SQL | undefined {
  return and(
    filter.userRole ? eq(userCounts.role, filter.userRole) : undefined,
    filter.userMembership ? eq(userCounts.membership, filter.userMembership) : undefined,
  );
}

/** Adds up the lines that share a key. One statement, so that every reader sees the same sums all the while. */
export async function foldUserCounts(tx: Tx): Promise<void> {
  await tx.execute(sql`
    with several as (
      select day, role, membership from ${userCounts} group by 1, 2, 3 having count(*) > 1
    ), gone as (
      delete from ${userCounts} c using several s
      where (c.day, c.role, c.membership) = (s.day, s.role, s.membership)
      returning c.*
    )
    insert into ${userCounts} (day, role, membership, change)
    select day, role, membership, sum(change) from gone group by 1, 2, 3 having sum(change) <> 0`);
}

/** A sentence for each day, role and membership whose kept count is not that of the rows. */
export async function checkUserCounts(tx: Tx): Promise<string[]> {
  const { rows } = await tx.execute<{ key: string }>(sql`
    select concat_ws(' ', day, role, membership) as key from (
      select day, role, membership, change as n from user_counts
      union all
      select (created_at at time zone 'UTC')::date, role, membership, -1 from users where deleted_at is null
    ) lines group by day, role, membership having sum(n) <> 0`);
  return rows.map(({ key }) => `The list of people is counted wrong: ${key}.`);
}
