import { and, eq, isNotNull, isNull, lte, notInArray, or, sql } from "drizzle-orm";
import type { Tx } from "#server/db/database.ts";
import { lockOwner } from "#server/db/lock-owner.ts";
import { youtubeConnections, youtubeConsents, youtubeRevocations } from "#server/db/tables/youtube.ts";

export type ConnectionRow = typeof youtubeConnections.$inferSelect;
export type NewConsent = Omit<typeof youtubeConsents.$inferInsert, "expiresAt">;
export type ConsentRow = typeof youtubeConsents.$inferSelect;
export type RevocationRow = typeof youtubeRevocations.$inferSelect;

/** How long a try to connect may take, in minutes. */
const consentMinutes = 10;

export async function insertConsent(tx: Tx, consent: NewConsent): Promise<void> {
  const expiresAt = sql`now() + make_interval(mins => ${consentMinutes})`;
  await tx.insert(youtubeConsents).values({ ...consent, expiresAt });
}

/** Takes it out, so that no second answer finds it; null in another session than it was begun in. */
export async function takeConsent(
  tx: Tx,
  { stateHash, userId, sessionId }: Pick<ConsentRow, "stateHash" | "userId" | "sessionId">,
): Promise<ConsentRow | null> {
  const [row] = await tx
    .delete(youtubeConsents)
    .where(
      and(
        eq(youtubeConsents.stateHash, stateHash),
        eq(youtubeConsents.userId, userId),
        eq(youtubeConsents.sessionId, sessionId),
        sql`${youtubeConsents.expiresAt} > now()`,
      ),
    )
    .returning();
  return row ?? null;
}

export async function findConnection(tx: Tx, userId: string): Promise<ConnectionRow | null> {
  const [row] = await tx.select().from(youtubeConnections).where(eq(youtubeConnections.userId, userId));
  return row ?? null;
}

/**
 * Holds the person's account and connection; undefined where the account is erased, null where nothing is connected. One
 * after another: of two first connections at once the second has to see the first, whose access it ends.
 */
export async function lockConnection(tx: Tx, userId: string): Promise<ConnectionRow | null | undefined> {
  if (!(await lockOwner(tx, userId))) return undefined;
  const [row] = await tx
    .select()
    .from(youtubeConnections)
    .where(eq(youtubeConnections.userId, userId))
    .for("update");
  return row ?? null;
}

export async function saveConnection(
  tx: Tx,
  row: Omit<typeof youtubeConnections.$inferInsert, "createdAt" | "updatedAt" | "endedAt">,
): Promise<void> {
  const changes = { ...row, endedAt: null, createdAt: new Date(), updatedAt: new Date() };
  await tx
    .insert(youtubeConnections)
    .values(changes)
    .onConflictDoUpdate({ target: youtubeConnections.userId, set: changes });
}

/** Changes one whose tokens are still those that were seen; false where they are not. */
export async function updateConnection(
  tx: Tx,
  { userId, tokens }: Pick<ConnectionRow, "userId" | "tokens">,
  changes: Partial<Pick<ConnectionRow, "tokens" | "accessExpiresAt" | "scopes" | "endedAt">>,
): Promise<boolean> {
  const isSeen = tokens === null ? isNull(youtubeConnections.tokens) : eq(youtubeConnections.tokens, tokens);
  const rows = await tx
    .update(youtubeConnections)
    // It tells when the channel was read, which tokens are not.
    .set({ ...changes, updatedAt: sql`${youtubeConnections.updatedAt}` })
    .where(and(eq(youtubeConnections.userId, userId), isSeen))
    .returning({ userId: youtubeConnections.userId });
  return rows.length > 0;
}

/** In days: days are left to try again in before the 30 that YouTube allows. */
const refreshedAfterDays = 25;
const isStale = sql`${youtubeConnections.updatedAt} < now() - make_interval(days => ${refreshedAfterDays}::int)`;

export async function findConnectionsToRefresh(
  tx: Tx,
  except: string[],
  limit: number,
): Promise<ConnectionRow[]> {
  return tx
    .select()
    .from(youtubeConnections)
    .where(and(isNotNull(youtubeConnections.tokens), isStale, notInArray(youtubeConnections.userId, except)))
    .limit(limit);
}

