import { existsSync } from "node:fs";
import pg from "pg";
import QueryStream from "pg-query-stream";
import {
  type BackupEnd,
  type BackupHead,
  type BackupLine,
  type SequenceState,
  writeBackupFile,
} from "#server/platform/postgres/backup-file.ts";
import {
  type BackupTable,
  backupSchemas,
  listTables,
  quote,
  textSettings,
} from "#server/platform/postgres/backup-tables.ts";
import { archiveFolder } from "#server/platform/postgres/uploads-archive.ts";

export type BackupSummary = BackupEnd & { tables: number };

/**
 * Saves the whole database, as it was at one moment, and the uploaded files into one file. Nobody who writes
 * meanwhile has to wait. The files are read after the rows, so that every file which a saved row names was there.
 *
 * @param options.uploadsDir undefined where files are kept elsewhere (S3): they are not in the backup then.
 */
export async function createBackup(options: {
  connectionString: string;
  uploadsDir: string | undefined;
  file: string;
}): Promise<BackupSummary> {
  const { connectionString, uploadsDir, file } = options;
  if (existsSync(file)) throw new Error(`"${file}" exists already; name another file.`);
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query("begin isolation level repeatable read read only");
    await client.query(textSettings);
    const tables = await listTables(client);
    if (tables.length === 0) throw new Error("The database holds no tables yet: start Thumbsmith once.");
    // As pg_dump does: keeps migrations out until every table is read, and nobody else.
    const names = tables.map((table) => quote(table.schema, table.name));
    await client.query(`lock table ${names.join(", ")} in access share mode`);
    const end: BackupEnd = { rows: 0, files: 0 };
    await writeBackupFile(file, allLines(client, tables, uploadsDir, end));
    return { ...end, tables: tables.length };
  } finally {
    await client.end();
  }
}

async function* allLines(
  client: pg.Client,
  tables: BackupTable[],
  uploadsDir: string | undefined,
  end: BackupEnd,
): AsyncGenerator<string> {
  yield JSON.stringify(await readHead(client, tables, uploadsDir !== undefined));
  for (const [index, table] of tables.entries()) {
    yield line({ table: index });
    for await (const row of readRows(client, table)) {
      end.rows += 1;
      yield row;
    }
  }
  // Sequences obey no transaction: read last, they are ahead of every saved row.
  yield line({ sequences: await readSequences(client) });
  await client.query("commit");
  if (uploadsDir !== undefined) {
    for await (const part of archiveFolder(uploadsDir)) {
      if ("file" in part) end.files += 1;
      yield line(part);
    }
  }
  yield line({ end });
}

function line(value: BackupLine): string {
  return JSON.stringify(value);
}

async function readHead(client: pg.Client, tables: BackupTable[], files: boolean): Promise<BackupHead> {
  const has = (schema: string, name: string) =>
    tables.some((table) => table.schema === schema && table.name === name);
  const migrations = has("drizzle", "__drizzle_migrations")
    ? await client.query<{ hash: string }>(
        "select hash from drizzle.__drizzle_migrations order by created_at, id",
      )
    : { rows: [] };
  return {
    format: "thumbsmith-backup",
    version: 1,
    createdAt: new Date().toISOString(),
    migrations: migrations.rows,
    tables: tables.map(({ schema, name, columns }) => ({
      schema,
      name,
      columns: columns.map((column) => column.name),
    })),
    files,
  };
}

/** Each value as PostgreSQL's own text, which is exact for every type; JSON numbers and nulls would not be. */
async function* readRows(client: pg.Client, table: BackupTable): AsyncGenerator<string> {
  const values = table.columns.map((column) => `${quote(column.name)}::text`).join(", ");
  const sql = `select to_json(array[${values}]::text[])::text from ${quote(table.schema, table.name)}`;
  const stream = client.query(new QueryStream(sql, [], { batchSize: 200, rowMode: "array" }));
  for await (const row of stream) yield (row as [string])[0];
}

async function readSequences(client: pg.Client): Promise<SequenceState[]> {
  const { rows } = await client.query<{ schema: string; name: string }>(
    `select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind = 'S' and n.nspname = any($1) order by 1, 2`,
    [backupSchemas],
  );
  const states: SequenceState[] = [];
  for (const { schema, name } of rows) {
    const state = await client.query<{ value: string; called: boolean }>(
      `select last_value as value, is_called as called from ${quote(schema, name)}`,
    );
    if (state.rows[0]) states.push({ schema, name, ...state.rows[0] });
  }
  return states;
}
