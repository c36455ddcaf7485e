import { sql } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { openDatabase } from "#server/db/database.ts";
import { media } from "#server/db/tables/content.ts";
import { unclaimedFiles } from "#server/db/tables/files.ts";
import { generations } from "#server/db/tables/generations.ts";
import { noteFiles, removeUnclaimedFiles } from "#server/platform/unclaimed-files.ts";
import { memberWith, openEmulator, runInput, testKey } from "../generations/generator-shop.ts";
import { holdJobs } from "../helpers/hold-jobs.ts";
import { ownEnvironment, startShopProcess } from "../helpers/shop-process.ts";
import { openTestShop, type Person, type TestShop } from "../helpers/test-shop.ts";
import { startTcpProxy, targetOf } from "../resilience/tcp-proxy.ts";
import { sendFile, smallPicture } from "../security/seeded-shop.ts";

const uploadPicture = async (shop: TestShop, as: Person) =>
  sendFile(shop, as, "/upload", await smallPicture(), { field: "image" });

/** The job, as if so much time had passed. */
async function removeAfter(shop: TestShop, minutes: number): Promise<void> {
  const { db } = shop.platform;
  const passed = sql`${unclaimedFiles.removableAt} - make_interval(mins => ${minutes})`;
  await db.update(unclaimedFiles).set({ removableAt: passed });
  await removeUnclaimedFiles(shop.platform);
}

/** A database that other processes use as well, and its proxy. */
async function openBehindProxy() {
  const env = await ownEnvironment();
  const direct = openDatabase(env.DATABASE_URL!);
  onTestFinished(direct.close);
  const proxy = await startTcpProxy(() => targetOf(env.DATABASE_URL!));
  const url = new URL(env.DATABASE_URL!);
  url.host = `127.0.0.1:${proxy.port}`;
  const shop = await openTestShop({ database: url.href, dataDir: env.DATA_DIR! });
  await shop.started;
  return { shop, proxy, direct };
}

test("an upload whose commit's answer is lost keeps its file", async () => {
  const { shop, proxy, direct } = await openBehindProxy();
  const person = await shop.signUp();
  // The commit waits where it can't be taken back any more, and its answer finds no connection.
  await direct.db.execute(sql`
    create function wait_for_lock() returns trigger language plpgsql as
    'begin perform pg_advisory_xact_lock(42); return null; end'`);
  await direct.db.execute(sql`
    create constraint trigger waiting after insert on media deferrable initially deferred
    for each row execute function wait_for_lock()`);
  const holder = await direct.pool.connect();
  onTestFinished(() => holder.release());
  await holder.query("select pg_advisory_lock(42)");
  const sent = uploadPicture(shop, person);
  const waiting = async () =>
    (
      await direct.pool.query(
        `select from pg_locks where locktype = 'advisory' and objid = 42 and not granted
          and database = (select oid from pg_database where datname = current_database())`,
      )
    ).rowCount;
  await expect.poll(waiting).toBe(1);
  await proxy.cut();
  expect((await sent).status).toBe(503);
  await proxy.mend();
  await holder.query("select pg_advisory_unlock(42)");
  await expect.poll(() => direct.db.$count(media)).toBe(1);
  const [row] = await direct.db.select().from(media);
  await removeAfter({ ...shop, platform: { ...shop.platform, db: direct.db } }, 60);
  expect((await shop.http.inject({ url: row!.url })).statusCode).toBe(200);
});

test("an upload that was broken off between its file and its row leaves no file, and takes no other's", async () => {
  const shop = await openTestShop();
  await holdJobs(shop.connectionString, ["unclaimed-files"]);
  const { storage } = shop.platform;
  const person = await shop.signUp();
  const kept = await uploadPicture(shop, person);
  const keys: string[] = [];
  // As a store that takes a file and whose answer is lost.
  const put: typeof storage.put = async (...file) => {
    keys.push(file[0]);
    await storage.put(...file);
    throw new Error("no answer");
  };
  shop.platform.storage = { ...storage, put };
  for (const [url, field] of [
    ["/upload", "image"],
    ["/api/references", "file"],
    ["/api/support/attachments", "file"],
  ] as const) {
    const fields = { name: "A picture", kind: "logo" };
    expect((await sendFile(shop, person, url, await smallPicture(), { field, fields })).status, url).toBe(
      500,
    );
  }
  shop.platform.storage = storage;
  const left = async () => (await Promise.all(keys.map((key) => storage.get(key)))).filter(Boolean).length;
  expect(keys).toHaveLength(3);
  await removeAfter(shop, 59);
  expect(await left(), "it may be under way").toBe(3);
  await removeAfter(shop, 1);
  expect(await left()).toBe(0);
  expect((await shop.http.inject({ url: kept.body.file.url })).statusCode).toBe(200);
  expect(await shop.platform.db.$count(unclaimedFiles)).toBe(0);
});

