import { join } from "node:path";
import { readMigrationFiles } from "drizzle-orm/migrator";
import type pg from "pg";
import { projectRoot } from "#server/project-root.ts";

export const ownMigrationsFolder = join(projectRoot, "server/src/db/migrations");

export type Migration = ReturnType<typeof readMigrationFiles>[number];

/** One that builds or drops indexes while the shop writes, which PostgreSQL does outside of a transaction alone. */
export function isConcurrent({ sql }: Migration): boolean {
  const concurrent = sql.filter((statement) => concurrentIndex(statement) !== null);
  if (concurrent.length > 0 && concurrent.length < sql.length)
    throw new Error("a migration with CONCURRENTLY holds no other statements, as nothing takes those back");
  return concurrent.length > 0;
}

const concurrently =
  /^\s*(create|drop)(?:\s+unique)?\s+index\s+concurrently\s+(?:if\s+(?:not\s+)?exists\s+)?"?(\w+)"?/i;

/** The index that a statement builds or drops concurrently; null for every other statement. */
export function concurrentIndex(statement: string): { name: string; isBuilt: boolean } | null {
  const [, verb, name] = concurrently.exec(withoutComments(statement)) ?? [];
  return verb && name ? { name, isBuilt: verb.toLowerCase() === "create" } : null;
}

/** As it runs where nobody else is, in a transaction. */
export function inTransaction(statement: string): string {
  return concurrentIndex(statement) ? statement.replace(/\s+concurrently\b/i, "") : statement;
}

/** The tables and indexes that it closes to readers too, at the end of its work or before. */
export function closedToReaders({ sql }: Migration): string[] {
  const closing = /^\s*(?:alter\s+table|drop\s+index|drop\s+table)\s+(?:if\s+exists\s+)?"?(\w+)"?/gim;
  const names = sql.flatMap((statement) =>
    [...withoutComments(statement).matchAll(closing)].map(([, name]) => name!),
  );
  return [...new Set(names)];
}

function withoutComments(statement: string): string {
  return statement.replace(/^\s*--.*$/gm, "");
}

/** As Drizzle makes it. */
export async function createAppliedTable(client: pg.Client): Promise<void> {
  await client.query("create schema if not exists drizzle");
  await client.query(
    "create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)",
  );
}

/** Which migrations a database has, by their numbers in the journal. Throws one sentence where this release can't follow them. */
export async function readApplied(client: pg.Client | pg.Pool, own: readonly Migration[]): Promise<number[]> {
  const table = await client.query("select to_regclass('drizzle.__drizzle_migrations') as name");
  if (table.rows[0].name === null) return [];
  const { rows } = await client.query("select created_at from drizzle.__drizzle_migrations");
  const applied = rows.map((row) => Number(row.created_at));
  requireOwnSchema(applied, own);
  return applied;
}

/**
 * The schema began anew before the first release: migrations from before then lead nowhere. What a newer release made of
 * the tables this one cannot know: it would write rows that the newer one never looks at.
 */
function requireOwnSchema(applied: readonly number[], own: readonly Migration[]): void {
  if (applied.some((number) => number < own[0]!.folderMillis))
    throw new Error(
      "it was made by an earlier development version: name another DATA_DIR or DATABASE_URL for a new shop, or start " +
        "the version that made it",
    );
  if (applied.some((number) => number > own.at(-1)!.folderMillis))
    throw new Error(
      "it is of a newer release: start that one, or restore with this one the backup that was made before the newer " +
        "one first started, by npm run restore -- FILE --replace",
    );
}

export async function requireMigratable(client: pg.Pool): Promise<void> {
  await readApplied(client, readMigrationFiles({ migrationsFolder: ownMigrationsFolder }));
}

/** For what must change nothing, as another release may be at work on the database. */
export async function requireMigrated(client: pg.Pool): Promise<void> {
  const own = readMigrationFiles({ migrationsFolder: ownMigrationsFolder });
  const applied = await readApplied(client, own).catch((error: Error) => {
    throw new Error(`The database can't be asked: ${error.message}.`, { cause: error });
  });
  if (applied.length === 0) throw new Error("The database holds no shop yet.");
  if (own.some(({ folderMillis }) => !applied.includes(folderMillis)))
    throw new Error("The database is of an earlier release. Start this one first, or ask with that one.");
}
