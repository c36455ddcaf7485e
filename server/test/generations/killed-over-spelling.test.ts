import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { expect, inject, onTestFinished, test } from "vitest";
import { openDatabase } from "#server/db/database.ts";
import { newId } from "#server/db/ids.ts";
import { checkLedger, grantCredits } from "#server/features/credits/credits.service.ts";
import { checkGenerations } from "#server/features/generations/generations.service.ts";
import { startShopProcess } from "../helpers/shop-process.ts";
import { cloneTestDatabase } from "../helpers/test-cluster.ts";
import { openTestShop } from "../helpers/test-shop.ts";
import { type Asked, processShop } from "../youtube/connecting.ts";
import { finished, openEmulator, runInput, testKey } from "./generator-shop.ts";
import { title } from "./misspelt.ts";

test("kill -9 over a reading and over a free take leaves both to another shop on the database, once each", async () => {
  const emulator = await openEmulator({ fixedWords: "TEH HONEST TRUTH" });
  const database = await cloneTestDatabase(inject("postgres"));
  onTestFinished(database.drop);
  const dataDir = await mkdtemp(join(tmpdir(), "shop-"));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const { db, close } = openDatabase(database.connectionString, { max: 2, onError: () => undefined });
  onTestFinished(close);

  // What a shop needs, made by one that is gone when the processes come.
  const open = () =>
    openTestShop({
      database: database.connectionString,
      dataDir,
      config: { geminiApiUrl: emulator.url },
    });
  const first = await open();
  const admin = await first.signUp({ role: "Admin" });
  const key = { name: "Main", key: testKey };
  await first.send({ method: "POST", url: "/api/gemini-keys", body: key, as: admin });
  const member = await first.signUp();
  await db.transaction((tx) =>
    grantCredits(tx, { userId: member.id, amount: 5, reason: "purchase", reference: newId() }),
  );
  await first.stop();

  const startDying = (FAILPOINT: string) =>
    startShopProcess({
      DATABASE_URL: database.connectionString,
      DATA_DIR: dataDir,
      APP_SECRET: "a secret that only the tests know, long enough",
      GEMINI_API_URL: emulator.url,
      NODE_ENV: "test",
      FAILPOINT,
    });
  const post = (shop: Asked, url: string, body: object) =>
    shop.send({ method: "POST", url, body, as: member });
  const problems = async () => [...(await checkLedger(db)), ...(await checkGenerations(db))];
  const rows = async (of: ReturnType<typeof sql>) => (await db.execute(of)).rows;

  const reader = await startDying("words-read");
  const { body } = await post(processShop(reader.url), "/api/generations", runInput({ title }));
  expect(await reader.ended).toBe("SIGKILL");
  const { id } = body.data;
  expect(await rows(sql`select stage from generations where id = ${id}`)).toEqual([{ stage: "done" }]);
  expect(await rows(sql`select 1 from spelling_checks where next_attempt_at is not null`)).toHaveLength(2);
  await db.execute(sql`update spelling_checks set next_attempt_at = now()`);

  const second = await open();
  const spelling = { read: "TEH HONEST TRUTH", matches: false, retake: "offered" };
  await expect
    .poll(async () => (await second.send({ url: `/api/generations/${id}`, as: member })).body.data.images, {
      timeout: 20_000,
    })
    .toMatchObject([{ spelling }, { spelling }]);
  await second.stop();

  const taker = await startDying("generation-accepted");
  const path = `/api/generations/${id}/images/1/retake`;
  const idempotencyKey = newId();
  await post(processShop(taker.url), path, { idempotencyKey }).catch(() => null);
  expect(await taker.ended).toBe("SIGKILL");
  expect(await problems()).toEqual([]);
  await db.execute(sql`update generations set lease_until = now() where stage in ('queued', 'generating')`);

  const last = await open();
  const again = await post(last, path, { idempotencyKey });
  expect(again.status).toBe(202);
  expect((await post(last, path, { idempotencyKey: newId() })).status).toBe(409);
  expect(await finished(last, member, again.body.data.id)).toMatchObject({ stage: "done" });
  expect(await rows(sql`select cost, refunded from generations where retake`)).toEqual([
    { cost: 0, refunded: false },
  ]);
  const statement = await last.send({ url: "/api/credits/entries", as: member });
  expect(statement.body.map(({ reason }: { reason: string }) => reason)).toEqual([
    "retake",
    "generation",
    "purchase",
  ]);
  expect(await problems()).toEqual([]);
});
