import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate as applyMigrations } from "drizzle-orm/node-postgres/migrator";
import type pg from "pg";
import { openClient } from "#server/db/open-client.ts";
import { projectRoot } from "#server/project-root.ts";

const migrationsFolder = join(projectRoot, "server/src/db/migrations");

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
  const client = await openClient(connectionString);
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

/** The schema began anew before the first release: migrations from before then lead nowhere. */
async function refuseEarlierSchema(client: pg.Client): Promise<void> {
  const { rows } = await client.query("select to_regclass('drizzle.__drizzle_migrations') as migrations");
  if (rows[0].migrations === null) return;
  const [first] = readMigrationFiles({ migrationsFolder });
  const earlier = await client.query("select from drizzle.__drizzle_migrations where created_at < $1", [
    first!.folderMillis,
  ]);
  if (earlier.rowCount === 0) return;
  throw new Error(
    "it was made by an earlier development version: name another DATA_DIR or DATABASE_URL for a new shop, or start " +
      "the version that made it",
  );
}

/** One transaction: all that is missing, or nothing. False where a lock was in the way. */
async function apply(client: pg.Client): Promise<boolean> {
  try {
    await refuseEarlierSchema(client);
    await applyMigrations(drizzle(client), { migrationsFolder });
    return true;
  } catch (error) {
    const cause = (error as Error).cause ?? error;
    const { code, message } = cause as { code?: string; message: string };
    if (code === "55P03" || code === "40P01") return false;
    throw new Error(`The database could not be brought to this release: ${message}.`, { cause });
  }
}