/** Nothing where another channel was connected meanwhile. */
export async function updateChannel(
  tx: Tx,
  userId: string,
  {
    channelId,
    ...changes
  }: Pick<ConnectionRow, "channelId" | "channelTitle" | "pictureAddress" | "uploadsPlaylistId">,
): Promise<void> {
  await tx
    .update(youtubeConnections)
    .set({ ...changes, updatedAt: sql`now()` })
    .where(and(eq(youtubeConnections.userId, userId), eq(youtubeConnections.channelId, channelId)));
}

export async function deleteConnection(tx: Tx, userId: string): Promise<ConnectionRow | null> {
  await tx.delete(youtubeConsents).where(eq(youtubeConsents.userId, userId));
  const [row] = await tx.delete(youtubeConnections).where(eq(youtubeConnections.userId, userId)).returning();
  return row ?? null;
}

/** Connections by the persons' ids, whose tokens may lie under a former secret. */
export async function findConnectionsAfter(tx: Tx, userId: string, limit: number): Promise<ConnectionRow[]> {
  return tx
    .select()
    .from(youtubeConnections)
    .where(sql`${youtubeConnections.userId} > ${userId} and ${youtubeConnections.tokens} is not null`)
    .orderBy(youtubeConnections.userId)
    .limit(limit);
}

export async function insertRevocation(
  tx: Tx,
  row: { token: string } & ({ channelId: string } | { userId: string | null }),
): Promise<void> {
  await tx.insert(youtubeRevocations).values(row);
}

/**
 * Once a channel is connected again: taking the former grant back would end the new one with it, and one of the member's
 * that let the shop see no channel may be of the same Google account.
 */
export async function dropRevocationsOf(
  tx: Tx,
  { userId, channelId }: Pick<ConnectionRow, "userId" | "channelId">,
) {
  await tx
    .delete(youtubeRevocations)
    .where(or(eq(youtubeRevocations.channelId, channelId), eq(youtubeRevocations.userId, userId)));
}

/** Whose they were goes with the account; they stay until Google has taken them back. */
export async function forgetOwnerOfRevocations(tx: Tx, userId: string): Promise<void> {
  await tx.update(youtubeRevocations).set({ userId: null }).where(eq(youtubeRevocations.userId, userId));
}

export async function findDueRevocations(tx: Tx, except: string[], limit: number): Promise<RevocationRow[]> {
  return tx
    .select()
    .from(youtubeRevocations)
    .where(and(lte(youtubeRevocations.nextAttemptAt, sql`now()`), notInArray(youtubeRevocations.id, except)))
    .orderBy(youtubeRevocations.nextAttemptAt)
    .limit(limit);
}

export async function isToBeRevoked(tx: Tx, id: string): Promise<boolean> {
  return (await tx.$count(youtubeRevocations, eq(youtubeRevocations.id, id))) > 0;
}

export async function deleteRevocation(tx: Tx, id: string): Promise<void> {
  await tx.delete(youtubeRevocations).where(eq(youtubeRevocations.id, id));
}

/** Later each time, within an hour. */
export async function postponeRevocation(tx: Tx, id: string): Promise<void> {
  const seconds = sql`least(3600, 30 * power(2, least(${youtubeRevocations.attempts}, 10)))`;
  await tx
    .update(youtubeRevocations)
    .set({
      attempts: sql`${youtubeRevocations.attempts} + 1`,
      nextAttemptAt: sql`now() + make_interval(secs => ${seconds})`,
    })
    .where(eq(youtubeRevocations.id, id));
}

export async function findRevocations(tx: Tx): Promise<RevocationRow[]> {
  return tx.select().from(youtubeRevocations).limit(10_000);
}

export async function replaceRevocationToken(tx: Tx, { id }: RevocationRow, token: string): Promise<void> {
  await tx.update(youtubeRevocations).set({ token }).where(eq(youtubeRevocations.id, id));
}
