import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import {
  type AddressInfo,
  createServer as createTcpServer,
  getDefaultAutoSelectFamilyAttemptTimeout,
} from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { sql } from "drizzle-orm";
import Fastify from "fastify";
import pg from "pg";
import { expect, inject, onTestFinished, test } from "vitest";
import { readConfig } from "#server/config.ts";
import { migrate } from "#server/db/migrate.ts";
import { listen, listenForHealth } from "#server/listen.ts";
import { loadAppSecret } from "#server/platform/app-secret.ts";
import { startOwnPostgres } from "#server/platform/postgres/embedded-postgres.ts";
import { requireGivenDatabase, requireRights } from "#server/platform/postgres/external-database.ts";
import { freePort } from "../../e2e/helpers/free-port.ts";
import { hasPgBouncer, startPgBouncer } from "./helpers/pgbouncer.ts";
import { ownEnvironment, startShopProcess } from "./helpers/shop-process.ts";
import { cloneTestDatabase } from "./helpers/test-cluster.ts";
import { openTestShop } from "./helpers/test-shop.ts";

const silent = { info: () => {}, warn: () => {}, error: () => {} };

async function usedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

test("a port in use and a foreign host are each answered by one sentence that names the variable", async () => {
  const port = await usedPort();
  await expect(listen(Fastify(), { host: "127.0.0.1", port })).rejects.toThrow(
    `PORT ${port} is in use on 127.0.0.1: stop the program that listens there, or set another PORT.`,
  );
  await expect(listen(Fastify(), { host: "192.0.2.1", port })).rejects.toThrow(
    'HOST "192.0.2.1" is no address of this machine.',
  );
});

test("the first admin's password is told by a start that then finds its port in use", async () => {
  const env = { ...(await ownEnvironment()), PORT: String(await usedPort()) };
  const started = startShopProcess(env, { built: true });
  await expect(started).rejects.toThrow(/The first admin, shown this once:\n {4}\S+@\S+\n {4}\S{12,}\n/);
  await expect(started).rejects.toThrow(/PORT \d+ is in use/);
});

test("an address that is far away is given longer to connect than Node gives it", async () => {
  await openTestShop();
  expect(getDefaultAutoSelectFamilyAttemptTimeout()).toBeGreaterThan(2_000);
});

test("a database that cannot be reached is answered by one sentence that names DATABASE_URL alone", async () => {
  const port = await usedPort();
  for (const host of [`127.0.0.1:${port}`, "localhost:1", "no-such-host.invalid"]) {
    const { databaseUrl } = readConfig({ DATABASE_URL: `postgres://shop:hunter22@${host}/shop` });
    const refused = requireGivenDatabase(databaseUrl!);
    await expect(refused).rejects.toThrow(
      /^The PostgreSQL that DATABASE_URL names cannot be used: \S.*[^.]\.$/,
    );
    await expect(refused).rejects.not.toThrow(/hunter22/);
  }
});

