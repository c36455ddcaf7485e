import { and, eq, isNull, ne } from "drizzle-orm";
import type { Tx } from "#server/db/database.ts";
import { creditBalances } from "#server/db/tables/credits.ts";
import { identities, sessions, verifications } from "#server/db/tables/sessions.ts";
import { users } from "#server/db/tables/users.ts";

export type UserRow = typeof users.$inferSelect;

/** False where it was there. */
export async function insertBalance(tx: Tx, userId: string): Promise<boolean> {
  const made = await tx
    .insert(creditBalances)
    .values({ userId })
    .onConflictDoNothing()
    .returning({ userId: creditBalances.userId });
  return made.length > 0;
}

export async function canSignIn(tx: Tx, userId: string): Promise<boolean> {
  const found = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.disabledAt), isNull(users.deletedAt)));
  return found.length > 0;
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

/** The hash of the password; null where the person signs in by another service alone. */
export async function findPasswordHash(tx: Tx, userId: string): Promise<string | null> {
  const [row] = await tx
    .select({ password: identities.password })
    .from(identities)
    .where(and(eq(identities.userId, userId), eq(identities.providerId, "credential")));
  return row?.password ?? null;
}

export async function setPasswordHash(tx: Tx, userId: string, password: string): Promise<void> {
  const changed = await tx
    .update(identities)
    .set({ password })
    .where(and(eq(identities.userId, userId), eq(identities.providerId, "credential")))
    .returning({ id: identities.id });
  if (changed.length > 0) return;
  await tx.insert(identities).values({ userId, accountId: userId, providerId: "credential", password });
}

export async function deleteFederatedIdentitiesOf(tx: Tx, userId: string): Promise<void> {
  await tx
    .delete(identities)
    .where(and(eq(identities.userId, userId), ne(identities.providerId, "credential")));
}

/** Reset links and whatever else was made for the person and waits to be used. */
export async function deleteVerificationsOf(tx: Tx, userId: string): Promise<void> {
  await tx.delete(verifications).where(eq(verifications.value, userId));
}

export async function deleteSessionsOf(tx: Tx, userId: string): Promise<void> {
  await tx.delete(sessions).where(eq(sessions.userId, userId));
}

export async function deleteSession(tx: Tx, id: string): Promise<void> {
  await tx.delete(sessions).where(eq(sessions.id, id));
}

export async function insertUser(
  tx: Tx,
  user: Pick<typeof users.$inferInsert, "name" | "email" | "role">,
): Promise<string> {
  const [row] = await tx.insert(users).values(user).returning({ id: users.id });
  return row!.id;
}
