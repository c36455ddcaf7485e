import { setTimeout as pause } from "node:timers/promises";
import { readMigrationFiles } from "drizzle-orm/migrator";
import pg from "pg";
import { keepAlive } from "#server/db/database.ts";
import {
  closedToReaders,
  concurrentIndex,
  createAppliedTable,
  isConcurrent,
  type Migration,
  ownMigrationsFolder,
  readApplied,
} from "#server/db/migration-files.ts";
import { openClient } from "#server/db/open-client.ts";

/** One lock for all processes that start at once on one database. */
const migrationLock = 7_201_944;
const lookAgainMs = 100;

export interface MigrateOptions {
  migrationsFolder?: string;
  /** Told each time that somebody else's lock was in the way, and now and then while another process migrates. */
  onWait?: (message: string) => void;
  pauseMs?: number;
}

/**
 * Brings the database to the newest migration, each in a transaction of its own. Safe to call from several processes at
 * once. The table of what was applied is Drizzle's.
 *
 * A change of a table waits for everybody who reads it, a backup for one, and whoever comes later waits behind it: it
 * gives up after three seconds, so that a shop at work stands no longer, and is tried again until it gets through.
 */
export async function migrate(connectionString: string, options: MigrateOptions = {}): Promise<void> {
  const { migrationsFolder = ownMigrationsFolder, onWait = console.error, pauseMs = 5_000 } = options;
  const own = readMigrationFiles({ migrationsFolder });
  const client = await openClient(connectionString);
  const untilFree = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        const { code, message } = error as { code?: string; message: string };
        if (code !== "55P03" && code !== "40P01")
          throw new Error(`The database could not be brought to this release: ${message}.`, { cause: error });
        onWait(
          "The database's migration waits for a lock, such as a backup's, and is tried again in a moment",
        );
        await pause(pauseMs);
      }
    }
  };
  try {
    await client.query(
      `set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; ${keepAlive}`,
    );
    await lockOut(client, { onWait, pauseMs });
    await client.query("set lock_timeout = '3s'");
    const last = Math.max(0, ...(await untilFree(() => readApplied(client, own))));
    for (const migration of own.filter(({ folderMillis }) => folderMillis > last))
      await untilFree(() => apply(client, migration));
  } finally {
    await client.end();
  }
}

/** Asked again and again: an index that is built concurrently would wait for a statement that waits for this lock. */
async function lockOut(
  client: pg.Client,
  { onWait, pauseMs }: Required<Pick<MigrateOptions, "onWait" | "pauseMs">>,
): Promise<void> {
  const isHeld = async () =>
    (await client.query("select pg_try_advisory_lock($1) as held", [migrationLock])).rows[0].held === true;
  for (let waitedMs = 0; !(await isHeld()); waitedMs += lookAgainMs) {
    if (waitedMs > 0 && waitedMs % pauseMs === 0)
      onWait("Another process migrates the database, and this one waits until it has");
    await pause(lookAgainMs);
  }
}

/** Throws 55P03 or 40P01 where a lock was in the way: nothing is left of it then, but indexes built concurrently. */
async function apply(client: pg.Client, migration: Migration): Promise<void> {
  if (isConcurrent(migration)) {
    for (const statement of migration.sql) await changeIndex(client, statement);
    return transaction(client, () => note(client, migration));
  }
  await tryLocks(client, closedToReaders(migration));
  await transaction(client, async () => {
    for (const statement of migration.sql) await client.query(statement);
    await note(client, migration);
  });
}

/** Before anything long is built: a lock that is not to be had at its end would undo all of it. */
async function tryLocks(client: pg.Client, names: readonly string[]): Promise<void> {
  const { rows } = await client.query(
    `select distinct coalesce(i.indrelid, c.oid)::regclass::text as name
       from unnest($1::text[]) as given (name)
       join pg_class c on c.oid = to_regclass('public.' || quote_ident(given.name))
       left join pg_index i on i.indexrelid = c.oid`,
    [names],
  );
  if (rows.length === 0) return;
  await client.query("begin");
  try {
    await client.query(`lock table ${rows.map(({ name }) => name).join(", ")} in access exclusive mode`);
  } finally {
    await client.query("rollback");
  }
}

/**
 * Waits for every transaction under way, without a limit, as nobody waits behind it. What broke off leaves an index
 * that is not valid, which goes before it is built anew.
 */
async function changeIndex(client: pg.Client, statement: string): Promise<void> {
  const { name, isBuilt } = concurrentIndex(statement)!;
  const { rows } = await client.query("select indisvalid from pg_index where indexrelid = to_regclass($1)", [
    `public.${pg.escapeIdentifier(name)}`,
  ]);
  const isValid: boolean | undefined = rows[0]?.indisvalid;
  if (isBuilt ? isValid === true : isValid === undefined) return;
  await client.query("set lock_timeout = 0");
  try {
    if (isBuilt && isValid === false)
      await client.query(`drop index concurrently ${pg.escapeIdentifier(name)}`);
    await client.query(statement);
  } finally {
    await client.query("set lock_timeout = '3s'");
  }
}

async function note(client: pg.Client, { hash, folderMillis }: Migration): Promise<void> {
  await createAppliedTable(client);
  await client.query("insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)", [
    hash,
    folderMillis,
  ]);
}

async function transaction(client: pg.Client, work: () => Promise<void>): Promise<void> {
  await client.query("begin");
  try {
    await work();
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw error;
  }
}
