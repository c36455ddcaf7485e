import { existsSync } from "node:fs";
import type pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import {
  type BackupEnd,
  jsonEntry,
  type Manifest,
  type NewEntry,
  writeArchive,
} from "#server/db/backup/archive.ts";
import {
  type BackupTable,
  backupSchemas,
  copyOutSql,
  entryName,
  listTables,
  quote,
  textSettings,
} from "#server/db/backup/tables.ts";
import { readFolder } from "#server/db/backup/uploads.ts";
import { openClient } from "#server/db/open-client.ts";

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
  const client = await openClient(connectionString);
  try {
    await client.query("begin isolation level repeatable read read only");
    await client.query(textSettings);
    const tables = await listTables(client);
    if (tables.length === 0) throw new Error("The database holds no tables yet: start Thumbsmith once.");
    // As pg_dump does: keeps migrations out until every table is read, and nobody else.
    const names = tables.map((table) => quote(table.schema, table.name));
    await client.query(`lock table ${names.join(", ")} in access share mode`);
    const end: BackupEnd = { rows: 0, files: 0 };
    await writeArchive(file, allEntries(client, tables, uploadsDir, end));
    return { ...end, tables: tables.length };
  } finally {
    await client.end();
  }
}

async function* allEntries(
  client: pg.Client,
  tables: BackupTable[],
  uploadsDir: string | undefined,
  end: BackupEnd,
): AsyncGenerator<NewEntry> {
  yield jsonEntry("manifest.json", await describe(client, tables, uploadsDir !== undefined));
  for (const table of tables) {
    // Read twice, as its size comes first: within one snapshot a table is the same text each time.
    const sql = copyOutSql(table);
    const counted = client.query(copyTo(sql));
    let size = 0;
    for await (const chunk of counted) size += chunk.length;
    end.rows += counted.rowCount;
    yield { name: entryName(table), size, body: client.query(copyTo(sql)) };
  }
  await client.query("commit");
  // Packing the files takes long, and needs no database.
  await client.end();
  if (uploadsDir !== undefined) {
    for await (const file of readFolder(uploadsDir)) {
      end.files += 1;
      yield { ...file, name: `uploads/${file.name}` };
    }
  }
  yield jsonEntry("end.json", end);
}

async function describe(client: pg.Client, tables: BackupTable[], uploads: boolean): Promise<Manifest> {
  const isMigrated = tables.some(
    ({ schema, name }) => schema === "drizzle" && name === "__drizzle_migrations",
  );
  const migrations = isMigrated
    ? await client.query<{ hash: string }>(
        "select hash from drizzle.__drizzle_migrations order by created_at, id",
      )
    : { rows: [] };
  // Sequences obey no transaction: read when the snapshot is taken, they are ahead of every saved row.
  const sequences = await client.query<Manifest["sequences"][number]>(
    `select schemaname as schema, sequencename as name, last_value as value from pg_sequences
      where schemaname = any($1) and last_value is not null order by 1, 2`,
    [backupSchemas],
  );
  return {
    format: "thumbsmith-backup",
    version: 1,
    createdAt: new Date().toISOString(),
    migrations: migrations.rows,
    sequences: sequences.rows,
    uploads,
  };
}
