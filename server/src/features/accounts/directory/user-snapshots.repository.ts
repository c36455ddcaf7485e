import { eq, sql } from "drizzle-orm";
import type { Tx } from "#server/db/database.ts";
import { sessions } from "#server/db/tables/sessions.ts";
import { shownUsers, type UserSnapshot } from "#server/db/tables/shown-users.ts";

export type { UserSnapshot };

/**
 * Beside what was shown before; a whole list takes its place. Nothing where the session has ended, as with an admin's
 * own new role.
 */
export async function saveSnapshots(
  tx: Tx,
  sessionId: string,
  people: Record<string, UserSnapshot>,
  whole: boolean,
): Promise<void> {
  const kept = whole ? sql`excluded.people` : sql`shown_users.people || excluded.people`;
  await tx.execute(sql`
    insert into shown_users (session_id, people)
    select ${sessions.id}, ${JSON.stringify(people)}::jsonb from ${sessions}
    where ${sessions.id} = ${sessionId} for key share
    on conflict (session_id) do update set people = ${kept}, updated_at = now()`);
}

export async function findSnapshot(tx: Tx, sessionId: string, userId: string): Promise<UserSnapshot | null> {
  const [row] = await tx
    .select({ shown: sql<UserSnapshot | null>`${shownUsers.people} -> ${userId}::text` })
    .from(shownUsers)
    .where(eq(shownUsers.sessionId, sessionId));
  return row?.shown ?? null;
}

/** For an erased person, so that no digest of the name is left. */
export async function forgetSnapshotsOf(tx: Tx, userId: string): Promise<void> {
  await tx
    .update(shownUsers)
    .set({ people: sql`${shownUsers.people} - ${userId}::text` })
    .where(sql`${shownUsers.people} ? ${userId}::text`);
}
