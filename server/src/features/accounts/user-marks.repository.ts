import { sql } from "drizzle-orm";
import type { MarkedList } from "#server/db/list-marks.ts";
import { userMarks, userMoves } from "#server/db/tables/list-counts.ts";
import { users } from "#server/db/tables/users.ts";

const text = sql`text`;

const sorts = {
  userName: { key: sql`lower(${users.name})`, moved: sql`lower(${userMoves.name})`, type: text },
  userRole: { key: sql`${users.role}`, moved: sql`${userMoves.role}`, type: text },
  userMembership: { key: sql`${users.membership}`, moved: sql`${userMoves.membership}`, type: text },
};

type MarkedUserSort = keyof typeof sorts;

export function isMarked(sort: string | undefined): sort is MarkedUserSort {
  return sort !== undefined && Object.hasOwn(sorts, sort);
}

/** The directory by all that it is sorted by, but for the balance, which changes with every run. */
export const markedUsers: MarkedList<MarkedUserSort> = {
  sorts,
  id: sql`${users.id}`,
  rows: sql`${users} where deleted_at is null`,
  marks: { table: sql`${userMarks}`, columns: sql``, values: sql``, own: sql`true` },
  moves: { table: sql`${userMoves}`, own: sql`true` },
};
