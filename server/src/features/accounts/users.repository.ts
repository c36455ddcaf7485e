import { and, asc, desc, eq, ilike, isNull, or, type SQL, sql } from "drizzle-orm";
import type { MembershipLevel, Role } from "#contract/roles.ts";
import type { Tx } from "#server/db/database.ts";
import { containsPattern, limitOf, type PageQuery } from "#server/db/paging.ts";
import { creditBalances } from "#server/db/tables/credits.ts";
import { users } from "#server/db/tables/users.ts";
import type { UserRow } from "./accounts.repository.ts";

export interface UserWithBalance {
  user: UserRow;
  balance: number | null;
}

const withBalance = { user: users, balance: creditBalances.balance };

const sortColumns = {
  userName: sql`lower(${users.name})`,
  currentBalance: creditBalances.balance,
  userRole: users.role,
  userMembership: users.membership,
  createdAt: users.createdAt,
};

export interface UserFilter extends PageQuery {
  email?: string | undefined;
  userRole?: Role | undefined;
  userMembership?: MembershipLevel | undefined;
  q?: string | undefined;
  sort?: keyof typeof sortColumns | undefined;
  order?: "asc" | "desc" | undefined;
}

/** Counting stops here where a text is looked for, so that a search need not read every row. */
const searchCountLimit = 10_000;

export async function findUsers(
  tx: Tx,
  filter: UserFilter,
): Promise<{ rows: UserWithBalance[]; total: number }> {
  const where = matching(filter);
  const sort = filter.sort ?? "createdAt";
  const ascending = (filter.order ?? (sort === "createdAt" ? "desc" : "asc")) === "asc";
  const direction = ascending ? asc : desc;
  const { limit, offset } = limitOf(filter);
  // Everyone has a balance row, so an inner join loses nobody and lets its index serve the order.
  const tieBreak = sort === "currentBalance" ? creditBalances.userId : users.id;
  const rows = await tx
    .select(withBalance)
    .from(users)
    .innerJoin(creditBalances, eq(creditBalances.userId, users.id))
    .where(where)
    .orderBy(direction(sortColumns[sort]), direction(tieBreak))
    .limit(limit)
    .offset(offset);
  return { rows, total: await countUsers(tx, filter, where) };
}

async function countUsers(tx: Tx, filter: UserFilter, where: SQL | undefined): Promise<number> {
  const found = tx.select({ one: sql`1` }).from(users).where(where);
  const counted = filter.q?.trim() ? found.limit(searchCountLimit) : found;
  const [row] = await tx.select({ total: sql<number>`count(*)::int` }).from(counted.as("found"));
  return row?.total ?? 0;
}

function matching(filter: UserFilter): SQL | undefined {
  return and(
    isNull(users.deletedAt),
    filter.email === undefined ? undefined : eq(users.email, filter.email),
    filter.userRole ? eq(users.role, filter.userRole) : undefined,
    filter.userMembership ? eq(users.membership, filter.userMembership) : undefined,
    filter.q?.trim() ? searching(filter.q.trim()) : undefined,
  );
}

/** What the directory shows as text: name and e-mail, role and level. */
function searching(q: string): SQL | undefined {
  const pattern = containsPattern(q);
  return or(
    ilike(users.name, pattern),
    ilike(users.email, pattern),
    ilike(users.role, pattern),
    ilike(users.membership, pattern),
  );
}

export async function findUser(tx: Tx, id: string): Promise<UserWithBalance | null> {
  const [row] = await tx
    .select(withBalance)
    .from(users)
    .leftJoin(creditBalances, eq(creditBalances.userId, users.id))
    .where(and(eq(users.id, id), isNull(users.deletedAt)));
  return row ?? null;
}

export async function findAdminEmails(tx: Tx): Promise<string[]> {
  const rows = await tx
    .select({ email: users.email })
    .from(users)
    .where(and(eq(users.role, "Admin"), isNull(users.deletedAt)))
    .orderBy(asc(users.createdAt), asc(users.id));
  return rows.map(({ email }) => email);
}

/**
 * Locks the row until the transaction's end. Bookings and orders that only refer to the person go on meanwhile.
 */
export async function lockUser(tx: Tx, id: string): Promise<UserRow | null> {
  const [row] = await tx
    .select()
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deletedAt)))
    .for("no key update");
  return row ?? null;
}

export async function saveUser(
  tx: Tx,
  id: string,
  changes: Partial<typeof users.$inferInsert>,
): Promise<void> {
  if (Object.keys(changes).length > 0) await tx.update(users).set(changes).where(eq(users.id, id));
}

/** Until the transaction's end nobody else takes an admin's rights, or makes the first admin. */
export async function lockAdmins(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('admins', 7))`);
}

/** Admins who can sign in, but for the one of this id. */
export async function countOtherAdmins(tx: Tx, id: string): Promise<number> {
  const [row] = await tx
    .select({ total: sql<number>`count(*)::int` })
    .from(users)
    .where(
      and(
        eq(users.role, "Admin"),
        isNull(users.disabledAt),
        isNull(users.deletedAt),
        sql`${users.id} <> ${id}`,
      ),
    );
  return row?.total ?? 0;
}
