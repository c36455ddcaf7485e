import { sql } from "drizzle-orm";
import type { Tx } from "#server/db/database.ts";
import { forgetRows, type MarkedList } from "#server/db/list-marks.ts";
import { creditBalances } from "#server/db/tables/credits.ts";
import { balanceMarks, balanceMoves, userMarks, userMoves } from "#server/db/tables/list-counts.ts";
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

/** The directory by all that it is sorted by, but for the balance, which is no part of its rows. */
export const markedUsers: MarkedList<MarkedUserSort> = {
  sorts,
  id: sql`${users.id}`,
  rows: sql`${users} where deleted_at is null`,
  marks: { table: sql`${userMarks}`, columns: sql``, values: sql``, own: sql`true` },
  moves: { table: sql`${userMoves}`, own: sql`true` },
};

/** The balances, those of erased people among them. */
export const markedBalances: MarkedList<"currentBalance"> = {
  sorts: {
    currentBalance: {
      key: sql`${creditBalances.balance}`,
      moved: sql`${balanceMoves.balance}`,
      type: sql`integer`,
    },
  },
  id: sql`${creditBalances.userId}`,
  rows: sql`${creditBalances} where true`,
  marks: { table: sql`${balanceMarks}`, columns: sql``, values: sql``, own: sql`true` },
  moves: { table: sql`${balanceMoves}`, own: sql`true` },
};

/** For a person who is erased, once the record bears the pseudonym. */
export async function forgetUser(tx: Tx, id: string): Promise<void> {
  await forgetRows(tx, markedUsers, sql`select ${id}::text`);
}
