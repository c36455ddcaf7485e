import { and, eq, gt, isNull, ne, sql } from "drizzle-orm";
import type { Tx } from "#server/db/database.ts";
import { preparedOnce } from "#server/db/prepared.ts";
import { creditBalances } from "#server/db/tables/credits.ts";
import { identities, sessions, verifications } from "#server/db/tables/sessions.ts";
import { users } from "#server/db/tables/users.ts";

const viewerByToken = preparedOnce((tx) =>
  tx
    .select({
      id: users.id,
      email: users.email,
      name: users.name,
      role: users.role,
      sessionId: sessions.id,
      expiresAt: sessions.expiresAt,
      shown: {
        profileUrl: users.profileUrl,
        membership: users.membership,
        membershipValidity: users.membershipValidity,
        balance: sql<number>`coalesce(${creditBalances.balance}, 0)`.mapWith(Number),
      },
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(creditBalances, eq(creditBalances.userId, users.id))
    .where(
      and(
        eq(sessions.token, sql.placeholder("token")),
        gt(sessions.expiresAt, sql`now()`),
        isNull(users.disabledAt),
        isNull(users.deletedAt),
      ),
    )
    .prepare("find_viewer"),
);

/** The session of this token and its person, where it has not ended and the account may have one. */
export async function findViewer(tx: Tx, token: string) {
  const [found] = await viewerByToken(tx).execute({ token });
  return found ?? null;
}

export async function canSignIn(tx: Tx, userId: string): Promise<boolean> {
  const found = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.disabledAt), isNull(users.deletedAt)));
  return found.length > 0;
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
