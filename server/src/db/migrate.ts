import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate as applyMigrations } from "drizzle-orm/node-postgres/migrator";
import pg from "pg";
import { projectRoot } from "#server/platform/project-root.ts";

/** One lock for all processes that start at once on one database. */
const migrationLock = 7_201_944;

export interface MigrateOptions {
  /** Told each time that somebody else's lock was in the way. */
  onWait?: (message: string) => void;
  pauseMs?: number;
}

/**
 * Brings the database to the newest migration. Safe to call from several processes at once.
 *
 * A change of a table waits for everybody who reads it, a backup for one, and whoever comes later waits behind it: it
 * gives up after three seconds, so that a shop at work stands no longer, and is tried again until it gets through.
 */
export async function migrate(connectionString: string, options: MigrateOptions = {}): Promise<void> {
  const { onWait = console.error, pauseMs = 5_000 } = options;
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [migrationLock]);
    await client.query("set lock_timeout = '3s'");
    while (!(await apply(client))) {
      onWait("The database's migration waits for a lock, such as a backup's, and is tried again in a moment");
      await pause(pauseMs);
    }
  } finally {
    await client.end();
  }
}

/** One transaction: all that is missing, or nothing. False where a lock was in the way. */
async function apply(client: pg.Client): Promise<boolean> {
  try {
    await applyMigrations(drizzle(client), {
      migrationsFolder: join(projectRoot, "server/src/db/migrations"),
    });
    return true;
  } catch (error) {
    const cause = (error as Error).cause ?? error;
    const { code, message } = cause as { code?: string; message: string };
    if (code === "55P03" || code === "40P01") return false;
    throw new Error(`The database could not be brought to this release: ${message}.`, { cause });
  }
}
