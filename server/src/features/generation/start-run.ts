import type { BodyOf } from "#contract/call.ts";
import type { createGeneration } from "#contract/generations.ts";
import type { Tx } from "#server/db/database.ts";
import { type KeyTurns, longestWaitMs } from "#server/features/ai-keys/key-turns.ts";
import { balanceOf, insufficientCredits, openHoldForRun } from "#server/features/credits/credits.service.ts";
import { readShopSettings } from "#server/features/settings/settings.service.ts";
import { crashPoint } from "#server/platform/crash-points.ts";
import { failure } from "#server/platform/failure.ts";
import { newId } from "#server/platform/ids.ts";
import type { Platform } from "#server/platform/platform.ts";
import { leaseSeconds, type Runner } from "./runner.ts";
import { countRecentRuns, findRunByKey, insertRun, type RunRow } from "./runs.repository.ts";

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
const holdLifetimeMs = 10 * 60_000;

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
  const wait = await turns.wait();
  const hasNoKey = wait === null || wait > longestWaitMs;
  if (hasNoKey || runner.isFull()) {
    const earlier = await findRunByKey(platform.db, userId, input.idempotencyKey);
    if (earlier) return accepted(earlier, await balanceOf(platform.db, userId));
    if (!hasNoKey) throw failure("UNAVAILABLE", undefined, { retryAfter: 10 });
    throw failure("NO_KEYS", undefined, wait === null ? {} : { retryAfter: Math.ceil(wait / 1000) });
  }
  const settings = await readShopSettings(platform);
  const { run, currentBalance, holdId } = await platform.db.transaction(async (tx) => {
    const lease = {
      worker: runner.worker,
      seconds: leaseSeconds,
      stage: wait === 0 ? "generating" : "queued",
    } as const;
    const row = await insertRun(tx, { ...input, id: newId(), userId, cost: settings.cost }, lease);
    if (!row) {
      const earlier = await findRunByKey(tx, userId, input.idempotencyKey);
      return { run: earlier!, currentBalance: await balanceOf(tx, userId), holdId: null };
    }
    const hold = await takeCredit(tx, row, settings.minimumBalance);
    await requireUnderCap(tx, userId, settings.dailyCap);
    return { run: row, currentBalance: hold.balance, holdId: hold.holdId };
  });
  crashPoint("run-accepted");
  if (holdId) runner.start(run, holdId);
  return accepted(run, currentBalance);
}

function accepted({ id, stage }: RunRow, currentBalance: number): Accepted {
  return { id, stage, currentBalance };
}

/** The credit that was set aside before, or one from the balance. */
async function takeCredit(
  tx: Tx,
  run: RunRow,
  minimum: number,
): Promise<{ holdId: string; balance: number }> {
  const expiresAt = new Date(Date.now() + holdLifetimeMs);
  const request = { userId: run.userId, amount: run.cost, minimum, generationId: run.id, expiresAt };
  const hold = await openHoldForRun(tx, request);
  if (!hold) throw insufficientCredits(run.cost);
  return hold;
}

/** Counted after the credit was taken, whose row makes a person's runs come one after another. */
async function requireUnderCap(tx: Tx, userId: string, cap: number): Promise<void> {
  if (cap === 0 || (await countRecentRuns(tx, userId)) <= cap) return;
  const message = `You have reached the limit of ${cap} runs in 24 hours. Please try again later.`;
  throw failure("TOO_MANY_REQUESTS", message, { retryAfter: 3600 });
}
