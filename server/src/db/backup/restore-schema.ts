import { readMigrationFiles } from "drizzle-orm/migrator";
import type pg from "pg";
import type { Manifest } from "#server/db/backup/archive.ts";
import { backupSchemas, quote } from "#server/db/backup/tables.ts";
import { createAppliedTable, inTransaction, type Migration } from "#server/db/migration-files.ts";

/** The migrations that the backup's database had: the first ones of this release, or the backup is not for it. */
export function matchMigrations(manifest: Manifest, migrationsFolder: string): Migration[] {
  const known = readMigrationFiles({ migrationsFolder });
  const same = manifest.migrations.every((migration, index) => known[index]?.hash === migration.hash);
  if (!same) {
    throw new Error(
      "The backup was made by a newer or a different Thumbsmith: restore it with the release that made it.",
    );
  }
  return known.slice(0, manifest.migrations.length);
}

/** Makes the empty tables that the backup was taken from, inside the caller's transaction. */
export async function createSchema(client: pg.Client, migrations: Migration[]): Promise<void> {
  await createAppliedTable(client);
  for (const migration of migrations) {
    for (const statement of migration.sql) await client.query(inTransaction(statement));
  }
}

export async function isEmptyDatabase(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = any($1) and c.relkind in ('r', 'p') and not ${ofExtension("pg_class", "c")} limit 1`,
    [backupSchemas],
  );
  return rowCount === 0;
}

/** Drops all that migrations made; extensions, which an administrator may have installed, stay. */
export async function dropEverything(client: pg.Client): Promise<void> {
  await client.query("drop schema if exists drizzle cascade");
  const commands = [
    `select format('drop %s if exists %I.%I cascade', case relkind when 'v' then 'view'
              when 'm' then 'materialized view' when 'S' then 'sequence' when 'f' then 'foreign table' else 'table' end,
              'public', relname) as command
       from pg_class c where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'S', 'f')
        and not relispartition and not ${ofExtension("pg_class", "c")}
      order by relkind = 'S'`,
    `select format('drop routine if exists %I.%I(%s) cascade', 'public', proname, pg_get_function_identity_arguments(p.oid))
              as command
       from pg_proc p where pronamespace = 'public'::regnamespace and not ${ofExtension("pg_proc", "p")}`,
    `select format('drop type if exists %I.%I cascade', 'public', typname) as command
       from pg_type t where typnamespace = 'public'::regnamespace and not ${ofExtension("pg_type", "t")}
        and (typtype in ('e', 'd', 'r') or typtype = 'c'
             and exists (select from pg_class where oid = typrelid and relkind = 'c'))`,
  ];
  for (const list of commands) {
    const { rows } = await client.query<{ command: string }>(list);
    for (const { command } of rows) await client.query(command);
  }
}

function ofExtension(catalogue: string, alias: string): string {
  return `exists (select from pg_depend e where e.classid = '${catalogue}'::regclass and e.objid = ${alias}.oid
                     and e.deptype = 'e')`;
}

/**
 * Takes the foreign keys off and the triggers out of service, so that rows can come in any order and are stored as
 * they are, and takes off the indexes that hold no rule, as building one over all rows is quicker than adding row by row.
 * The returned function puts all back, and thereby has PostgreSQL check every reference. (The setting
 * session_replication_role would check nothing and needs a superuser.)
 */
export async function suspendConstraints(client: pg.Client): Promise<() => Promise<void>> {
  const keys = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
       from pg_constraint
      where contype = 'f' and conparentid = 0 and connamespace = any($1::regnamespace[])`,
    [backupSchemas],
  );
  const triggers = await client.query<{ table: string; name: string; mode: string }>(
    `select tgrelid::regclass::text as table, tgname as name,
            case tgenabled when 'A' then 'enable always' when 'R' then 'enable replica' else 'enable' end as mode
       from pg_trigger t join pg_class c on c.oid = t.tgrelid
      where not tgisinternal and tgenabled <> 'D' and tgparentid = 0 and relnamespace = any($1::regnamespace[])`,
    [backupSchemas],
  );
  // A partitioned table's would come back without those of its partitions.
  const indexes = await client.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
       from pg_index i join pg_class c on c.oid = i.indrelid
      where not i.indisunique and not i.indisexclusion and not i.indisclustered
        and c.relkind = 'r' and not c.relispartition and c.relnamespace = any($1::regnamespace[])`,
    [backupSchemas],
  );
  // Rows that migrations wrote may have checks pending, which would bar the changes below.
  await client.query("set constraints all immediate");
  for (const index of indexes.rows) await client.query(`drop index ${index.name}`);
  for (const key of keys.rows)
    await client.query(`alter table ${key.table} drop constraint ${quote(key.name)}`);
  for (const trigger of triggers.rows) {
    await client.query(`alter table ${trigger.table} disable trigger ${quote(trigger.name)}`);
  }
  return async () => {
    await client.query("set constraints all immediate");
    for (const index of indexes.rows) await client.query(index.definition);
    for (const key of keys.rows) {
      await client.query(`alter table ${key.table} add constraint ${quote(key.name)} ${key.definition}`);
    }
    for (const trigger of triggers.rows) {
      await client.query(`alter table ${trigger.table} ${trigger.mode} trigger ${quote(trigger.name)}`);
    }
  };
}