test("a database that asks for a password which DATABASE_URL lacks is told so", async () => {
  // What PostgreSQL says until it needs the password: that it wants SCRAM, and then its half of the salt.
  const message = (code: number, text: string) => {
    const body = Buffer.from(`....${text}`);
    body.writeInt32BE(code);
    const head = Buffer.from("R....");
    head.writeInt32BE(body.length + 4, 1);
    return Buffer.concat([head, body]);
  };
  const server = createTcpServer((socket) => {
    socket.once("data", () => {
      socket.write(message(10, "SCRAM-SHA-256\0\0"));
      socket.once("data", () => socket.write(message(11, "r=x,s=eA==,i=4096")));
    });
    socket.on("error", () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  await expect(requireGivenDatabase(`postgres://shop@127.0.0.1:${port}/shop`)).rejects.toThrow(
    "The PostgreSQL that DATABASE_URL names cannot be used: it asks for a password, and gets none.",
  );
});

test.skipIf(!hasPgBouncer)(
  "a pooler that lends connections for a transaction is refused by one sentence",
  async () => {
    const { connectionString, drop } = await cloneTestDatabase(inject("postgres"));
    onTestFinished(drop);
    const address = await startPgBouncer(connectionString, "transaction");
    const refused = openTestShop({ database: address });
    await expect(refused).rejects.toThrow(
      /^The PostgreSQL that DATABASE_URL names cannot be used: a connection pooler .* direct port .*[^.]\.$/,
    );
  },
);

test.skipIf(!hasPgBouncer)(
  "through a pooler in session mode the shop works, and keeps its sessions' settings",
  async () => {
    const { connectionString, drop } = await cloneTestDatabase(inject("postgres"));
    onTestFinished(drop);
    const shop = await openTestShop({ database: await startPgBouncer(connectionString, "session") });
    const { rows } = await shop.platform.db.execute(sql`show statement_timeout`);
    expect(rows).toEqual([{ statement_timeout: "15s" }]);
    const heard = new Promise((resolve) => shop.platform.events.subscribe("test", resolve));
    await shop.platform.events.publish(shop.platform.db, "test", 7);
    expect(await heard).toBe(7);
    expect((await shop.send({ url: "/readyz" })).status).toBe(200);
  },
);

test("a role that may not do what migrations do is told so, and how to cure it", async () => {
  const { connectionString, drop } = await cloneTestDatabase(inject("postgres"));
  const role = `role_${new URL(connectionString).pathname.slice(1)}`;
  const own = new pg.Client({ connectionString });
  await own.connect();
  onTestFinished(async () => {
    await own.end();
    await drop();
  });
  await own.query(`create role ${role} login; alter schema public owner to pg_database_owner`);
  const limited = new URL(connectionString);
  limited.username = role;
  const name = limited.pathname.slice(1);
  const rights = () => requireRights(limited.href);
  const sentence = (reason: string) => `The PostgreSQL that DATABASE_URL names cannot be used: ${reason}`;
  await expect(rights()).rejects.toThrow(
    /its role \w+ may not change \w+, which belongs to thumbsmith: connect as the owner of the tables\.$/,
  );
  await own.query("drop schema public, drizzle cascade; create schema public");
  await expect(rights()).rejects.toThrow(
    sentence(`its role ${role} may not create schemas in it; make it the owner`),
  );
  await own.query(`grant create on database ${name} to ${role}`);
  await expect(rights()).rejects.toThrow(
    sentence(
      `its role ${role} may not do what the shop does (permission denied for schema public); make it the owner`,
    ),
  );
  await own.query(`alter database ${name} owner to ${role}; alter schema public owner to pg_database_owner`);
  expect(await rights()).toEqual([]);
  await own.query(`create function no() returns event_trigger language plpgsql as 'begin raise insufficient_privilege; end';
    create event trigger no_extensions on ddl_command_start when tag in ('CREATE EXTENSION') execute function no()`);
  expect(await rights()).toEqual([
    expect.stringMatching(/^The extension pg_trgm is missing .* create extension pg_trgm$/),
  ]);
  await own.query(`revoke usage on language plpgsql from public`);
  await expect(rights()).rejects.toThrow("permission denied for language plpgsql");
  await own.query(
    `grant usage on language plpgsql to public; alter role ${role} set default_transaction_read_only = on`,
  );
  await expect(rights()).rejects.toThrow(
    sentence("it takes no writes, as a copy does: name the server that does."),
  );
});

test("while the shop is being opened it says that it lives and is not ready, and then leaves its port to the shop", async () => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const end = listenForHealth({ host: "127.0.0.1", port }, 0);
  await expect.poll(async () => (await fetch(`${url}/healthz`)).json()).toEqual({ ok: true });
  for (const path of ["/readyz", "/", "/packages"]) {
    const answer = await fetch(url + path);
    expect(answer.status).toBe(503);
    expect(answer.headers.get("retry-after")).toBe("5");
    expect(await answer.json()).toMatchObject({ success: false, code: "UNAVAILABLE" });
  }
  await end();
  const app = Fastify();
  onTestFinished(() => app.close());
  await listen(app, { host: "127.0.0.1", port });
  const endSecond = listenForHealth({ host: "127.0.0.1", port }, 0);
  await nextTurn();
  await endSecond();
  expect((await fetch(url)).status, "a port in use stays its owner's").toBe(404);
});

test("a start that is soon over leaves its port closed until the shop is open", async () => {
  const port = await freePort();
  const end = listenForHealth({ host: "127.0.0.1", port });
  await nextTurn();
  await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow("fetch failed");
  await end();
});

test("a migration gives way to a lock, such as a backup's, within seconds and gets through afterwards", async () => {
  const { connectionString, drop } = await cloneTestDatabase(inject("postgres"));
  const backup = new pg.Client({ connectionString });
  await backup.connect();
  onTestFinished(async () => {
    await backup.end();
    await drop();
  });
  await backup.query("begin; lock table drizzle.__drizzle_migrations in access exclusive mode");
  const waits: string[] = [];
  let waited = () => {};
  const hasWaited = new Promise<void>((resolve) => {
    waited = resolve;
  });
  const migrated = migrate(connectionString, {
    pauseMs: 10,
    onWait: (message) => {
      waits.push(message);
      waited();
    },
  });
  await hasWaited;
  await backup.query("rollback");
  await migrated;
  expect(waits[0]).toMatch(/^The database's migration waits for a lock/);
});

test("a database of an earlier development version is left alone and told so", async () => {
  const { connectionString, drop } = await cloneTestDatabase(inject("postgres"));
  const client = new pg.Client({ connectionString });
  await client.connect();
  onTestFinished(async () => {
    await client.end();
    await drop();
  });
  await migrate(connectionString);
  await client.query("update drizzle.__drizzle_migrations set hash = 'earlier', created_at = created_at - 1");
  await expect(migrate(connectionString)).rejects.toThrow(
    "The database could not be brought to this release: it was made by an earlier development version: ",
  );
});

test("a DATA_DIR that is a file, or that the system refuses, is answered by one sentence that names it", async () => {
  const folder = mkdtempSync(join(tmpdir(), "start-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const dataDir = join(folder, "data");
  writeFileSync(dataDir, "");
  for (const refused of [dataDir, join(dataDir, "below"), "/proc/no/folder"]) {
    const sentence = `DATA_DIR "${refused}" cannot be used`;
    await expect(loadAppSecret({ appSecret: undefined, dataDir: refused })).rejects.toThrow(sentence);
    const started = startOwnPostgres({ dataDir: refused, log: silent });
    await expect(started).rejects.toThrow(sentence);
  }
});

test("a shop whose DATA_DIR takes no file does not open, also where database and secret are elsewhere", async () => {
  const folder = mkdtempSync(join(tmpdir(), "start-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "uploads"), "");
  const uploads = join(folder, "uploads");
  for (const dataDir of [folder, uploads])
    await expect(openTestShop({ dataDir })).rejects.toThrow(
      new RegExp(`^DATA_DIR: ${uploads} takes no file \\(\\w+\\): give the folder to this user$`),
    );
});
