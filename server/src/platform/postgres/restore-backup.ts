import pg from "pg";
import {
  type BackupEnd,
  type BackupHead,
  type BackupLine,
  readBackupFile,
  type SequenceState,
} from "#server/platform/postgres/backup-file.ts";
import {
  type BackupTable,
  listTables,
  quote,
  textSettings,
} from "#server/platform/postgres/backup-tables.ts";
import {
  createSchema,
  dropEverything,
  isEmptyDatabase,
  matchMigrations,
  suspendConstraints,
} from "#server/platform/postgres/restore-schema.ts";
import {
  type FolderRestore,
  isEmptyFolder,
  restoreFolder,
} from "#server/platform/postgres/uploads-archive.ts";

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
  const { file, connectionString, uploadsDir, replace, migrationsFolder, settle, migrate } = options;
  const lines = readBackupFile(file);
  const head = parseHead((await lines.next()).value, file);
  const migrations = matchMigrations(head, migrationsFolder);
  if (head.files && !replace && !(await isEmptyFolder(uploadsDir))) {
    throw new Error(`The folder "${uploadsDir}" is not empty; --replace deletes what it holds.`);
  }
  const client = new pg.Client({ connectionString });
  await client.connect();
  let folder: FolderRestore | undefined;
  let end: BackupEnd;
  try {
    await assertAlone(client);
    folder = head.files ? await restoreFolder(uploadsDir) : undefined;
    await client.query("begin");
    await client.query(textSettings);
    if (!(await isEmptyDatabase(client))) {
      if (!replace) throw new Error("The database is not empty; --replace deletes what it holds.");
      await dropEverything(client);
    }
    await createSchema(client, migrations);
    const resume = await suspendConstraints(client);
    end = await loadAll(client, await pairTables(client, head), lines, folder);
    await resume();
    await settle?.(client);
    await client.query("commit");
    await folder?.finish();
  } finally {
    await folder?.discard();
    // Ending the session rolls back whatever was not committed.
    await client.end();
  }
  await migrate(connectionString);
  return { ...end, createdAt: head.createdAt, filesIncluded: head.files };
}

function parseHead(text: string | undefined, file: string): BackupHead {
  let head: Partial<BackupHead> = {};
  try {
    head = JSON.parse(text ?? "");
  } catch {
    // Told below.
  }
  if (head?.format !== "thumbsmith-backup") throw new Error(`"${file}" is no backup of Thumbsmith.`);
  if (head.version !== 1)
    throw new Error(`"${file}" was made by a newer Thumbsmith: restore it with that release.`);
  return head as BackupHead;
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

/** The backup's tables with the types that their columns have in the new tables. */
async function pairTables(client: pg.Client, head: BackupHead): Promise<BackupTable[]> {
  const existing = await listTables(client);
  const paired = head.tables.map(({ schema, name, columns }) => {
    const found = existing.find((table) => table.schema === schema && table.name === name);
    return {
      schema,
      name,
      columns: columns.map((column) => {
        const type = found?.columns.find((candidate) => candidate.name === column)?.type;
        if (type === undefined) throw new Error(`This release has no column ${schema}.${name}.${column}.`);
        return { name: column, type };
      }),
    };
  });
  // Migrations may have put rows of their own into the new tables; the backup has them as they are now.
  await client.query(`truncate ${existing.map((table) => quote(table.schema, table.name)).join(", ")}`);
  return paired;
}

async function loadAll(
  client: pg.Client,
  tables: BackupTable[],
  lines: AsyncIterable<string>,
  folder: FolderRestore | undefined,
): Promise<BackupEnd> {
  const loaded: BackupEnd = { rows: 0, files: 0 };
  let end: BackupEnd | undefined;
  let table: BackupTable | undefined;
  let batch: string[] = [];
  let batchLength = 0;
  const flush = async () => {
    if (batch.length > 0 && table) await insertRows(client, table, batch);
    batch = [];
    batchLength = 0;
  };
  for await (const text of lines) {
    if (text.startsWith("[")) {
      batch.push(text);
      batchLength += text.length;
      loaded.rows += 1;
      if (batch.length >= 1000 || batchLength > 2_000_000) await flush();
      continue;
    }
    await flush();
    const line: BackupLine = JSON.parse(text);
    if ("table" in line) table = tables[line.table];
    else if ("sequences" in line) await setSequences(client, line.sequences);
    else if ("file" in line) {
      await folder?.begin(line.file);
      loaded.files += 1;
    } else if ("data" in line) await folder?.append(line.data);
    else end = line.end;
  }
  if (end?.rows !== loaded.rows || end.files !== loaded.files) {
    throw new Error("The backup file is cut short: nothing was restored.");
  }
  return loaded;
}

async function insertRows(client: pg.Client, table: BackupTable, rows: string[]): Promise<void> {
  const columns = table.columns.map((column) => quote(column.name)).join(", ");
  const values = table.columns.map((column, index) => `(r->>${index})::${column.type}`).join(", ");
  await client.query(
    `insert into ${quote(table.schema, table.name)} (${columns}) overriding system value
     select ${values} from jsonb_array_elements($1::jsonb) r`,
    [`[${rows.join(",")}]`],
  );
}

async function setSequences(client: pg.Client, sequences: SequenceState[]): Promise<void> {
  for (const { schema, name, value, called } of sequences) {
    await client.query("select setval($1::regclass, $2, $3)", [quote(schema, name), value, called]);
  }
}
