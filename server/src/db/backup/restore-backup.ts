import type { Readable } from "node:stream";
import { json } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { type BackupEnd, type Entry, type Manifest, readArchive } from "#server/db/backup/archive.ts";
import { noteReplacedFiles } from "#server/db/backup/files-since.ts";
import {
  createSchema,
  dropEverything,
  isEmptyDatabase,
  matchMigrations,
  suspendConstraints,
} from "#server/db/backup/restore-schema.ts";
import {
  type BackupTable,
  copyInSql,
  entryName,
  listTables,
  quote,
  textSettings,
} from "#server/db/backup/tables.ts";
import { type FolderRestore, isEmptyFolder, restoreFolder } from "#server/db/backup/uploads.ts";
import { openClient } from "#server/db/open-client.ts";

export type RestoreOptions = {
  file: string;
  connectionString: string;
  /** Where the uploaded files go. */
  uploadsDir: string;
  /** Drops what the database and the folder hold; without it both must be empty. */
  replace: boolean;
  /** Drizzle's folder, from which the backup's own, perhaps older, tables are made. */
  migrationsFolder: string;
  /** The last step of the transaction, on the tables as the backup had them. */
  settle?: (client: pg.Client) => Promise<void>;
  /** Brings the restored database to this release. */
  migrate: (connectionString: string) => Promise<void>;
};

export type RestoreSummary = BackupEnd & { createdAt: string; filesIncluded: boolean };

/**
 * Puts a backup back, in one transaction: a backup that is damaged, or not for this release, changes nothing.
 * Nobody else may be connected to the database.
 */
export async function restoreBackup(options: RestoreOptions): Promise<RestoreSummary> {
  const entries = readArchive(options.file);
  try {
    const manifest = await readManifest(entries, options.file);
    const end = await restoreEntries(manifest, entries, options);
    await options.migrate(options.connectionString);
    return { ...end, createdAt: manifest.createdAt, filesIncluded: manifest.uploads };
  } finally {
    await entries.return(undefined);
  }
}

async function restoreEntries(
  manifest: Manifest,
  entries: AsyncIterable<Entry>,
  options: RestoreOptions,
): Promise<BackupEnd> {
  const { connectionString, uploadsDir, replace, migrationsFolder, settle } = options;
  const migrations = matchMigrations(manifest, migrationsFolder);
  if (manifest.uploads && !replace && !(await isEmptyFolder(uploadsDir))) {
    throw new Error(`The folder "${uploadsDir}" is not empty; --replace deletes what it holds.`);
  }
  const client = await openClient(connectionString);
  let folder: FolderRestore | undefined;
  try {
    await assertAlone(client);
    folder = manifest.uploads ? await restoreFolder(uploadsDir) : undefined;
    await client.query("begin");
    await client.query(textSettings);
    if (!(await isEmptyDatabase(client))) {
      if (!replace) throw new Error("The database is not empty; --replace deletes what it holds.");
      await noteReplacedFiles(client);
      await dropEverything(client);
    }
    await createSchema(client, migrations);
    const resume = await suspendConstraints(client);
    const end = await loadAll(client, await emptyTables(client), entries, folder);
    for (const { schema, name, value } of manifest.sequences) {
      await client.query("select setval($1::regclass, $2)", [quote(schema, name), value]);
    }
    await resume();
    await settle?.(client);
    await client.query("commit");
    await folder?.finish();
    return end;
  } finally {
    await folder?.discard();
    // Ending the session rolls back whatever was not committed.
    await client.end();
  }
}

async function readManifest(entries: AsyncGenerator<Entry>, file: string): Promise<Manifest> {
  const first: Entry | undefined = (await entries.next()).value;
  const manifest =
    first?.name === "manifest.json"
      ? ((await json(first.body).catch(() => undefined)) as Partial<Manifest> | undefined)
      : undefined;
  if (manifest?.format !== "thumbsmith-backup") throw new Error(`"${file}" is no backup of Thumbsmith.`);
  if (manifest.version !== 1)
    throw new Error(`"${file}" was made by a newer Thumbsmith: restore it with that release.`);
  return manifest as Manifest;
}

/** A shop at work would write between the restored rows and keep answering from what it remembers. */
async function assertAlone(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query(
    `select from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
  );
  if (rowCount) {
    throw new Error(
      `The database is in use by ${rowCount} other session(s): stop every Thumbsmith process first.`,
    );
  }
}

/** Migrations may have put rows of their own into the new tables; the backup has them as they are now. */
async function emptyTables(client: pg.Client): Promise<Map<string, BackupTable>> {
  const tables = await listTables(client);
  await client.query(`truncate ${tables.map((table) => quote(table.schema, table.name)).join(", ")}`);
  return new Map(tables.map((table) => [entryName(table), table]));
}

async function loadAll(
  client: pg.Client,
  tables: Map<string, BackupTable>,
  entries: AsyncIterable<Entry>,
  folder: FolderRestore | undefined,
): Promise<BackupEnd> {
  const loaded: BackupEnd = { rows: 0, files: 0 };
  let end: BackupEnd | undefined;
  for await (const { name, body } of entries) {
    const table = tables.get(name);
    if (table) loaded.rows += await copyIn(client, table, body);
    else if (folder && name.startsWith("uploads/")) {
      await folder.write(name.slice("uploads/".length), body);
      loaded.files += 1;
    } else if (name === "end.json") end = (await json(body)) as BackupEnd;
    else throw new Error(`This release has no place for "${name}" of the backup.`);
  }
  if (end?.rows !== loaded.rows || end.files !== loaded.files) {
    throw new Error("The backup file is cut short: nothing was restored.");
  }
  return loaded;
}

async function copyIn(client: pg.Client, table: BackupTable, body: Readable): Promise<number> {
  const copy = client.query(copyFrom(copyInSql(table)));
  try {
    await pipeline(body, copy);
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error;
    throw new Error(`The backup's "${entryName(table)}" does not fit its table: ${error.message}.`);
  }
  return copy.rowCount;
}
