import { expect } from "vitest";
import type { Db } from "#server/db/database.ts";

const lockWaits =
  "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";

/**
 * Resolves once so many sessions of the database wait for a lock. Not to be asked within a transaction, which goes on seeing
 * the sessions that there were when it first looked.
 */
export async function untilWaiting(db: Db, count: number): Promise<void> {
  await expect.poll(async () => (await db.execute(lockWaits)).rowCount).toBe(count);
}
