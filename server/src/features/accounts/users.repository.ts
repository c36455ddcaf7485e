import { and, asc, eq, isNull, sql } from "drizzle-orm";
import type { Tx } from "#server/db/database.ts";
import { creditBalances } from "#server/db/tables/credits.ts";
import { users } from "#server/db/tables/users.ts";

export type UserRow = typeof users.$inferSelect;

export interface UserWithBalance {
  user: UserRow;
  balance: number | null;
}

export const withBalance = { user: users, balance: creditBalances.balance };

export async function findUser(tx: Tx, id: string): Promise<UserWithBalance | null> {
  const [row] = await tx
    .select(withBalance)
    .from(users)
    .leftJoin(creditBalances, eq(creditBalances.userId, users.id))
    .where(and(eq(users.id, id), isNull(users.deletedAt)));
  return row ?? null;
}

/** Also of those that are disabled. */
export async function findAllAdminEmails(tx: Tx): Promise<string[]> {
  const rows = await tx
    .select({ email: users.email })
    .from(users)
    .where(and(eq(users.role, "Admin"), isNull(users.deletedAt)))
    .orderBy(asc(users.createdAt), asc(users.id));
  return rows.map(({ email }) => email);
}

/**
 * Locks the row until the transaction's end. Bookings that only refer to the person go on meanwhile; what holds their words or
 * address waits (`lockOwner`).
 */
export async function lockUser(tx: Tx, id: string): Promise<UserRow | null> {
  const [row] = await tx
    .select()
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deletedAt)))
    .for("no key update");
  return row ?? null;
}

/** `edited`: something of the person was changed, if only beside the row. */
export async function saveUser(
  tx: Tx,
  id: string,
  changes: Partial<typeof users.$inferInsert>,
  edited = Object.keys(changes).length > 0,
): Promise<void> {
  if (!edited) return;
  await tx
    .update(users)
    .set({ ...changes, version: sql`${users.version} + 1` })
    .where(eq(users.id, id));
}

/** Where it is another one than before: a profile that is open elsewhere is not told of a change that is none. */
export async function saveAddress(
  tx: Tx,
  id: string,
  { address, country }: { address: string; country: string },
): Promise<void> {
  const isAnother = sql`(${users.address}, ${users.country}) is distinct from (${address}, ${country})`;
  await tx
    .update(users)
    .set({ address, country, version: sql`${users.version} + 1` })
    .where(and(eq(users.id, id), isNull(users.deletedAt), isAnother));
}

/** Until the transaction's end nobody else takes an admin's rights, or makes the first admin. */
export async function lockAdmins(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('admins', 7))`);
}

/** Admins who can sign in, but for the one of this id. */
export async function countOtherAdmins(tx: Tx, id: string): Promise<number> {
  return tx.$count(
    users,
    and(
      eq(users.role, "Admin"),
      isNull(users.disabledAt),
      isNull(users.deletedAt),
      sql`${users.id} <> ${id}`,
    ),
  );
}

/** False where it was there. */
export async function insertBalance(tx: Tx, userId: string): Promise<boolean> {
  const made = await tx
    .insert(creditBalances)
    .values({ userId })
    .onConflictDoNothing()
    .returning({ userId: creditBalances.userId });
  return made.length > 0;
}

/** E-mails are kept in lower case. */
export async function findUserByEmail(tx: Tx, email: string): Promise<UserRow | null> {
  const [row] = await tx
    .select()
    .from(users)
    .where(and(eq(users.email, email), isNull(users.deletedAt)));
  return row ?? null;
}

export async function findUserById(tx: Tx, id: string): Promise<UserRow | null> {
  const [row] = await tx
    .select()
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deletedAt)));
  return row ?? null;
}

export async function insertUser(
  tx: Tx,
  user: Pick<typeof users.$inferInsert, "name" | "email" | "role">,
): Promise<string> {
  const [row] = await tx.insert(users).values(user).returning({ id: users.id });
  return row!.id;
}
