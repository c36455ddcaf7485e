import type { BodyOf } from "#contract/call.ts";
import type { createGeneration } from "#contract/generations.ts";
import type { ShopSettings } from "#contract/shop-settings.ts";
import type { Tx } from "#server/db/database.ts";
import { isUniqueViolation } from "#server/db/unique-violation.ts";
import { type KeyTurns, longestWaitMs } from "#server/features/ai-keys/key-pool.ts";
import { balanceOf, insufficientCredits, openHold } from "#server/features/credits/credits.service.ts";
import { readShopSettings } from "#server/features/settings/settings.service.ts";
import { failpoint } from "#server/platform/failpoints.ts";
import { failure } from "#server/platform/failure.ts";
import { newId } from "#server/platform/ids.ts";
import type { Platform } from "#server/platform/platform.ts";
import { requireRoom } from "./run-limits.ts";
import { leaseSeconds, type Runner } from "./runner.ts";
import { findRunByKey, insertRun, type NewRun, type OpenRun, type RunRow } from "./runs.repository.ts";

export interface RunTools {
  turns: KeyTurns;
  runner: Runner;
}

export interface Accepted {
  id: string;
  stage: RunRow["stage"];
  currentBalance: number;
}

/** A hold that a run uses has no other end than the run's; this is only for the row. */
const holdLifetimeSeconds = 10 * 60;

/**
 * Takes the credit and starts a run, which then goes on by itself. A repeated key is the same run and costs
 * nothing, also for two requests at the same moment. Nothing is taken where no key can be used, or where this
 * process has all the work that it can carry.
 */
export async function startRun(
  platform: Platform,
  { turns, runner }: RunTools,
  userId: string,
  input: BodyOf<typeof createGeneration>,
): Promise<Accepted> {
  if (!input.title)
    throw failure("TITLE_REQUIRED", undefined, { fields: { title: "Video title is required" } });
  const settings = await readShopSettings(platform);
  const wait = await turns.wait(settings.imageModel);
  const hasNoKey = wait === null || wait > longestWaitMs;
  if (hasNoKey || runner.isFull()) {
    const earlier = await findEarlier(platform.db, userId, input.idempotencyKey);
    if (earlier) return earlier;
    if (!hasNoKey) throw failure("UNAVAILABLE", undefined, { retryAfter: 10 });
    throw failure("NO_KEYS", undefined, wait === null ? {} : { retryAfter: Math.ceil(wait / 1000) });
  }
  const run = { ...input, id: newId(), userId, cost: settings.cost };
  const stage = wait === 0 ? "generating" : "queued";
  const started = await startOnce(platform.db, run, { worker: runner.worker, stage }, settings);
  failpoint("run-accepted");
  if (!started) {
    const earlier = await findEarlier(platform.db, userId, input.idempotencyKey);
    if (!earlier) throw failure("UNAVAILABLE", undefined, { retryAfter: 10 });
    return earlier;
  }
  runner.start(started.run);
  return { id: run.id, stage, currentBalance: started.balance };
}

/** The run that the person started under this key before. */
async function findEarlier(db: Tx, userId: string, key: string): Promise<Accepted | null> {
  const run = await findRunByKey(db, userId, key);
  return run && { id: run.id, stage: run.stage, currentBalance: await balanceOf(db, userId) };
}

interface StartedRun {
  run: OpenRun;
  /** The person's, after the run was paid for. */
  balance: number;
}

/** The run with its credit taken, both or neither; null where the person used the key before. */
async function startOnce(
  db: Tx,
  run: NewRun,
  { worker, stage }: { worker: string; stage: "queued" | "generating" },
  { minimumBalance: minimum, dailyCap }: Pick<ShopSettings, "minimumBalance" | "dailyCap">,
): Promise<StartedRun | null> {
  const { id: generationId, userId, cost: amount } = run;
  const request = { userId, amount, minimum, generationId, lifetimeSeconds: holdLifetimeSeconds };
  try {
    return await db.transaction(async (tx) => {
      // First the run, then its credit, as where it ends: in the other order a repeated key and the end of its run could
      // each hold what the other waits for.
      const started = await insertRun(tx, run, { worker, stage, seconds: leaseSeconds });
      const hold = await openHold(tx, request);
      if (!hold) throw insufficientCredits(amount);
      await requireRoom(tx, run, dailyCap);
      return { run: started, balance: hold.balance };
    });
  } catch (error) {
    if (isUniqueViolation(error, "generations_once")) return null;
    throw error;
  }
}
