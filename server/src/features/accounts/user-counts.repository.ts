import { and, eq, type SQL, sql } from "drizzle-orm";
import type { MembershipLevel, Role } from "#contract/roles.ts";
import type { Tx } from "#server/db/database.ts";
import { foldCounts, wrongCounts } from "#server/db/kept-counts.ts";
import { type Place, placeByDate } from "#server/db/place-by-date.ts";
import { userCounts } from "#server/db/tables/list-counts.ts";

/** Which people are counted: what the counts are kept by. */
export interface CountedBy {
  userRole?: Role | undefined;
  userMembership?: MembershipLevel | undefined;
}

export async function countUsers(tx: Tx, filter: CountedBy): Promise<number> {
  const { rows } = await tx.execute<{ total: number }>(countedUsers(filter));
  return rows[0]!.total;
}

/** A query for how many there are, alone or within another one. */
export function countedUsers(filter: CountedBy): SQL {
  return sql`select coalesce(sum(${userCounts.change}), 0)::int as total from ${userCounts} where ${counted(filter) ?? sql`true`}`;
}

export function placeOf(tx: Tx, filter: CountedBy, offset: number, ascending: boolean): Promise<Place> {
  const lines = sql`select null::text as status, day, change from ${userCounts} where ${counted(filter) ?? sql`true`}`;
  return placeByDate(tx, lines, offset, ascending);
}

function counted(filter: CountedBy): SQL | undefined {
  return and(
    filter.userRole ? eq(userCounts.role, filter.userRole) : undefined,
    filter.userMembership ? eq(userCounts.membership, filter.userMembership) : undefined,
  );
}

export function foldUserCounts(tx: Tx): Promise<void> {
  return foldCounts(tx, userCounts);
}

/** A sentence for each day, role and membership whose kept count is not that of the rows. */
export async function checkUserCounts(tx: Tx): Promise<string[]> {
  const listed = sql`
    select (created_at at time zone 'UTC')::date, role, membership, -1 from users where deleted_at is null`;
  const wrong = await wrongCounts(tx, userCounts, listed);
  return wrong.map((key) => `The list of people is counted wrong: ${key}.`);
}
