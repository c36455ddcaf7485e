import { sql } from "drizzle-orm";
import pg from "pg";
import { expect, onTestFinished, test, vi } from "vitest";
import { openTestShop, type TestShop } from "../helpers/test-shop.ts";

test("work that two processes share runs in one of them at a time, and news wakes it", async () => {
  const first = await openTestShop();
  const second = await openTestShop({ database: first.connectionString });
  let running = 0;
  let most = 0;
  let runs = 0;
  const work = async () => {
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setImmediate(resolve));
    running -= 1;
    runs += 1;
  };
  first.platform.jobs.schedule({ name: "shared", everySeconds: 600, work });
  second.platform.jobs.schedule({ name: "shared", everySeconds: 600, work });
  await vi.waitFor(() => expect(runs).toBeGreaterThanOrEqual(1), 20_000);
  const before = runs;
  await first.platform.events.publish(first.platform.db, "job:shared");
  await vi.waitFor(() => expect(runs).toBeGreaterThan(before), 20_000);
  expect(most).toBe(1);
});

test("work that is due once an hour waits a minute after the start, unless somebody waits for it or wakes it", async () => {
  const shop = await openTestShop();
  await shop.started;
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const ran: string[] = [];
  const schedule = (name: string, atStart?: boolean) =>
    shop.platform.jobs.schedule({ name, everySeconds: 3600, atStart, work: async () => ran.push(name) });
  await schedule("later");
  await schedule("woken");
  await schedule("awaited", true);
  expect(ran).toEqual(["awaited"]);
  shop.platform.jobs.wake("woken");
  await vi.waitFor(() => expect(ran).toEqual(["awaited", "woken"]), 20_000);
  vi.advanceTimersByTime(60_000);
  await vi.waitFor(() => expect(ran).toEqual(["awaited", "woken", "later"]), 20_000);
});

test("jobs that come due together ask for their locks one after the other, as a connection takes questions", async () => {
  const { jobs } = (await openTestShop()).platform;
  const query = pg.Client.prototype.query;
  const open = new Map<pg.Client, number>();
  let most = 0;
  vi.spyOn(pg.Client.prototype, "query").mockImplementation(function (this: pg.Client, ...given: unknown[]) {
    const asked = Reflect.apply(query, this, given);
    if (!String(given[0]).includes("_advisory_")) return asked;
    open.set(this, (open.get(this) ?? 0) + 1);
    most = Math.max(most, open.get(this)!);
    return asked.finally(() => open.set(this, open.get(this)! - 1));
  });
  onTestFinished(() => void vi.restoreAllMocks());
  const names = Array.from({ length: 10 }, (_, index) => `together ${index}`);
  let done = 0;
  for (const name of names) {
    jobs.schedule({ name, everySeconds: 3600, work: async () => (done += 1) }, { isPutOff: true });
    jobs.wake(name);
  }
  await vi.waitFor(() => expect(done).toBe(names.length), 20_000);
  expect(most).toBe(1);
});

test("jobs that all come due at once leave the pool to their work and to callers, also after their session was lost", async () => {
  const shop = await openTestShop();
  const { jobs, db } = shop.platform;
  await shop.started;
  const names = Array.from({ length: 30 }, (_, index) => `at once ${index}`);
  for (let round = 1; round <= 2; round += 1) {
    const begun = new Set<string>();
    const all = Promise.withResolvers<void>();
    const done = new Set<string>();
    for (const each of names) {
      const name = `${each}, ${round}`;
      // None is done before each has begun, with a lock of its own.
      const work = async () => {
        begun.add(name);
        if (begun.size === names.length) all.resolve();
        await all.promise;
        await db.execute(sql`select 1`);
        done.add(name);
      };
      jobs.schedule({ name, everySeconds: 3600, work }, { isPutOff: true });
      jobs.wake(name);
    }
    await vi.waitFor(() => expect(done.size).toBe(names.length), 20_000);
    if (round === 1) await endLockSession(shop);
  }
});

/** As a balancer or a restart of PostgreSQL does, while jobs run. */
async function endLockSession({ platform: { jobs, db } }: TestShop): Promise<void> {
  const locked = Promise.withResolvers<void>();
  const over = Promise.withResolvers<void>();
  const work = async () => {
    locked.resolve();
    await over.promise;
  };
  const ended = jobs.schedule({ name: "cut off", everySeconds: 600, work });
  await locked.promise;
  await db.execute(sql`select pg_terminate_backend(pid) from pg_locks
    where locktype = 'advisory' and pid <> pg_backend_pid()
      and database = (select oid from pg_database where datname = current_database())`);
  over.resolve();
  await ended;
}

test("news published in a transaction goes out with its commit, and not with its rollback", async () => {
  const shop = await openTestShop();
  const other = await openTestShop({ database: shop.connectionString });
  const heard: unknown[] = [];
  other.platform.events.subscribe("topic", (data) => heard.push(data));
  await expect(
    shop.platform.db.transaction(async (tx) => {
      await shop.platform.events.publish(tx, "topic", "rolled back");
      throw new Error("no");
    }),
  ).rejects.toThrow("no");
  await shop.platform.events.publish(shop.platform.db, "topic", "committed");
  await vi.waitFor(() => expect(heard).toEqual(["committed"]), 20_000);
});
