import { execFile } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { gunzipSync, gzipSync } from "node:zlib";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate as applyMigrations } from "drizzle-orm/node-postgres/migrator";
import { packTar, unpackTar } from "modern-tar";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { readArchive } from "#server/db/backup/archive.ts";
import { createBackup } from "#server/db/backup/create-backup.ts";
import { type RestoreOptions, restoreBackup } from "#server/db/backup/restore-backup.ts";
import { migrate as migrateDatabase } from "#server/db/migrate.ts";
import { compileCache } from "../helpers/shop-process.ts";
import { quickestTemporaryFolder, startTestPostgres, type TestPostgres } from "../helpers/test-cluster.ts";

const run = promisify(execFile);
const firstMigration = [
  "create type state as enum ('open', 'sold out')",
  `create table accounts (
     id bigint generated always as identity primary key, name text not null unique, balance numeric(30, 10) not null,
     parent_id bigint references accounts, favourite bigint,
     twice numeric generated always as (balance * 2) stored)`,
  `create table entries (
     id bigserial primary key, from_id bigint not null references accounts, to_id bigint not null references accounts,
     amount numeric not null, at timestamptz not null default now())`,
  "alter table accounts add constraint favourite foreign key (favourite) references entries deferrable initially deferred",
  `create table odd (
     "Key ""quoted""" text primary key, bytes bytea, document jsonb, verbatim json, tags text[], state state,
     moment timestamptz, day date, span interval, tiny real, huge double precision, flag boolean, number integer)`,
  "create table days (day date not null, count int not null) partition by range (day)",
  "create table days_2026 partition of days for values from ('2026-01-01') to ('2027-01-01')",
  "create function refuse() returns trigger language plpgsql as $$ begin raise exception 'append only'; end $$",
  "create trigger append_only before update or delete on entries for each row execute function refuse()",
  "create trigger no_truncate before truncate on entries for each statement execute function refuse()",
  "create sequence receipts",
  "create index accounts_shuffled on accounts (md5(name)) with (fillfactor = 100)",
  "create index entries_large on entries (amount desc, at) where amount > 100",
  "create index odd_tags on odd using gin (tags) with (fastupdate = off)",
  "create index days_count on days (count)",
  "insert into accounts (name, balance) values ('made by the migration', 0)",
].join(";\n--> statement-breakpoint\n");
const secondMigration =
  "alter table accounts add column shout text;\n--> statement-breakpoint\nupdate accounts set shout = upper(name)";

let postgres: TestPostgres;
let migrations: { first: string; both: string };
let scratch: string;
let folder: string;
let file: string;

beforeAll(async () => {
  scratch = mkdtempSync(path.join(quickestTemporaryFolder(), "backup tests "));
  migrations = {
    first: writeMigrations("first", [firstMigration]),
    both: writeMigrations("both", [firstMigration, secondMigration]),
  };
  postgres = await startTestPostgres();
  await postgres.createTemplate(migrateWith(migrations.first));
}, 240_000);

afterAll(async () => {
  await postgres.stop();
  rmSync(scratch, { recursive: true, force: true });
});

beforeEach(() => {
  folder = mkdtempSync(path.join(scratch, "test "));
  file = path.join(folder, "shop.backup");
});

/** A folder as drizzle-kit makes it. */
function writeMigrations(name: string, texts: string[]): string {
  const made = path.join(scratch, name);
  mkdirSync(path.join(made, "meta"), { recursive: true });
  const entries = texts.map((sql, idx) => {
    writeFileSync(path.join(made, `step_${idx}.sql`), sql);
    return { idx, version: "7", when: 1000 + idx, tag: `step_${idx}`, breakpoints: true };
  });
  writeFileSync(path.join(made, "meta", "_journal.json"), JSON.stringify({ entries }));
  return made;
}

function migrateWith(migrationsFolder: string) {
  return async (connectionString: string) => {
    const client = new pg.Client({ connectionString });
    await client.connect();
    await applyMigrations(drizzle(client), { migrationsFolder }).finally(() => client.end());
  };
}

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return client;
}

async function query(connectionString: string, sql: string, values: unknown[] = []) {
  const client = await connect(connectionString);
  return (await client.query(sql, values).finally(() => client.end())).rows;
}

/** A database of the test's own: a copy of the template, or an empty one. */
async function database(kind: "migrated" | "empty" = "migrated"): Promise<string> {
  const made = await postgres.cloneDatabase();
  onTestFinished(made.drop);
  if (kind === "empty")
    await query(made.connectionString, "drop schema public, drizzle cascade; create schema public");
  return made.connectionString;
}

