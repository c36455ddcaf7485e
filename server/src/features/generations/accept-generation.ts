import { createHash } from "node:crypto";
import type { ShopSettings } from "#contract/shop-settings-form.ts";
import type { Db, Tx } from "#server/db/database.ts";
import { isUniqueViolation } from "#server/db/errors.ts";
import { newId } from "#server/db/ids.ts";
import { lockOwner } from "#server/db/lock-owner.ts";
import { withDeadlockRetry } from "#server/db/with-deadlock-retry.ts";
import { type KeyPool, longestWaitMs } from "#server/features/ai-keys/key-pool.ts";
import { balanceOf } from "#server/features/credits/credits.service.ts";
import { insufficientCredits, openHold } from "#server/features/credits/holds.ts";
import { readModelsInUse } from "#server/features/models/models-in-use.ts";
import { shopCurrency } from "#server/features/settings/settings.service.ts";
import { reservedFor, reserveSpending } from "#server/features/spending/spending-limit.ts";
import { failpoint } from "#server/platform/failpoints.ts";
import { failure } from "#server/platform/failure.ts";
import type { Platform } from "#server/platform/platform.ts";
import { findGenerationByKey, type GenerationRow } from "./generations.repository.ts";
import { insertGeneration, type NewGeneration, type OpenGeneration } from "./leases.repository.ts";
import { requireRoom } from "./require-room.ts";
import { leaseSeconds, type Runner } from "./runner.ts";

export interface GenerationTools {
  pool: KeyPool;
  runner: Runner;
}

export interface Accepted {
  id: string;
  stage: GenerationRow["stage"];
  currentBalance: number;
}

export type GenerationBase = Pick<
  NewGeneration,
  "id" | "userId" | "idempotencyKey" | "requestHash" | "reservedMicros"
>;

interface Request {
  userId: string;
  idempotencyKey: string;
  /** What it asks for: the same in the same order where it is sent again. */
  sent: readonly unknown[];
  /** What is run, looked up and held in the transaction that starts it. */
  make(tx: Tx, base: GenerationBase, settings: ShopSettings): Promise<NewGeneration>;
}

/** A generation's hold ends with it alone. The column, which holds of /api/deduct-credit need, wants a moment. */
const holdLifetimeSeconds = 10 * 60;

/**
 * Takes the credit and starts a generation, which then goes on by itself. A repeated key is the same generation and
 * costs nothing, also for two requests at the same moment. Nothing is taken where no key can be used, or where this
 * process has all the work that it can carry.
 */
export async function acceptGeneration(
  platform: Platform,
  { pool, runner }: GenerationTools,
  request: Request,
): Promise<Accepted> {
  const settings = await readModelsInUse(platform);
  const currency = await shopCurrency(platform);
  const wait = await pool.availableIn(settings.imageModel);
  const hasNoKey = wait === null || wait > longestWaitMs;
  if (hasNoKey || runner.isFull()) {
    const earlier = await findEarlier(platform.db, request);
    if (earlier) return earlier;
    if (!hasNoKey) throw failure("UNAVAILABLE", undefined, { retryAfter: 10 });
    throw failure("NO_KEYS", undefined, wait === null ? {} : { retryAfter: Math.ceil(wait / 1000) });
  }
  const stage = wait === 0 ? "generating" : "queued";
  const lease = { worker: runner.worker, stage } as const;
  const started = await startOnce(platform.db, request, lease, { settings, currency }).catch(
    async (error) => {
      // What it started from may be gone, or its free take taken, when its key comes again.
      if (!(await findEarlier(platform.db, request))) throw error;
      return null;
    },
  );
  failpoint("generation-accepted");
  if (!started) {
    const earlier = await findEarlier(platform.db, request);
    if (!earlier) throw failure("UNAVAILABLE", undefined, { retryAfter: 10 });
    return earlier;
  }
  platform.metrics.count("thumbsmith_generations_total", { stage: "started", reason: "" });
  runner.start(started.generation);
  return { id: started.generation.id, stage, currentBalance: started.balance };
}

const hashOf = (sent: readonly unknown[]) =>
  createHash("sha256").update(JSON.stringify(sent)).digest("base64");

const usedBefore = "This was sent before with other contents. Please look at your runs.";

/** What the person started under this key before; 409 where that was something else, or is deleted. */
async function findEarlier(db: Tx, { userId, idempotencyKey, sent }: Request): Promise<Accepted | null> {
  const found = await findGenerationByKey(db, userId, idempotencyKey);
  if (!found) return null;
  if (found.requestHash !== null && found.requestHash !== hashOf(sent)) throw failure("CONFLICT", usedBefore);
  if (found.deletedAt) throw failure("CONFLICT", "The run that was started by this request was deleted.");
  return { id: found.id, stage: found.stage, currentBalance: await balanceOf(db, userId) };
}

interface Started {
  generation: OpenGeneration;
  /** The person's, after it was paid for. */
  balance: number;
}

/** The generation with its credit taken, both or neither; null where the person used the key before. */
async function startOnce(
  db: Db,
  { userId, idempotencyKey, sent, make }: Request,
  { worker, stage }: { worker: string; stage: "queued" | "generating" },
  { settings, currency }: { settings: ShopSettings; currency: string },
): Promise<Started | null> {
  const generationId = newId();
  const reservedMicros = reservedFor(settings, currency);
  try {
    return await withDeadlockRetry(db, async (tx) => {
      if (!(await lockOwner(tx, userId, "share"))) throw failure("UNAUTHENTICATED");
      const generation = await make(
        tx,
        { id: generationId, userId, idempotencyKey, requestHash: hashOf(sent), reservedMicros },
        settings,
      );
      // First its row, then the credit, as where it ends: in the other order a repeated key and the end of its generation
      // could each hold what the other waits for.
      const started = await insertGeneration(tx, generation, { worker, stage, seconds: leaseSeconds });
      const { cost: amount, retake } = generation;
      const hold = await openHold(tx, {
        userId,
        amount,
        // What costs nothing is there for whoever has spent the last credit.
        minimum: retake ? 0 : settings.minimumBalance,
        generationId,
        lifetimeSeconds: holdLifetimeSeconds,
        reason: retake ? "retake" : undefined,
      });
      if (!hold) throw insufficientCredits(amount);
      await requireRoom(tx, generation, settings);
      await reserveSpending(tx, { settings, currency }, reservedMicros);
      return { generation: started, balance: hold.balance };
    });
  } catch (error) {
    if (isUniqueViolation(error, "generations_once")) return null;
    throw error;
  }
}
