import { and, asc, count, eq, sql } from "drizzle-orm";
import type { Tx } from "#server/db/database.ts";
import { passkeys, sessions } from "#server/db/tables/sessions.ts";

export async function findPasskeys(tx: Tx, userId: string) {
  const { id, name, backedUp, createdAt, lastUsedAt } = passkeys;
  return tx
    .select({ id, name, backedUp, createdAt, lastUsedAt })
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(asc(passkeys.createdAt), asc(passkeys.id));
}

export async function countPasskeys(tx: Tx, userId: string): Promise<number> {
  const [row] = await tx.select({ total: count() }).from(passkeys).where(eq(passkeys.userId, userId));
  return row?.total ?? 0;
}

/** Whose passkey has this id, which the browser knows it by. */
export async function findPasskeyOwner(tx: Tx, credentialId: string): Promise<string | null> {
  const [row] = await tx
    .select({ userId: passkeys.userId })
    .from(passkeys)
    .where(eq(passkeys.credentialId, credentialId));
  return row?.userId ?? null;
}

export async function notePasskeyUse(tx: Tx, credentialId: string): Promise<void> {
  await tx.update(passkeys).set({ lastUsedAt: sql`now()` }).where(eq(passkeys.credentialId, credentialId));
}

/** This session has seen one of its person's passkeys. */
export async function notePasskeySession(tx: Tx, sessionId: string): Promise<void> {
  await tx.update(sessions).set({ passkeyAt: sql`now()` }).where(eq(sessions.id, sessionId));
}

const isOwn = (userId: string, id: string) => and(eq(passkeys.userId, userId), eq(passkeys.id, id));

export async function setPasskeyName(tx: Tx, userId: string, id: string, name: string): Promise<boolean> {
  const found = await tx.update(passkeys).set({ name }).where(isOwn(userId, id)).returning();
  return found.length > 0;
}

export async function deletePasskey(tx: Tx, userId: string, id: string): Promise<boolean> {
  const gone = await tx.delete(passkeys).where(isOwn(userId, id)).returning({ id: passkeys.id });
  return gone.length > 0;
}

export async function deletePasskeysOf(tx: Tx, userId: string): Promise<number> {
  const gone = await tx.delete(passkeys).where(eq(passkeys.userId, userId)).returning({ id: passkeys.id });
  return gone.length;
}
