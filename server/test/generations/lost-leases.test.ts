import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { generations } from "#server/db/tables/generations.ts";
import { settleGeneration } from "#server/features/generations/finish-generation.ts";
import { giveUpLeases, renewLeases, takeOverLeases } from "#server/features/generations/leases.repository.ts";
import { takeOverJob } from "#server/features/generations/runner.ts";
import { removeUnclaimedFiles } from "#server/platform/unclaimed-files.ts";
import { holdJobs } from "../helpers/hold-jobs.ts";
import { smallPicture } from "../security/seeded-shop.ts";
import {
  balanceOf,
  finished,
  memberWith,
  openGeneratorShop,
  problemsOf,
  startGeneration,
} from "./generator-shop.ts";

/** A run that the model keeps waiting, and how to leave it as a process does that is killed. */
async function openHangingRun() {
  const opened = await openGeneratorShop();
  const { shop, emulator } = opened;
  const member = await memberWith(shop, 5);
  await emulator.fault("hang", { times: 2 });
  const { id } = (await startGeneration(shop, member)).body.data as { id: string };
  await expect.poll(async () => (await emulator.requests()).length).toBe(2);
  const isIt = eq(generations.id, id);
  const leave = async (attempt: number, age = "0 seconds") => {
    const leaseUntil = sql`now() - interval '1 second'`;
    const createdAt = sql`now() - ${age}::interval`;
    await shop.platform.db
      .update(generations)
      .set({ worker: "gone", leaseUntil, createdAt, attempt })
      .where(isIt);
    shop.platform.jobs.wake(takeOverJob);
    return finished(shop, member, id);
  };
  return { ...opened, member, id, isIt, leave };
}

test("whoever lost a run to another process neither prolongs, gives up nor ends it", async () => {
  const { shop, id, isIt } = await openHangingRun();
  const { db } = shop.platform;
  await holdJobs(shop.connectionString, [takeOverJob]);
  const row = async () => (await db.select().from(generations).where(isIt))[0]!;
  const former = (await row()).worker!;
  await db.update(generations).set({ leaseUntil: sql`now() - interval '1 second'` }).where(isIt);
  expect(await takeOverLeases(db, "another", 60, 5)).toMatchObject([{ id, attempt: 1 }]);
  const taken = await row();
  expect(await renewLeases(db, former, [id], 600)).toEqual(new Set());
  await giveUpLeases(db, former, [id]);
  for (const lease of [
    { id, worker: former, attempt: 0 },
    { id, worker: former, attempt: 1 },
    { id, worker: "another", attempt: 0 },
  ])
    expect(await settleGeneration(shop.platform, lease, [])).toBe(false);
  expect(await row()).toEqual(taken);
});

test("a run that was left by three processes is drawn once more, and one that a fourth left gives its credit back undrawn", async () => {
  for (const [attempt, ended, calls] of [
    [2, { stage: "done" }, 4],
    [3, { stage: "failed", reason: "interrupted", refunded: true }, 2],
  ] as const) {
    const { shop, emulator, member, leave } = await openHangingRun();
    expect(await leave(attempt)).toMatchObject(ended);
    expect((await emulator.requests()).length).toBe(calls);
    expect(await balanceOf(shop, member)).toBe(ended.stage === "done" ? 4 : 5);
    expect(await problemsOf(shop)).toEqual([]);
  }
});

test("a run that is taken over when its time is up gives its credit back, and the model is not asked again", async () => {
  const { shop, emulator, member, leave } = await openHangingRun();
  expect(await leave(0, "3 minutes")).toMatchObject({ stage: "failed", reason: "timeout", refunded: true });
  expect((await emulator.requests()).length).toBe(2);
  expect(await balanceOf(shop, member)).toBe(5);
});

test("what an earlier attempt of a run stored goes once a later one is done, whose pictures stay", async () => {
  const { shop, id, member, leave } = await openHangingRun();
  await holdJobs(shop.connectionString, ["unclaimed-files"]);
  const { db, storage } = shop.platform;
  const keys = [0, 1].map((attempt) => `generations/${id.slice(-2)}/${id}-1-${attempt}.png`);
  await storage.put(keys[0]!, await smallPicture(), "image/png");
  const { images } = await leave(0);
  await db.execute(sql`update unclaimed_files set removable_at = removable_at - interval '1 hour'`);
  await removeUnclaimedFiles(shop.platform);
  expect(await Promise.all(keys.map((key) => storage.get(key)))).toEqual([null, expect.any(Buffer)]);
  expect((await shop.send({ url: images[0].url, as: member })).status).toBe(200);
});
