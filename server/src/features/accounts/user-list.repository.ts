import { and, eq, gte, inArray, isNotNull, isNull, lt, type SQL, sql } from "drizzle-orm";
import type { MembershipLevel, Role } from "#contract/roles.ts";
import type { Tx } from "#server/db/database.ts";
import { isDeep, markBefore } from "#server/db/list-marks.ts";
import {
  fromNearerEnd,
  limitOf,
  orderBy,
  type PageQuery,
  reversed,
  type SortKey,
  type Span,
} from "#server/db/paging.ts";
import { holdsText, planSearch } from "#server/db/searching.ts";
import { creditBalances } from "#server/db/tables/credits.ts";
import { users } from "#server/db/tables/users.ts";
import { countedUsers, countUsers, placeOf } from "./user-counts.repository.ts";
import { isMarked, markedBalances, markedUsers } from "./user-marks.repository.ts";
import { type UserWithBalance, withBalance } from "./users.repository.ts";

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
  total?: "later" | undefined;
}

/** `total` is null where it was asked for later and counting would take longer than the page. */
export interface FoundUsers {
  rows: UserWithBalance[];
  total: number | null;
}

export async function findUsers(tx: Tx, filter: UserFilter): Promise<FoundUsers> {
  const where = matching(filter);
  if (filter.email !== undefined) {
    const [rows, total] = await Promise.all([
      readPage(tx, where, sorting(filter), limitOf(filter)),
      countFound(tx, where),
    ]);
    return { rows, total };
  }
  if (filter.q?.trim()) return searchUsers(tx, filter, matching({ ...filter, q: undefined }));
  return isByDate(filter) ? pageByDate(tx, filter, where) : pageFromMark(tx, filter, where);
}

async function pageByDate(tx: Tx, filter: UserFilter, where: SQL | undefined): Promise<FoundUsers> {
  const { limit, offset } = limitOf(filter);
  const ascending = isAscending(filter);
  const { total, day, before } = await placeOf(tx, filter, offset, ascending);
  if (day === null || offset >= total) return { rows: [], total };
  const from = ascending
    ? gte(users.createdAt, sql`${day}::date`)
    : lt(users.createdAt, sql`${day}::date + 1`);
  const rows = await readPage(tx, and(where, from), sorting(filter), { limit, offset: offset - before });
  return { rows, total };
}

/** Deep in the directory the page is counted from a mark before it, where all of it is asked for. */
async function pageFromMark(tx: Tx, filter: UserFilter, where: SQL | undefined): Promise<FoundUsers> {
  const total = await countUsers(tx, filter);
  const { sort } = filter;
  const span = limitOf(filter);
  const limit = Math.min(span.limit, total - span.offset);
  const offset = isAscending(filter) ? span.offset : total - span.offset - limit;
  const whole = !filter.userRole && !filter.userMembership;
  const mark =
    whole && limit > 0 && isMarked(sort) && isDeep(offset, total)
      ? await markBefore(tx, markedUsers, sort, offset)
      : null;
  if (!mark) return { rows: await readFromNearerEnd(tx, filter, where, total), total };
  const keys = sorting({ ...filter, order: "asc" });
  const rows = await readPage(tx, and(where, mark.onwards), keys, { limit, offset: offset - mark.place });
  return { rows: isAscending(filter) ? rows : rows.reverse(), total };
}

async function readFromNearerEnd(
  tx: Tx,
  filter: UserFilter,
  where: SQL | undefined,
  total: number,
): Promise<UserWithBalance[]> {
  const { backwards, ...span } = fromNearerEnd(limitOf(filter), total);
  const keys = backwards ? reversed(sorting(filter)) : sorting(filter);
  const rows =
    filter.sort === "currentBalance" && !filter.userRole && !filter.userMembership
      ? await readPageByBalance(tx, keys, span, total)
      : await readPage(tx, where, keys, span);
  return backwards ? rows.reverse() : rows;
}

