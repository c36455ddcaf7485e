import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readMigrationFiles } from "drizzle-orm/migrator";
import pg from "pg";
import { expect, inject, onTestFinished, test, vi } from "vitest";
import { type MigrateOptions, migrate } from "#server/db/migrate.ts";
import { concurrentIndex, ownMigrationsFolder } from "#server/db/migration-files.ts";
import { cloneTestDatabase } from "./helpers/test-cluster.ts";

/** A folder as drizzle-kit makes it. */
async function folderOf(...files: string[][]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "migrations-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, "meta"));
  const entries = files.map((_, idx) => ({
    idx,
    when: idx + 1,
    tag: `${idx}`,
    version: "7",
    breakpoints: true,
  }));
  await writeFile(join(folder, "meta/_journal.json"), JSON.stringify({ entries }));
  for (const [index, file] of files.entries())
    await writeFile(join(folder, `${index}.sql`), file.join(";--> statement-breakpoint\n"));
  return folder;
}

/** A database that another release left, with one table of three rows. */
async function opened() {
  const { connectionString, drop } = await cloneTestDatabase(inject("postgres"));
  const clients: pg.Client[] = [];
  onTestFinished(async () => {
    for (const client of clients) await client.end();
    await drop();
  });
  const session = async () => {
    const client = new pg.Client({ connectionString });
    client.on("error", () => undefined);
    await client.connect();
    clients.push(client);
    return client;
  };
  const client = await session();
  await client.query("drop schema drizzle cascade; drop schema public cascade; create schema public");
  const bring = (migrationsFolder: string, more: MigrateOptions = {}) =>
    migrate(connectionString, { migrationsFolder, pauseMs: 10, ...more });
  await bring(await folderOf(first));
  const one = async (sql: string) => Object.values((await client.query(sql)).rows[0])[0];
  const isBuilding = () =>
    vi.waitFor(async () =>
      expect(
        await one(
          "select count(*)::int from pg_locks l join pg_stat_activity a using (pid) where not granted and query like '%concurrently%' and a.pid <> pg_backend_pid()",
        ),
      ).toBe(1),
    );
  return { client, session, bring, one, isBuilding };
}

const first = ["create table t (id int primary key)", "insert into t select generate_series(1, 3)"];
const concurrent = ["create index concurrently t_id on t (id)"];

test("a migration that fails takes back itself, and none of those before it", async () => {
  const { bring, one } = await opened();
  const failing = await folderOf(
    first,
    ["alter table t add a int"],
    ["alter table t add b int", "select 1/0"],
  );
  await expect(bring(failing)).rejects.toThrow("could not be brought to this release: division by zero.");
  expect(await one("select count(*)::int from drizzle.__drizzle_migrations")).toBe(2);
  expect(
    await one(
      "select string_agg(attname, ' ') from pg_attribute where attrelid = 't'::regclass and attnum > 0",
    ),
  ).toBe("id a");
  await bring(await folderOf(first, ["alter table t add a int"], ["alter table t add b int"]));
  expect(await one("select count(*)::int from drizzle.__drizzle_migrations")).toBe(3);
});

test("a migration builds nothing while a lock that it needs at its end is not to be had", async () => {
  const { session, client, bring, one } = await opened();
  await client.query("create sequence built");
  const backup = await session();
  await backup.query("begin; lock table t in access share mode");
  const waited = Promise.withResolvers<void>();
  const migrated = bring(await folderOf(first, ["select nextval('built')", "alter table t add a int"]), {
    onWait: () => waited.resolve(),
  });
  await waited.promise;
  expect(await one("select is_called from built")).toBe(false);
  await backup.query("rollback");
  await migrated;
  expect(await one("select last_value::int from built")).toBe(1);
});

test("a migration takes as long as it needs, whatever the role's limit for a statement is", async () => {
  const { client, bring, one } = await opened();
  const name = await one("select current_database()");
  await client.query(`alter database ${name} set statement_timeout = '20ms'`);
  await bring(await folderOf(first, ["select pg_sleep(0.1)"]));
});