function restore(connectionString: string, more: Partial<RestoreOptions> = {}) {
  const migrationsFolder = more.migrationsFolder ?? migrations.first;
  return restoreBackup({
    file,
    connectionString,
    uploadsDir: path.join(folder, "restored"),
    replace: false,
    migrationsFolder,
    migrate: migrateWith(migrationsFolder),
    ...more,
  });
}

/** Every row of every table as text, and where the sequences stand. */
async function contents(connectionString: string): Promise<unknown> {
  const found: Record<string, unknown> = {};
  for (const table of ["accounts", "entries", "odd", "days", "drizzle.__drizzle_migrations"]) {
    found[table] = await query(connectionString, `select t::text from ${table} t order by 1`);
  }
  found.sequences = await query(
    connectionString,
    "select sequencename, last_value from pg_sequences order by 1",
  );
  found.constraints = await query(
    connectionString,
    `select conrelid::regclass::text, conname, pg_get_constraintdef(oid) from pg_constraint
      where connamespace = 'public'::regnamespace order by 1, 2`,
  );
  found.indexes = await query(
    connectionString,
    "select indexdef from pg_indexes where schemaname = 'public' order by 1",
  );
  found.triggers = await query(
    connectionString,
    "select tgname, tgenabled from pg_trigger where not tgisinternal order by 1",
  );
  return found;
}

async function fill(connectionString: string): Promise<void> {
  await query(
    connectionString,
    `begin;
     insert into accounts (name, balance, parent_id) select 'account ' || n, n + 0.0000000001, nullif(n - 1, 0)
       from generate_series(1, 1500) n;
     insert into entries (from_id, to_id, amount) select n, n + 1, n from generate_series(1, 1400) n;
     update accounts set favourite = 1401 - id where id <= 1400;
     insert into days select date '2026-01-01' + n, n from generate_series(0, 99) n;
     insert into odd values
       ('plain', '\\x00ff10', '{"a": [1, 2.50, "\\u00e9"]}', '{ "spaced" :\n 1 }', '{"a,b",NULL,"c\\"d"}', 'sold out',
        '2026-02-03 04:05:06.789012+00', 'infinity', '1 mon -2 days 03:00:00', 0.1, 1e300, true, -5),
       ('json null', null, 'null', 'null', '{}', 'open', 'infinity', '0044-03-15 BC', '0', 'NaN', '-Infinity', false, 0),
       (E'line\\nbreak "and" \\\\ backslash, [bracket', '', '"[x]"', '[]', null, null, null, null, null, null, null, null, null);
     select nextval('receipts'), nextval('receipts'); select setval('receipts', 4321);
     commit`,
  );
}

test("a restored database equals the saved one to the last bit, with its checks and triggers at work", async () => {
  const original = await database();
  await fill(original);
  const saved = await createBackup({ connectionString: original, uploadsDir: undefined, file });
  expect(saved).toEqual({ tables: 5, rows: 1501 + 1400 + 100 + 3 + 1, files: 0 });
  const copy = await database("empty");
  expect(await restore(copy)).toMatchObject({ rows: saved.rows, filesIncluded: false });
  expect(await contents(copy)).toEqual(await contents(original));
  await expect(query(copy, "delete from entries")).rejects.toThrow("append only");
  await expect(
    query(copy, "insert into entries (from_id, to_id, amount) values (1, 99999, 1)"),
  ).rejects.toThrow("foreign key");
  expect(
    await query(copy, "insert into accounts (name, balance) values ('next', 0) returning id::int"),
  ).toEqual([{ id: 1502 }]);
});

test("indexes are built once all rows are in, not row by row", async () => {
  const original = await database();
  await query(
    original,
    "insert into accounts (name, balance) select 'account ' || n, 0 from generate_series(1, 10000) n",
  );
  await createBackup({ connectionString: original, uploadsDir: undefined, file });
  const copy = await database("empty");
  await restore(copy);
  const size = () => query(copy, "select pg_relation_size('accounts_shuffled')::int as bytes");
  const restored = await size();
  await query(copy, "reindex index accounts_shuffled");
  expect(restored).toEqual(await size());
});

