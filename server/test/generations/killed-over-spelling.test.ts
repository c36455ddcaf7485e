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
import { openEmulator, runInput, testKey } from "./generator-shop.ts";
import { title } from "./misspelt.ts";

test("kill -9 over a reading and over a free take leaves both to the next process, once each", async () => {
  const emulator = await openEmulator({ fixedWords: "TEH HONEST TRUTH" });
  const database = await cloneTestDatabase(inject("postgres"));
  onTestFinished(database.drop);
  const dataDir = await mkdtemp(join(tmpdir(), "shop-"));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const { db, close } = openDatabase(database.connectionString, { max: 2, onError: () => undefined });
  onTestFinished(close);

  // What a shop needs, made by one that is gone when the processes come.
  const first = await openTestShop({ database: database.connectionString, dataDir });
  const admin = await first.signUp({ role: "Admin" });
  const key = { name: "Main", key: testKey };
  await first.send({ method: "POST", url: "/api/gemini-keys", body: key, as: admin });
  const member = await first.signUp();
  await db.transaction((tx) =>
    grantCredits(tx, { userId: member.id, amount: 5, reason: "purchase", reference: newId() }),
  );
  await first.stop();

  const start = (env: Record<string, string> = {}) =>
    startShopProcess({
      DATABASE_URL: database.connectionString,
      DATA_DIR: dataDir,
      APP_SECRET: "a secret that only the tests know, long enough",
      GEMINI_API_URL: emulator.url,
      ...env,
    });
  const send = async (url: string, path: string, body?: object) => {
    const answer = await fetch(url + path, {
      method: body ? "POST" : "GET",
      headers: { cookie: member.cookie, ...(body ? { "content-type": "application/json" } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return { status: answer.status, body: await answer.json() };
  };
  const problems = async () => [...(await checkLedger(db)), ...(await checkGenerations(db))];
  const rows = async (of: ReturnType<typeof sql>) => (await db.execute(of)).rows;

  const reader = await start({ NODE_ENV: "test", FAILPOINT: "words-read" });
  const { body } = await send(reader.url, "/api/generations", runInput({ title }));
  expect(await reader.ended).toBe("SIGKILL");
  const { id } = body.data;
  expect(await rows(sql`select stage from generations where id = ${id}`)).toEqual([{ stage: "done" }]);
  expect(await rows(sql`select 1 from spelling_checks where next_attempt_at is not null`)).toHaveLength(2);
  await db.execute(sql`update spelling_checks set next_attempt_at = now()`);

  const second = await start();
  const spelling = { read: "TEH HONEST TRUTH", matches: false, retake: "offered" };
  await expect
    .poll(async () => (await send(second.url, `/api/generations/${id}`)).body.data.images, {
      timeout: 20_000,
    })
    .toMatchObject([{ spelling }, { spelling }]);
  await second.kill("SIGTERM");

  const taker = await start({ NODE_ENV: "test", FAILPOINT: "generation-accepted" });
  const path = `/api/generations/${id}/images/1/retake`;
  const idempotencyKey = newId();
  await send(taker.url, path, { idempotencyKey }).catch(() => null);
  expect(await taker.ended).toBe("SIGKILL");
  expect(await problems()).toEqual([]);
  await db.execute(sql`update generations set lease_until = now() where stage in ('queued', 'generating')`);

  const last = await start();
  const again = await send(last.url, path, { idempotencyKey });
  expect(again.status).toBe(202);
  expect((await send(last.url, path, { idempotencyKey: newId() })).status).toBe(409);
  await expect
    .poll(async () => (await send(last.url, `/api/generations/${again.body.data.id}`)).body.data.stage, {
      timeout: 20_000,
    })
    .toBe("done");
  expect(await rows(sql`select cost, refunded from generations where retake`)).toEqual([
    { cost: 0, refunded: false },
  ]);
  const statement = await send(last.url, "/api/credits/entries");
  expect(statement.body.map(({ reason }: { reason: string }) => reason)).toEqual([
    "retake",
    "generation",
    "purchase",
  ]);
  expect(await problems()).toEqual([]);
});
