import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { newId } from "#server/db/ids.ts";
import { generationImages, generations } from "#server/db/tables/generations.ts";
import { balanceOf, checkLedger, grantCredits } from "#server/features/credits/credits.service.ts";
import { openHold, releaseHold, settleHold } from "#server/features/credits/holds.ts";
import { settleGeneration } from "#server/features/generations/finish-generation.ts";
import { insertGeneration, markDone } from "#server/features/generations/leases.repository.ts";
import { untilWaiting } from "../helpers/lock-waits.ts";
import { openTestShop } from "../helpers/test-shop.ts";
import { memberWith, openGeneratorShop, startGeneration } from "./generator-shop.ts";

const noSource = {
  sourceKind: null,
  sourceId: null,
  sourceImageId: null,
  sourceDocument: null,
  instruction: "",
  vary: null,
  referenceIds: [],
  videoId: null,
  videoChannel: null,
  brand: null,
  retake: false,
};

/** A run that is under way, paid for with one of two credits, as a process would have it. */
async function openGeneration() {
  const shop = await openTestShop();
  const { db } = shop.platform;
  const { id: userId } = await shop.signUp();
  await db.transaction((tx) =>
    grantCredits(tx, { userId, amount: 2, reason: "purchase", reference: newId() }),
  );
  const id = newId();
  const generation = { id, userId, idempotencyKey: newId(), cost: 1, title: "A title", niche: "gaming" };
  const lease = { worker: "worker", seconds: 60, stage: "generating" } as const;
  const hold = { userId, amount: 1, minimum: 1, generationId: id, lifetimeSeconds: 60 };
  const start = () =>
    db.transaction(async (tx) => {
      const held = await openHold(tx, hold);
      await insertGeneration(
        tx,
        {
          ...generation,
          style: "minimal",
          customPrompt: "",
          enhancedPrompt: "",
          words: "drawn",
          reservedMicros: 0,
          requestHash: null,
          ...noSource,
        },
        lease,
      );
      return held;
    });
  const image = (position: 1 | 2) => ({
    id: newId(),
    position,
    fileKey: `${id}-${position}`,
    mimeType: "image/png",
    bytes: 9,
  });
  const end = () =>
    settleGeneration(shop.platform, { id, worker: "worker", attempt: 0 }, [image(1), image(2)]);
  const state = async () => {
    const [row] = await db.select().from(generations).where(eq(generations.id, id));
    const images = await db.$count(generationImages, eq(generationImages.generationId, id));
    return { stage: row?.stage, images, balance: await balanceOf(db, userId) };
  };
  expect((await start())?.balance).toBe(1);
  return { db, id, start, end, state };
}

test("a run is done and its credit spent in one step, once", async () => {
  const { db, end, state } = await openGeneration();
  await Promise.all([end(), end(), end()]);
  expect(await state()).toEqual({ stage: "done", images: 2, balance: 1 });
  expect(await checkLedger(db)).toEqual([]);
});

test("a run whose credit was given back is not done, whatever says so", async () => {
  const { db, id, end, state } = await openGeneration();
  expect(await db.transaction((tx) => releaseHold(tx, { generationId: id }))).toBe(true);
  await expect(end()).rejects.toThrow();
  expect(await state()).toEqual({ stage: "generating", images: 0, balance: 2 });
  expect(await checkLedger(db)).toEqual([]);
});

test("a key that was used before takes no credit and makes no run", async () => {
  const { db, start, state } = await openGeneration();
  await expect(start()).rejects.toThrow();
  expect(await state()).toEqual({ stage: "generating", images: 0, balance: 1 });
  expect(await checkLedger(db)).toEqual([]);
});

test("a repeated click in the moment in which its run ends is the same run, and lets it end", async () => {
  const { shop, emulator } = await openGeneratorShop();
  await emulator.fault("slow", { delayMs: 10_000 });
  const { db } = shop.platform;
  const person = await memberWith(shop, 5);
  const key = { idempotencyKey: newId() };
  const first = await startGeneration(shop, person, key);
  const [generation] = await db.select().from(generations).where(eq(generations.id, first.body.data.id));
  const { id, worker, attempt } = generation!;
  let again: ReturnType<typeof startGeneration> | undefined;
  await db.transaction(async (tx) => {
    expect(await markDone(tx, { id, worker: worker!, attempt })).toBeTruthy();
    again = startGeneration(shop, person, key);
    await untilWaiting(db, 1);
    expect(await settleHold(tx, id)).toBe(true);
  });
  expect((await again)!.body.data).toMatchObject({ id, stage: "done", currentBalance: 4 });
  expect(await checkLedger(db)).toEqual([]);
});
