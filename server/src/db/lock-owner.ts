import { and, eq, isNull } from "drizzle-orm";
import type { Tx } from "./database.ts";
import { apiKeys } from "./tables/api-keys.ts";
import { sessions } from "./tables/sessions.ts";
import { users } from "./tables/users.ts";

/**
 * Locks a person's row until the transaction's end; false where the account was erased. What is done under it comes before
 * an erasure or not at all, and one after another; shared, side by side.
 */
export async function lockOwner(
  tx: Tx,
  userId: string,
  strength: "no key update" | "share" = "no key update",
): Promise<boolean> {
  const owner = and(eq(users.id, userId), isNull(users.deletedAt));
  const rows = await tx.select({ id: users.id }).from(users).where(owner).for(strength);
  return rows.length > 0;
}

/** The same for what outlives a session, such as a key: false where the account is disabled as well. */
export async function lockActiveOwner(tx: Tx, userId: string): Promise<boolean> {
  const owner = and(eq(users.id, userId), isNull(users.disabledAt), isNull(users.deletedAt));
  const rows = await tx.select({ id: users.id }).from(users).where(owner).for("no key update");
  return rows.length > 0;
}

/**
 * False where the session has ended; nobody else ends it until the transaction has. Asked once its person's row is locked, so
 * that a new password, which ends sessions and keys, comes before what is done in this one or after it.
 */
export async function lockSession(tx: Tx, id: string): Promise<boolean> {
  const found = await tx.select({ id: sessions.id }).from(sessions).where(eq(sessions.id, id)).for("share");
  return found.length > 0;
}

/** The same where a program may ask as well, of the key that it brought in place of a session. */
export async function lockSessionOrKey(
  tx: Tx,
  { sessionId, key }: { sessionId: string; key?: { id: string } },
): Promise<boolean> {
  if (!key) return lockSession(tx, sessionId);
  const found = await tx.select({ id: apiKeys.id }).from(apiKeys).where(eq(apiKeys.id, key.id)).for("share");
  return found.length > 0;
}
