import pg from "pg";

/** The shop's tables, and drizzle's list of the migrations that made them. */
export const backupSchemas = ["public", "drizzle"];

export type BackupTable = { schema: string; name: string; columns: string[] };

export function quote(...names: string[]): string {
  return names.map(pg.escapeIdentifier).join(".");
}

export function entryName({ schema, name }: BackupTable): string {
  return `tables/${schema}.${name}.csv`;
}

/** How values are turned into text, alike when they are written and when they are read. */
export const textSettings = `
  set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres'; set local timezone = 'UTC';
  set local bytea_output = 'hex'; set local extra_float_digits = 1; set local statement_timeout = 0;
  set local lock_timeout = 0; set local idle_in_transaction_session_timeout = 0`;

/**
 * Tables with the columns that hold data of their own: a partitioned table stands for its partitions, and a
 * generated column is computed anew.
 */
export async function listTables(client: pg.ClientBase): Promise<BackupTable[]> {
  const { rows } = await client.query<BackupTable>(
    `select n.nspname as schema, c.relname as name,
            coalesce(json_agg(a.attname order by a.attnum) filter (where a.attnum is not null), '[]') as columns
       from pg_class c
       join pg_namespace n on n.oid = c.relnamespace
       left join pg_attribute a
         on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      where n.nspname = any($1) and c.relkind in ('r', 'p') and not c.relispartition
        and not exists (select from pg_depend d
                         where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
      group by 1, 2 order by 1, 2`,
    [backupSchemas],
  );
  return rows;
}

/** A query, as PostgreSQL before 18 copies no partitioned table by its name. */
export function copyOutSql({ schema, name, columns }: BackupTable): string {
  return `copy (select ${quoteAll(columns)} from ${quote(schema, name)}) to stdout with (format csv, header)`;
}

/** https://www.postgresql.org/docs/current/sql-copy.html: "match" refuses a file whose first line names other columns. */
export function copyInSql({ schema, name, columns }: BackupTable): string {
  return `copy ${quote(schema, name)} (${quoteAll(columns)}) from stdin with (format csv, header match)`;
}

function quoteAll(columns: string[]): string {
  return columns.map((column) => quote(column)).join(", ");
}
