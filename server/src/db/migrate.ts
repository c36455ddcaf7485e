import { join } from "node:path";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate as applyMigrations } from "drizzle-orm/node-postgres/migrator";
import pg from "pg";
import { projectRoot } from "#server/platform/project-root.ts";

/** One lock for all processes that start at once on one database. */
const migrationLock = 7_201_944;

/** Brings the database to the newest migration. Safe to call from several processes at once. */
export async function migrate(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [migrationLock]);
    await applyMigrations(drizzle(client), {
      migrationsFolder: join(projectRoot, "server/src/db/migrations"),
    });
  } finally {
    await client.end();
  }
}
