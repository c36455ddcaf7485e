import { sql } from "drizzle-orm";
import { expect, inject, onTestFinished, test, vi } from "vitest";
import { type DatabaseOptions, openDatabase } from "#server/db/database.ts";
import { openClient } from "#server/db/open-client.ts";
import { cloneTestDatabase } from "../helpers/test-cluster.ts";
import { startTcpProxy, targetOf } from "../resilience/tcp-proxy.ts";

/** A pool of one connection, so that one that is lost is missed at once. */
async function openOne(options: DatabaseOptions = {}) {
  const { connectionString, drop } = await cloneTestDatabase(inject("postgres"));
  onTestFinished(drop);
  const proxy = await startTcpProxy(() => targetOf(connectionString));
  const url = new URL(connectionString);
  url.hostname = "127.0.0.1";
  url.port = String(proxy.port);
  const database = openDatabase(url.href, { max: 1, ...options });
  return { ...database, proxy, ask: () => database.db.execute(sql`select 1 as one`) };
}

test("a connection that breaks at BEGIN is not lost to the pool, which also closes", async () => {
  const { db, pool, ask, close } = await openOne();
  await ask();
  pool.once("acquire", (client) => client.connection.stream.destroy());
  await expect(db.transaction(async (tx) => tx.execute(sql`select 1`))).rejects.toThrow();
  expect((await ask()).rows).toEqual([{ one: 1 }]);
  await close();
});

test("a connection that breaks within a transaction is not lost to the pool, which also closes", async () => {
  const { db, proxy, ask, close } = await openOne();
  const broken = db.transaction(async (tx) => {
    await tx.execute(sql`select 1`);
    await proxy.cut();
    await tx.execute(sql`select 1`);
  });
  await expect(broken).rejects.toThrow();
  await proxy.mend();
  expect((await ask()).rows).toEqual([{ one: 1 }]);
  await close();
});

test("a transaction is committed, or rolled back with its own error, and its connection is used again", async () => {
  const { db, ask, close } = await openOne();
  await db.execute(sql`create table kept (number int)`);
  await db.transaction(async (tx) => tx.execute(sql`insert into kept values (1)`));
  const failed = db.transaction(async (tx) => {
    await tx.execute(sql`insert into kept values (2)`);
    throw new Error("changed my mind");
  });
  await expect(failed).rejects.toThrow("changed my mind");
  const isolation = await db.transaction((tx) => tx.execute(sql`show transaction_isolation`), {
    isolationLevel: "serializable",
  });
  expect(isolation.rows).toEqual([{ transaction_isolation: "serializable" }]);
  expect((await db.execute(sql`select number from kept`)).rows).toEqual([{ number: 1 }]);
  await ask();
  await close();
});

/** A clock of the pool's alone, on which statements take no time. */
function stopClock(): void {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] });
  onTestFinished(() => void vi.useRealTimers());
}

test("a statement of which nothing is heard, as of a machine that vanished, gives its connection up", async () => {
  stopClock();
  const { proxy, ask, close } = await openOne({ silenceMs: 20_000 });
  await ask();
  proxy.freeze();
  let isOver = false;
  const refused = expect(ask())
    .rejects.toThrow()
    .finally(() => {
      isOver = true;
    });
  await expect
    .poll(() => {
      vi.advanceTimersByTime(30_000);
      return isOver;
    })
    .toBe(true);
  await refused;
  expect((await ask()).rows).toEqual([{ one: 1 }]);
  await close();
});

test("a connection that is lent and silent, since nothing is asked, is kept", async () => {
  stopClock();
  const { db, close } = await openOne({ silenceMs: 20_000 });
  await db.transaction(async (tx) => {
    await tx.execute(sql`select 1`);
    vi.advanceTimersByTime(120_000);
    expect((await tx.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }]);
  });
  await close();
});

test("a session of a command or a backup that is cut off ends what it asks next, and not the process", async () => {
  const { connectionString, proxy, close } = await openOne();
  const client = await openClient(connectionString);
  const ended = new Promise<void>((resolve) => client.once("end", resolve));
  await proxy.cut();
  await ended;
  await expect(client.query("select 1")).rejects.toThrow();
  await client.end();
  await close();
});