test("a run that failed leaves no picture behind, also where its process died as it ended", async () => {
  const env = await ownEnvironment();
  const emulator = await openEmulator();
  const shop = await openTestShop({ database: env.DATABASE_URL!, dataDir: env.DATA_DIR! });
  await holdJobs(shop.connectionString, ["unclaimed-files"]);
  const { storage, db } = shop.platform;
  const admin = await shop.signUp({ role: "Admin" });
  const person = await memberWith(shop, 5);
  const body = { name: "Main", key: testKey };
  await shop.send({ method: "POST", url: "/api/gemini-keys", body, as: admin });
  await emulator.fault("garbage-image");
  const process = await startShopProcess({
    ...env,
    GEMINI_API_URL: emulator.url,
    NODE_ENV: "test",
    FAILPOINT: "generation-ended",
  });
  await fetch(`${process.url}/api/generations`, {
    method: "POST",
    headers: { "content-type": "application/json", cookie: person.cookie },
    body: JSON.stringify(runInput()),
  }).catch(() => undefined);
  expect(await process.ended).toBe("SIGKILL");
  const [run] = await db.select().from(generations);
  expect(run).toMatchObject({ stage: "failed", refunded: true });
  // Of the picture that was there already, and of one that an attempt stores which does not know of its end.
  const keys = [1, 2].map((position) => `generations/${run!.id.slice(-2)}/${run!.id}-${position}-0.png`);
  for (const key of keys) await storage.put(key, await smallPicture(), "image/png");
  await removeAfter(shop, 60);
  expect(await Promise.all(keys.map((key) => storage.get(key)))).toEqual([null, null]);
});

test("a picture that an admin deletes is gone, also where the store was away", async () => {
  const shop = await openTestShop();
  await holdJobs(shop.connectionString, ["unclaimed-files"]);
  const { storage, db } = shop.platform;
  const admin = await shop.signUp({ role: "Admin" });
  const { url } = (await uploadPicture(shop, admin)).body.file;
  const [row] = await db.select().from(media);
  shop.platform.storage = { ...storage, remove: () => Promise.reject(new Error("away")) };
  const remove = { method: "DELETE", url: `/api/media/${row!.id}`, as: admin };
  expect((await shop.send(remove)).status).toBeLessThan(300);
  expect((await shop.send(remove)).status).toBe(404);
  shop.platform.storage = storage;
  await removeUnclaimedFiles(shop.platform);
  expect((await shop.http.inject({ url })).statusCode).toBe(404);
  expect(await storage.get(url.replace("/uploads/", ""))).toBeNull();
});

test("no row names a file that is about to be removed: its upload is refused, and leaves neither", async () => {
  const shop = await openTestShop();
  await holdJobs(shop.connectionString, ["unclaimed-files"]);
  const { storage, db } = shop.platform;
  const person = await shop.signUp();
  for (const left of ["9 minutes", "0 minutes"]) {
    const keys: string[] = [];
    // As a store that takes most of an hour.
    const put: typeof storage.put = async (...file) => {
      keys.push(file[0]);
      await storage.put(...file);
      await db.update(unclaimedFiles).set({ removableAt: sql`now() + ${left}::interval` });
    };
    shop.platform.storage = { ...storage, put };
    expect((await uploadPicture(shop, person)).status).toBe(503);
    expect(keys).toHaveLength(1);
    expect([await storage.get(keys[0]!), await db.$count(media)]).toEqual([null, 0]);
  }
});

test("a file that is stored again while it is removed goes with a later round", async () => {
  const shop = await openTestShop();
  await holdJobs(shop.connectionString, ["unclaimed-files"]);
  const { storage, db } = shop.platform;
  const key = "generations/ab/of-a-lost-run.png";
  await noteFiles(db, [key]);
  // As a process stores it that does not know yet that it lost its run.
  const remove: typeof storage.remove = async (name) => {
    await storage.remove(name);
    if (name !== key) return;
    await noteFiles(db, [key]);
    await storage.put(key, await smallPicture(), "image/png");
  };
  await removeAfter({ ...shop, platform: { ...shop.platform, storage: { ...storage, remove } } }, 60);
  expect(await storage.get(key)).not.toBeNull();
  await removeAfter(shop, 60);
  expect(await storage.get(key)).toBeNull();
  expect(await db.$count(unclaimedFiles)).toBe(0);
});

test("an erased person's picture is gone, also where the store was away", async () => {
  const shop = await openTestShop();
  await holdJobs(shop.connectionString, ["unclaimed-files", "unused-pictures"]);
  const { storage, db } = shop.platform;
  const person = await shop.signUp();
  const { url } = (await uploadPicture(shop, person)).body.file;
  shop.platform.storage = { ...storage, remove: () => Promise.reject(new Error("away")) };
  const body = { password: person.password };
  const erase = { method: "POST", url: "/api/account/delete", body, as: person };
  expect((await shop.send(erase)).status).toBe(200);
  shop.platform.storage = storage;
  expect(await db.$count(media)).toBe(0);
  await removeUnclaimedFiles(shop.platform);
  expect(await storage.get(url.replace("/uploads/", ""))).toBeNull();
});
