import type pg from "pg";
import { expect } from "vitest";

const lockWaits =
  "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";

/** Resolves once so many sessions of the client's database wait for a lock. */
export async function untilWaiting(client: pg.Client, count: number): Promise<void> {
  await expect.poll(async () => (await client.query(lockWaits)).rowCount).toBe(count);
}