/** The ids are read from the sort's index alone; whole rows only for those that the page shows. */
async function readPage(
  tx: Tx,
  where: SQL | undefined,
  keys: SortKey[],
  span: Span,
): Promise<UserWithBalance[]> {
  if (span.limit === 0) return [];
  const byBalance = keys[0]?.by === creditBalances.balance;
  const all = tx.select({ id: users.id }).from(users).$dynamic();
  const joined = byBalance ? all.innerJoin(creditBalances, eq(creditBalances.userId, users.id)) : all;
  const ids = joined
    .where(where)
    .orderBy(...orderBy(keys))
    .limit(span.limit)
    .offset(span.offset);
  return readRows(tx, inArray(users.id, ids), keys);
}

/**
 * From the balances alone, without a join for the rows that are passed over, and deep among them from a mark. Those of
 * erased people, which are few, are read apart: testing each row for them would take longer than passing over it.
 */
async function readPageByBalance(
  tx: Tx,
  keys: SortKey[],
  span: Span,
  listed: number,
): Promise<UserWithBalance[]> {
  if (span.limit === 0) return [];
  const columns = { id: creditBalances.userId, balance: creditBalances.balance };
  const erased = await tx
    .select(columns)
    .from(creditBalances)
    .innerJoin(users, eq(users.id, creditBalances.userId))
    .where(isNotNull(users.deletedAt));
  const limit = span.limit + erased.length;
  const total = listed + erased.length;
  const ascending = keys[0]!.ascending;
  const offset = ascending ? span.offset : Math.max(0, total - span.offset - limit);
  const mark = isDeep(offset, total) ? await markBefore(tx, markedBalances, "currentBalance", offset) : null;
  const read = await tx
    .select(columns)
    .from(creditBalances)
    .where(mark?.onwards)
    .orderBy(...orderBy(mark && !ascending ? reversed(keys) : keys))
    .limit(limit)
    .offset(mark ? offset - mark.place : span.offset);
  if (mark && !ascending) read.reverse();
  const [first] = read;
  if (!first) return [];
  const sign = ascending ? 1 : -1;
  const isBefore = (row: typeof first) =>
    sign * (row.balance - first.balance || (row.id < first.id ? -1 : 1)) < 0 && row.id !== first.id;
  const gone = new Set(erased.map(({ id }) => id));
  const skip = erased.filter(isBefore).length;
  const ids = read.map(({ id }) => id).filter((id) => !gone.has(id));
  const shown = ids.slice(skip, skip + span.limit);
  return shown.length === 0 ? [] : readRows(tx, inArray(users.id, shown), keys);
}

/** Everyone has a balance row, so an inner join loses nobody. */
function readRows(tx: Tx, where: SQL, keys: SortKey[]): Promise<UserWithBalance[]> {
  return tx
    .select(withBalance)
    .from(users)
    .innerJoin(creditBalances, eq(creditBalances.userId, users.id))
    .where(where)
    .orderBy(...orderBy(keys));
}

async function searchUsers(tx: Tx, filter: UserFilter, listed: SQL | undefined): Promise<FoundUsers> {
  const span = limitOf(filter);
  const keys = sorting(filter);
  const newest = sql`select ${users.searchText} from ${users} where ${listed} order by ${users.createdAt} desc, ${users.id} desc`;
  const plan = await planSearch(tx, users.searchText, newest, filter.q ?? "", countedUsers(filter));
  const wanted = and(listed, plan.condition);
  if (plan.isCommon) {
    const rows = await readPage(tx, wanted, keys, span);
    return { rows, total: filter.total === "later" ? null : await countFound(tx, wanted) };
  }
  const found = await tx
    .select({ id: users.id, total: sql<number>`(count(*) over ())::int` })
    .from(users)
    .innerJoin(creditBalances, eq(creditBalances.userId, users.id))
    .where(wanted)
    .orderBy(...orderBy(keys))
    .limit(span.limit)
    .offset(span.offset);
  if (!found[0]) return { rows: [], total: span.offset > 0 ? await countFound(tx, wanted) : 0 };
  const rows = await readRows(
    tx,
    inArray(
      users.id,
      found.map(({ id }) => id),
    ),
    keys,
  );
  return { rows, total: found[0].total };
}

async function countFound(tx: Tx, where: SQL | undefined): Promise<number> {
  const [row] = await tx.select({ total: sql<number>`count(*)::int` }).from(users).where(where);
  return row?.total ?? 0;
}

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
