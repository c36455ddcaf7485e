import { and, desc, eq, gt, inArray, isNull, ne, not, or, sql } from "drizzle-orm";
import type { Role } from "#contract/roles.ts";
import type { Tx } from "#server/db/database.ts";
import { lockOwner } from "#server/db/lock-owner.ts";
import { preparedOnce } from "#server/db/prepared.ts";
import { creditBalances } from "#server/db/tables/credits.ts";
import { identities, passkeys, sessions, twoFactors, verifications } from "#server/db/tables/sessions.ts";
import { users } from "#server/db/tables/users.ts";
import { shownOfViewer } from "#server/db/viewer-columns.ts";

/** A session of staff ends twelve hours after its sign-in, or after one of doing nothing, whichever comes first. */
const withinStaffHours = and(
  gt(sessions.createdAt, sql`now() - interval '12 hours'`),
  gt(sessions.lastUsedAt, sql`now() - interval '1 hour'`),
);

/** Of a session beside its person's row. */
const hasNotEnded = and(gt(sessions.expiresAt, sql`now()`), or(eq(users.role, "member"), withinStaffHours));

const viewerByToken = preparedOnce((tx) =>
  tx
    .select({
      id: users.id,
      email: users.email,
      name: users.name,
      role: users.role,
      /** A passkey is one in the sessions that have seen it: beside it, the password still signs in by itself. */
      hasFactor: sql<boolean>`${users.twoFactorEnabled} or (${sessions.passkeyAt} is not null and exists
        (select 1 from ${passkeys} p where p.user_id = ${users}.id))`,
      sessionId: sessions.id,
      provenAt: sessions.provenAt,
      lastUsedAt: sessions.lastUsedAt,
      shown: shownOfViewer,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(creditBalances, eq(creditBalances.userId, users.id))
    .where(
      and(
        eq(sessions.token, sql.placeholder("token")),
        hasNotEnded,
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

/** The ids of the person's sessions that have not ended. */
export async function findOpenSessionsOf(tx: Tx, userId: string): Promise<Set<string>> {
  const open = await tx
    .select({ id: sessions.id })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.userId, userId), hasNotEnded));
  return new Set(open.map(({ id }) => id));
}

/** The role of somebody who may sign in; null for one who may not. Waits for an erasure that is under way. */
export async function findRoleToSignIn(tx: Tx, userId: string): Promise<Role | null> {
  const [found] = await tx
    .select({ role: users.role })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.disabledAt), isNull(users.deletedAt)))
    .for("share");
  return found?.role ?? null;
}

/** The hash of the password; null where the person signs in by another service alone. */
export async function findPasswordHash(tx: Tx, userId: string): Promise<string | null> {
  const [row] = await tx
    .select({ password: identities.password })
    .from(identities)
    .where(and(eq(identities.userId, userId), eq(identities.providerId, "credential")));
  return row?.password ?? null;
}

/**
 * For whoever has just opened a session: with the person's row locked, a new password ends those that are there. Once it is set,
 * they see that what opened theirs has ended.
 */
export async function awaitNewPassword(tx: Tx, userId: string): Promise<void> {
  await lockOwner(tx, userId, "share");
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

export async function deleteFederatedIdentitiesOf(tx: Tx, userId: string): Promise<number> {
  const gone = await tx
    .delete(identities)
    .where(and(eq(identities.userId, userId), ne(identities.providerId, "credential")))
    .returning({ id: identities.id });
  return gone.length;
}

/** Whether the person still signs in by this service. */
export async function hasIdentity(tx: Tx, userId: string, providerId: string): Promise<boolean> {
  const own = and(eq(identities.userId, userId), eq(identities.providerId, providerId));
  return (await tx.$count(identities, own)) > 0;
}

/** Uses a link up: of several at once, one. */
export async function takeVerification(tx: Tx, id: string): Promise<boolean> {
  const isGood = and(eq(verifications.id, id), gt(verifications.expiresAt, sql`now()`));
  const taken = await tx.delete(verifications).where(isGood).returning({ id: verifications.id });
  return taken.length > 0;
}

/** Reset links and whatever else was made for the person and waits to be used. */
export async function deleteVerificationsOf(tx: Tx, userId: string): Promise<void> {
  await tx.delete(verifications).where(eq(verifications.value, userId));
}

export async function touchSession(tx: Tx, id: string): Promise<void> {
  await tx.update(sessions).set({ lastUsedAt: sql`now()` }).where(eq(sessions.id, id));
}

/** Whoever sits at this session has just proven who that is. */
export async function proveSession(tx: Tx, id: string): Promise<void> {
  await tx.update(sessions).set({ provenAt: sql`now()` }).where(eq(sessions.id, id));
}

export async function deleteSessionsOf(tx: Tx, userId: string): Promise<void> {
  await tx.delete(sessions).where(eq(sessions.userId, userId));
}

/** All but so many of the newest. */
export async function deleteOldestSessionsOf(tx: Tx, userId: string, most: number): Promise<void> {
  const older = tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.userId, userId))
    .orderBy(desc(sessions.createdAt), desc(sessions.id))
    .offset(most);
  await tx.delete(sessions).where(inArray(sessions.id, older));
}

export async function findTwoFactor(tx: Tx, userId: string): Promise<{ verified: boolean } | null> {
  const [row] = await tx
    .select({ verified: twoFactors.verified })
    .from(twoFactors)
    .where(eq(twoFactors.userId, userId));
  return row ?? null;
}

type EncryptedFactor = Pick<typeof twoFactors.$inferSelect, "id" | "userId" | "secret" | "backupCodes">;

/** By id from `after` on, those whose sealed text begins otherwise. */
export async function findEncryptedFactors(
  tx: Tx,
  { otherThan, after, limit }: { otherThan: string; after: string; limit: number },
): Promise<EncryptedFactor[]> {
  const { id, userId, secret, backupCodes } = twoFactors;
  return tx
    .select({ id, userId, secret, backupCodes })
    .from(twoFactors)
    .where(
      and(
        gt(id, after),
        not(and(sql`starts_with(${secret}, ${otherThan})`, sql`starts_with(${backupCodes}, ${otherThan})`)!),
      ),
    )
    .orderBy(id)
    .limit(limit);
}

/** Unless a code was used or the factor was made anew meanwhile. */
export async function replaceEncryptedFactor(
  tx: Tx,
  { id, secret, backupCodes }: EncryptedFactor,
  next: Pick<EncryptedFactor, "secret" | "backupCodes">,
): Promise<void> {
  const isSame = and(
    eq(twoFactors.id, id),
    eq(twoFactors.secret, secret),
    eq(twoFactors.backupCodes, backupCodes),
  );
  await tx.update(twoFactors).set(next).where(isSame);
}

/** Signing in takes the password alone again. */
export async function removeTwoFactor(tx: Tx, userId: string): Promise<void> {
  await tx.delete(twoFactors).where(eq(twoFactors.userId, userId));
  await tx.update(users).set({ twoFactorEnabled: false }).where(eq(users.id, userId));
}

export async function deleteSessionByToken(tx: Tx, token: string): Promise<void> {
  await tx.delete(sessions).where(eq(sessions.token, token));
}

export async function deleteSession(tx: Tx, id: string): Promise<void> {
  await tx.delete(sessions).where(eq(sessions.id, id));
}