test("an index is built concurrently while others write, and one that broke off is built anew", async () => {
  const { session, client, bring, one, isBuilding } = await opened();
  const [writer, other] = [await session(), await session()];
  await writer.query("begin; insert into t values (4)");
  const folder = await folderOf(first, concurrent);
  const broken = bring(folder).catch((error: Error) => error.message);
  await isBuilding();
  await other.query("set lock_timeout = '1s'; insert into t values (5)");
  await client.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where query ilike 'create index concurrently%'",
  );
  expect(await broken).toMatch("could not be brought to this release");
  await writer.query("commit");
  expect(await one("select indisvalid from pg_index where indexrelid = 't_id'::regclass")).toBe(false);
  await bring(folder);
  expect(await one("select indisvalid from pg_index where indexrelid = 't_id'::regclass")).toBe(true);
  await client.query("delete from drizzle.__drizzle_migrations where created_at = 2");
  await bring(folder);
  expect(await one("select count(*)::int from drizzle.__drizzle_migrations")).toBe(2);
});

test("two processes that start at once migrate once, also where an index is built concurrently", async () => {
  const { session, bring, one, isBuilding } = await opened();
  const reader = await session();
  await reader.query("begin isolation level repeatable read; select 1");
  const folder = await folderOf(first, ["alter table t add a int"], concurrent, ["alter table t add b int"]);
  const both = [bring(folder), bring(folder)];
  await isBuilding();
  await reader.query("commit");
  await Promise.all(both);
  expect(await one("select count(*)::int from drizzle.__drizzle_migrations")).toBe(4);
});

test("a process that waits for another's migration says so, and a machine that vanished holds none for hours", async () => {
  const { session, bring, one } = await opened();
  const other = await session();
  await other.query("select pg_advisory_lock(7201944)");
  const waited = Promise.withResolvers<string>();
  const seen = "create table seen as select source from pg_settings where name = 'tcp_keepalives_idle'";
  const migrated = bring(await folderOf(first, [seen]), { pauseMs: 100, onWait: waited.resolve });
  expect(await waited.promise).toBe("Another process migrates the database, and this one waits until it has");
  await other.query("select pg_advisory_unlock(7201944)");
  await migrated;
  expect(await one("select source from seen")).toBe("session");
});

test("an index is known by its name, however it is built or dropped", () => {
  for (const given of ["", "if not exists "])
    expect(concurrentIndex(`-- Why\ncreate unique index concurrently ${given}"a_b" on t (a)`)).toEqual({
      name: "a_b",
      isBuilt: true,
    });
  for (const given of ["", "IF EXISTS "])
    expect(concurrentIndex(`DROP INDEX CONCURRENTLY ${given}"a_b"`)).toEqual({ name: "a_b", isBuilt: false });
});

test("migrations are in the order of their moments, and those since 0031 build indexes of former tables concurrently", () => {
  const own = readMigrationFiles({ migrationsFolder: ownMigrationsFolder });
  const moments = own.map(({ folderMillis }) => folderMillis);
  expect(moments).toEqual(moments.toSorted((a, b) => a - b));
  const closing = own.slice(31).flatMap(({ sql }) => {
    const made = sql.flatMap((text) => /^\s*create table "(\w+)"/i.exec(text)?.[1] ?? []);
    return sql.filter((text) => {
      const [, table] = /\bcreate (?:unique )?index (?!concurrently).* on "(\w+)"/i.exec(text) ?? [];
      return table !== undefined && !made.includes(table);
    });
  });
  expect(closing).toEqual([]);
});

test("what can't be taken back stands in a migration of its own", async () => {
  const { bring } = await opened();
  const mixed = await folderOf(first, [...concurrent, "alter table t add a int"]);
  await expect(bring(mixed)).rejects.toThrow("a migration with CONCURRENTLY holds no other statements");
});

test("an older release does not start on a newer one's database, and changes nothing there", async () => {
  const { bring, one } = await opened();
  await bring(await folderOf(first, ["alter table t add a int"]));
  await expect(bring(await folderOf(first))).rejects.toThrow(
    "it is of a newer release: start that one, or restore with this one the backup that was made before",
  );
  expect(await one("select count(*)::int from drizzle.__drizzle_migrations")).toBe(2);
});