test("a backup taken while credits move holds one moment, in which none is lost", async () => {
  const original = await database();
  await query(
    original,
    "insert into accounts (name, balance) select 'account ' || n, 1000 from generate_series(1, 20) n",
  );
  let moving = true;
  let moves = 0;
  const movers = Array.from({ length: 4 }, async () => {
    const client = await connect(original);
    while (moving) {
      const from = 2 + Math.floor(Math.random() * 20);
      const to = 2 + Math.floor(Math.random() * 20);
      const ids = [from, to].sort((a, b) => a - b);
      await client.query("begin");
      await client.query("select from accounts where id = any($1) order by id for update", [ids]);
      await client.query("update accounts set balance = balance - 1 where id = $1", [from]);
      await client.query("insert into entries (from_id, to_id, amount) values ($1, $2, 1)", [from, to]);
      await client.query("update accounts set balance = balance + 1 where id = $1", [to]);
      await client.query("commit");
      moves += 1;
    }
    await client.end();
  });
  const movesReach = async (count: number) => {
    while (moves < count) await new Promise((resolve) => setImmediate(resolve));
  };
  await movesReach(50);
  await createBackup({ connectionString: original, uploadsDir: undefined, file });
  await movesReach(moves + 50);
  moving = false;
  await Promise.all(movers);

  const copy = await database("empty");
  await restore(copy);
  const [{ total }] = (await query(copy, "select sum(balance)::int as total from accounts")) as [
    { total: number },
  ];
  expect(total).toBe(20_000);
  const wrong = await query(
    copy,
    `select a.id from accounts a where a.id > 1 and a.balance <> 1000
       + (select coalesce(sum(amount), 0) from entries where to_id = a.id)
       - (select coalesce(sum(amount), 0) from entries where from_id = a.id)`,
  );
  expect(wrong).toEqual([]);
  await query(copy, "insert into entries (from_id, to_id, amount) values (1, 2, 1)");
});

test("an older release's backup is restored into its own tables and then migrated", async () => {
  const original = await database();
  await query(original, "insert into accounts (name, balance) values ('ada', 1)");
  await createBackup({ connectionString: original, uploadsDir: undefined, file });
  const copy = await database("empty");
  await restore(copy, { migrationsFolder: migrations.both });
  expect(await query(copy, "select shout from accounts where name = 'ada'")).toEqual([{ shout: "ADA" }]);
  expect(await query(copy, "select count(*)::int from drizzle.__drizzle_migrations")).toEqual([{ count: 2 }]);
});

test("a newer release's backup is refused", async () => {
  const original = await database();
  await migrateWith(migrations.both)(original);
  await createBackup({ connectionString: original, uploadsDir: undefined, file });
  await expect(restore(await database("empty"))).rejects.toThrow("made by a newer or a different Thumbsmith");
});

test("a database that a newer release migrated is replaced by the backup from before it", async () => {
  const original = await database();
  await query(original, "insert into accounts (name, balance) values ('ada', 1)");
  await createBackup({ connectionString: original, uploadsDir: undefined, file });
  const newer = await database();
  await migrateWith(migrations.both)(newer);
  await expect(migrateDatabase(newer, { migrationsFolder: migrations.first })).rejects.toThrow(
    "newer release",
  );
  await restore(newer, { replace: true });
  expect(await contents(newer)).toEqual(await contents(original));
});

test("a database that holds anything is only replaced on demand", async () => {
  const original = await database();
  await fill(original);
  await createBackup({ connectionString: original, uploadsDir: undefined, file });
  const other = await database();
  await query(
    other,
    "insert into accounts (name, balance) values ('kept', 1); create table extra (id int); create view v as select 1",
  );
  await expect(restore(other)).rejects.toThrow("The database is not empty; --replace deletes what it holds.");
  expect(await query(other, "select name from accounts where id = 2")).toEqual([{ name: "kept" }]);
  await restore(other, { replace: true });
  expect(await contents(other)).toEqual(await contents(original));
  expect(await query(other, "select to_regclass('extra') as extra, to_regclass('v') as v")).toEqual([
    { extra: null, v: null },
  ]);
});

type Packed = { name: string; data: Buffer };

/** The backup as somebody else could have packed it: entries left out, renamed or changed. */
async function repack(whole: Buffer, keep: (entry: Packed) => boolean): Promise<Buffer> {
  const entries = (await unpackTar(gunzipSync(whole))).map(({ header, data }) => ({
    name: header.name,
    data: Buffer.from(data ?? []),
  }));
  const kept = entries
    .filter(keep)
    .map(({ name, data }) => ({ header: { name, size: data.length }, body: data }));
  return gzipSync(await packTar(kept));
}

function change(name: string, what: string | RegExp, by: string) {
  return (entry: Packed) => {
    if (entry.name === name) {
      const text = entry.data.toString();
      entry.data = Buffer.from(text.replace(what, by));
      expect(entry.data.toString()).not.toBe(text);
    }
    return true;
  };
}

test("a file that may not be read is not called a broken backup", async () => {
  await expect(readArchive(folder).next()).rejects.toThrow(
    `"${folder}" cannot be read by this user (EISDIR).`,
  );
});

