import { and, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { MembershipLevel, Role } from "#contract/roles.ts";
import type { Tx } from "#server/db/database.ts";
import {
  holdsText,
  limitOf,
  orderBy,
  type PageQuery,
  pageOfAll,
  pageOfFound,
  type SortKey,
} from "#server/db/paging.ts";
import { creditBalances } from "#server/db/tables/credits.ts";
import { users } from "#server/db/tables/users.ts";
import { type UserWithBalance, withBalance } from "../users.repository.ts";

/** Each has an index that ends with the id, which breaks ties in the same direction. */
const sortColumns = {
  userName: [sql`lower(${users.name})`, users.id],
  currentBalance: [creditBalances.balance, creditBalances.userId],
  userRole: [users.role, users.id],
  userMembership: [users.membership, users.id],
  createdAt: [users.createdAt, users.id],
};

export interface UserFilter extends PageQuery {
  email?: string | undefined;
  userRole?: Role | undefined;
  userMembership?: MembershipLevel | undefined;
  q?: string | undefined;
  sort?: keyof typeof sortColumns | undefined;
  order?: "asc" | "desc" | undefined;
}

export interface FoundUsers {
  rows: UserWithBalance[];
  total: number;
  more: boolean;
}

/** Everyone has a balance row, so an inner join loses nobody. */
export async function findUsers(tx: Tx, filter: UserFilter): Promise<FoundUsers> {
  const { email, userRole, userMembership, q } = filter;
  const isWhole = !(email !== undefined || userRole || userMembership || q?.trim());
  const span = limitOf(filter);
  const keys = sorting(filter);
  const byBalance = filter.sort === "currentBalance";
  const list = {
    from: byBalance ? sql`${users} join ${creditBalances} on ${creditBalances.userId} = ${users.id}` : users,
    id: users.id,
    where: matching(filter),
    seeksText: Boolean(q?.trim()),
    keys,
  };
  const whole = byBalance ? { ...list, ...allBalances } : list;
  const { ids, total, more } = isWhole ? await pageOfAll(tx, whole, span) : await pageOfFound(tx, list, span);
  const rows = await tx
    .select(withBalance)
    .from(users)
    .innerJoin(creditBalances, eq(creditBalances.userId, users.id))
    .where(inArray(users.id, ids))
    .orderBy(...orderBy(keys));
  return { rows, total, more };
}

/**
 * From the index of the balances alone: joining a row for each that a page passes over takes far longer. `not exists` in
 * place of `not in`, which asks row by row once the erased fill more than a statement's memory.
 */
const allBalances = {
  from: creditBalances,
  id: creditBalances.userId,
  where: sql`not exists (select from ${users} u where u.id = ${creditBalances.userId} and u.deleted_at is not null)`,
};

function matching(filter: UserFilter): SQL | undefined {
  return and(
    isNull(users.deletedAt),
    filter.email === undefined ? undefined : eq(users.email, filter.email),
    filter.userRole ? eq(users.role, filter.userRole) : undefined,
    filter.userMembership ? eq(users.membership, filter.userMembership) : undefined,
    filter.q?.trim() ? holdsText(users.searchText, filter.q) : undefined,
  );
}

function isByDate({ sort }: UserFilter): boolean {
  return sort === undefined || sort === "createdAt";
}

function isAscending(filter: UserFilter): boolean {
  return (filter.order ?? (isByDate(filter) ? "desc" : "asc")) === "asc";
}

function sorting(filter: UserFilter): SortKey[] {
  const ascending = isAscending(filter);
  return sortColumns[filter.sort ?? "createdAt"].map((by) => ({ by, ascending }));
}
