import type { Tx } from "#server/db/database.ts";
import { lockSession } from "#server/db/lock-owner.ts";
import { withDeadlockRetry } from "#server/db/with-deadlock-retry.ts";
import { failure } from "#server/platform/failure.ts";
import type { Viewer } from "#server/platform/http/viewer.ts";
import type { Platform } from "#server/platform/platform.ts";
import { lockUser } from "../users.repository.ts";

/**
 * What somebody does whose password was looked at. A new password comes before it, and ends the session, of which nothing is
 * done then; or after it, and ends what has come of it. Throws UNAUTHENTICATED for a session that has ended.
 */
export async function inSession<T>(
  { db }: Platform,
  { id, sessionId }: Viewer,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  return withDeadlockRetry(db, async (tx) => {
    await lockUser(tx, id);
    if (!(await lockSession(tx, sessionId))) throw failure("UNAUTHENTICATED");
    return work(tx);
  });
}