test("a backup that is cut short or damaged changes nothing", async () => {
  const original = await database();
  await fill(original);
  const uploadsDir = path.join(folder, "uploads");
  mkdirSync(uploadsDir);
  writeFileSync(path.join(uploadsDir, "a.png"), "picture");
  await createBackup({ connectionString: original, uploadsDir, file });
  const whole = readFileSync(file);
  const before = await contents(original);
  const damaged: Record<string, Buffer> = {
    "is no whole backup: unexpected end of file": whole.subarray(0, whole.length / 2),
    "is no whole backup: incorrect header check": Buffer.from("hello"),
    "is no whole backup": gzipSync("hello"),
    "is no whole backup: Tar archive is truncated": gzipSync(gunzipSync(whole).subarray(0, -20_000)),
    "is no backup of Thumbsmith": await repack(whole, (entry) => entry.name === "uploads/a.png"),
    "is cut short": await repack(whole, (entry) => entry.name !== "end.json"),
    "cut short: nothing was restored": await repack(whole, (entry) => entry.name !== "uploads/a.png"),
    "cut short: nothing": await repack(
      whole,
      change("tables/public.accounts.csv", /^.*,account 77,.*\n/m, ""),
    ),
    "violates foreign key constraint": await repack(
      whole,
      change("tables/public.entries.csv", "\n1400,1400,1401,", "\n1400,1400,99999,"),
    ),
    "does not fit its table: column name mismatch": await repack(
      whole,
      change("tables/public.accounts.csv", "balance", "worth"),
    ),
    "names a file outside its folder": await repack(whole, (entry) => {
      if (entry.name === "uploads/a.png") entry.name = "uploads/../../a.png";
      return true;
    }),
    'no place for "tables/public.strange.csv"': await repack(whole, (entry) => {
      if (entry.name === "tables/public.odd.csv") entry.name = "tables/public.strange.csv";
      return true;
    }),
  };
  for (const [damage, bytes] of Object.entries(damaged)) {
    writeFileSync(file, bytes);
    await expect(restore(original, { replace: true, uploadsDir })).rejects.toThrow(damage);
    expect(await contents(original), damage).toEqual(before);
    expect(readdirSync(folder).sort(), damage).toEqual(["shop.backup", "uploads"]);
    expect(readFileSync(path.join(uploadsDir, "a.png"), "utf8")).toBe("picture");
  }
});

test("a database in use is not replaced", async () => {
  const original = await database();
  await createBackup({ connectionString: original, uploadsDir: undefined, file });
  const shop = await connect(original);
  await expect(restore(original, { replace: true })).rejects.toThrow("stop every Thumbsmith process first");
  await shop.end();
});

test("the owner of a database needs no superuser to restore", async () => {
  const original = await database();
  await fill(original);
  await createBackup({ connectionString: original, uploadsDir: undefined, file });
  const copy = new URL(await database("empty"));
  const name = copy.pathname.slice(1);
  await query(postgres.adminConnectionString, `create role owner_of_${name} login`);
  await query(postgres.adminConnectionString, `alter database ${name} owner to owner_of_${name}`);
  await query(copy.href, "alter schema public owner to pg_database_owner");
  const superuser = copy.href;
  copy.username = `owner_of_${name}`;
  await restore(copy.href);
  expect(await contents(copy.href)).toEqual(await contents(original));
  await restore(copy.href, { replace: true });
  expect(await contents(superuser)).toEqual(await contents(original));
});

test("uploaded files come back byte for byte, and a backup is never overwritten or open to others", async () => {
  const original = await database();
  const uploadsDir = path.join(folder, "uploads");
  const picture = Buffer.from(Array.from({ length: 500_000 }, (_, n) => (n * 7919) % 251));
  mkdirSync(path.join(uploadsDir, "runs", "a b"), { recursive: true });
  writeFileSync(path.join(uploadsDir, "runs", "a b", "ü.png"), picture);
  writeFileSync(path.join(uploadsDir, "empty"), "");
  writeFileSync(path.join(uploadsDir, "half.png.part"), "half");
  mkdirSync(path.join(uploadsDir, "previews", "320"), { recursive: true });
  writeFileSync(path.join(uploadsDir, "previews", "320", "empty.webp"), "made again when it is missed");
  mkdirSync(path.join(uploadsDir, "designs", "ab"), { recursive: true });
  writeFileSync(path.join(uploadsDir, "designs", "ab", "ab.png"), "drawn again when it is missed");
  expect(await createBackup({ connectionString: original, uploadsDir, file })).toMatchObject({ files: 2 });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  await expect(createBackup({ connectionString: original, uploadsDir, file })).rejects.toThrow(
    "exists already",
  );

  const restored = path.join(folder, "elsewhere", "uploads");
  await restore(await database("empty"), { uploadsDir: restored });
  expect(readFileSync(path.join(restored, "runs", "a b", "ü.png")).equals(picture)).toBe(true);
  expect(readdirSync(restored).sort()).toEqual(["empty", "runs"]);
  await expect(restore(await database("empty"), { uploadsDir: restored })).rejects.toThrow(
    "is not empty; --replace",
  );
});

