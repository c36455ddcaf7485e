import type { BodyOf } from "#contract/call.ts";
import type { createGeneration } from "#contract/generations.ts";
import type { ShopSettings } from "#contract/shop-settings.ts";
import type { Tx } from "#server/db/database.ts";
import { newId } from "#server/db/ids.ts";
import { isUniqueViolation } from "#server/db/unique-violation.ts";
import { type KeyPool, longestWaitMs } from "#server/features/ai-keys/key-pool.ts";
import { balanceOf } from "#server/features/credits/credits.service.ts";
import { insufficientCredits, openHold } from "#server/features/credits/holds.ts";
import { readShopSettings } from "#server/features/settings/settings.service.ts";
import { failpoint } from "#server/platform/failpoints.ts";
import { failure } from "#server/platform/failure.ts";
import type { Platform } from "#server/platform/platform.ts";
import { requireSource, type Source } from "./find-source.ts";
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

type Input = BodyOf<typeof createGeneration>;

/** A generation's hold ends with it alone. The column, which holds of /api/deduct-credit need, wants a moment. */
const holdLifetimeSeconds = 10 * 60;

/**
 * Takes the credit and starts a generation, which then goes on by itself. A repeated key is the same generation and
 * costs nothing, also for two requests at the same moment. Nothing is taken where no key can be used, or where this
 * process has all the work that it can carry.
 */
export async function startGeneration(
  platform: Platform,
  { pool, runner }: GenerationTools,
  userId: string,
  input: Input,
): Promise<Accepted> {
  if (!input.title && !input.source)
    throw failure("TITLE_REQUIRED", undefined, { fields: { title: "Video title is required" } });
  const settings = await readShopSettings(platform);
  const wait = await pool.availableIn(settings.imageModel);
  const hasNoKey = wait === null || wait > longestWaitMs;
  if (hasNoKey || runner.isFull()) {
    const earlier = await findEarlier(platform.db, userId, input.idempotencyKey);
    if (earlier) return earlier;
    if (!hasNoKey) throw failure("UNAVAILABLE", undefined, { retryAfter: 10 });
    throw failure("NO_KEYS", undefined, wait === null ? {} : { retryAfter: Math.ceil(wait / 1000) });
  }
  const stage = wait === 0 ? "generating" : "queued";
  const started = await startOnce(
    platform.db,
    userId,
    input,
    { worker: runner.worker, stage },
    settings,
  ).catch(async (error) => {
    // What it started from may be gone when its key comes again.
    const earlier = input.source && (await findEarlier(platform.db, userId, input.idempotencyKey));
    if (!earlier) throw error;
    return null;
  });
  failpoint("generation-accepted");
  if (!started) {
    const earlier = await findEarlier(platform.db, userId, input.idempotencyKey);
    if (!earlier) throw failure("UNAVAILABLE", undefined, { retryAfter: 10 });
    return earlier;
  }
  platform.metrics.count("thumbsmith_generations_total", { stage: "started", reason: "" });
  runner.start(started.generation);
  return { id: started.generation.id, stage, currentBalance: started.balance };
}

/** What the person started under this key before. */
async function findEarlier(db: Tx, userId: string, key: string): Promise<Accepted | null> {
  const found = await findGenerationByKey(db, userId, key);
  return found && { id: found.id, stage: found.stage, currentBalance: await balanceOf(db, userId) };
}

/** A run from something keeps what that has, where the person says nothing else. A design keeps its layers. */
function newGeneration(
  base: { id: string; userId: string; cost: number },
  { source: _, title, words, instruction = "", vary: only, ...input }: Input,
  source: Source | null,
  { wordsDefault }: ShopSettings,
): NewGeneration {
  const vary = only ?? null;
  if (!source) {
    const none = { sourceKind: null, sourceId: null, sourceImageId: null, sourceDocument: null };
    return { ...base, ...input, ...none, title, words: words ?? wordsDefault, instruction, vary };
  }
  const kept = source.sourceDocument ? source.words : (words ?? source.words);
  return {
    ...base,
    ...input,
    ...source,
    title: title || source.title || "Untitled",
    words: kept,
    instruction,
    vary,
  };
}

interface Started {
  generation: OpenGeneration;
  /** The person's, after it was paid for. */
  balance: number;
}

/** The generation with its credit taken, both or neither; null where the person used the key before. */
async function startOnce(
  db: Tx,
  userId: string,
  input: Input,
  { worker, stage }: { worker: string; stage: "queued" | "generating" },
  settings: ShopSettings,
): Promise<Started | null> {
  const { minimumBalance: minimum, dailyCap, cost: amount } = settings;
  const generationId = newId();
  const request = { userId, amount, minimum, generationId, lifetimeSeconds: holdLifetimeSeconds };
  try {
    return await db.transaction(async (tx) => {
      const source = input.source ? await requireSource(tx, userId, input.source) : null;
      const generation = newGeneration({ id: generationId, userId, cost: amount }, input, source, settings);
      // First its row, then the credit, as where it ends: in the other order a repeated key and the end of its generation
      // could each hold what the other waits for.
      const started = await insertGeneration(tx, generation, { worker, stage, seconds: leaseSeconds });
      const hold = await openHold(tx, request);
      if (!hold) throw insufficientCredits(amount);
      await requireRoom(tx, generation, dailyCap);
      return { generation: started, balance: hold.balance };
    });
  } catch (error) {
    if (isUniqueViolation(error, "generations_once")) return null;
    throw error;
  }
}
