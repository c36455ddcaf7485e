import type pg from "pg";
import { expect } from "vitest";
import type { Db } from "#server/db/database.ts";

const lockWaits =
  "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";

/** Resolves once so many sessions of the database wait for a lock. */
export async function untilWaiting(database: pg.Client | Db, count: number): Promise<void> {
  const ask = () => ("execute" in database ? database.execute(lockWaits) : database.query(lockWaits));
  await expect.poll(async () => (await ask()).rowCount).toBe(count);
}