test("a restore removes what one that was killed left of its files, but no old files that nothing has replaced", async () => {
  const original = await database();
  const uploadsDir = path.join(folder, "uploads");
  mkdirSync(uploadsDir, { recursive: true });
  writeFileSync(path.join(uploadsDir, "kept"), "kept");
  await createBackup({ connectionString: original, uploadsDir, file });
  const left = ["uploads.new-AAAAAA", "uploads.new-BBBBBB.old"].map((name) => path.join(folder, name));
  for (const each of left) mkdirSync(each);
  rmSync(uploadsDir, { recursive: true });
  await restore(await database("empty"), { uploadsDir });
  expect(left.map((each) => existsSync(each))).toEqual([false, true]);
  await restore(await database("empty"), { uploadsDir, replace: true });
  expect(left.map((each) => existsSync(each))).toEqual([false, false]);
  expect(readdirSync(uploadsDir)).toEqual(["kept"]);
});

test("a folder of uploads that can't be replaced, as a mount of its own, is told before anything is changed", async (context) => {
  const original = await database();
  const uploadsDir = path.join(folder, "uploads");
  mkdirSync(uploadsDir, { recursive: true });
  await createBackup({ connectionString: original, uploadsDir, file });
  const mounted = await run("mount", ["-t", "tmpfs", "tmpfs", uploadsDir]).catch(() => null);
  if (!mounted) return context.skip("mounts are not allowed here");
  onTestFinished(async () => void (await run("umount", [uploadsDir])));
  const other = await database("empty");
  await expect(restore(other, { uploadsDir })).rejects.toThrow(/EBUSY.*Nothing was changed/);
  expect(await query(other, "select to_regclass('accounts') as accounts")).toEqual([{ accounts: null }]);
  expect(readdirSync(folder).filter((name) => name.startsWith("uploads"))).toEqual(["uploads"]);
});

test("the commands save a shop on its own PostgreSQL and restore it elsewhere, without its secret", async () => {
  const command = async (name: string, dataDir: string, ...more: string[]) => {
    const env = { PATH: process.env.PATH, ...compileCache, DATA_DIR: dataDir, INIT_CWD: folder };
    return run(process.execPath, [path.resolve(`server/src/commands/${name}.ts`), ...more], { env });
  };
  const dataDir = path.join(folder, "shop data");
  const { startOwnPostgres } = await import("#server/platform/postgres/embedded-postgres.ts");
  const { migrate } = await import("#server/db/migrate.ts");
  const silent = { info: () => {}, warn: () => {}, error: () => {} };
  const shop = await startOwnPostgres({ dataDir, log: silent });
  onTestFinished(shop.stop);
  await migrate(shop.connectionString);
  await query(shop.connectionString, "create table marker as select 'here' as word");
  mkdirSync(path.join(dataDir, "uploads"));
  writeFileSync(path.join(dataDir, "uploads", "a.png"), "picture");
  writeFileSync(path.join(dataDir, "secret"), "do-not-copy-this-secret");

  const saved = await command("backup", dataDir, "running.backup");
  expect(saved.stdout).toContain("The backup does not hold the secret.");
  await query(shop.connectionString, "drop table marker");
  await expect(command("restore", dataDir, "running.backup", "--replace")).rejects.toMatchObject({
    stderr: expect.stringContaining("Another Thumbsmith is already running"),
  });
  await shop.stop();
  await command("backup", dataDir, "stopped.backup");
  for (const name of ["running.backup", "stopped.backup"]) {
    const text = gunzipSync(readFileSync(path.join(folder, name))).toString();
    expect(text).not.toContain("do-not-copy-this-secret");
    expect(text).toContain("picture");
  }

  const elsewhere = path.join(folder, "other data");
  const restored = await command("restore", elsewhere, "stopped.backup");
  expect(restored.stdout).toContain("APP_SECRET");
  expect(readFileSync(path.join(elsewhere, "uploads", "a.png"), "utf8")).toBe("picture");
});
