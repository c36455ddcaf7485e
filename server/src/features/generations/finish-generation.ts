import { setTimeout as pause } from "node:timers/promises";
import type { Tx } from "#server/db/database.ts";
import { balanceOf } from "#server/features/credits/credits.service.ts";
import { releaseHold, settleHold } from "#server/features/credits/holds.ts";
import { addDesignsOfGeneration } from "#server/features/designs/make-design.ts";
import { readShopSettings } from "#server/features/settings/settings.service.ts";
import { releaseSpending } from "#server/features/spending/spending-limit.ts";
import { queueGenerationEvent } from "#server/features/webhooks/queue-event.ts";
import { failpoint } from "#server/platform/failpoints.ts";
import type { Platform } from "#server/platform/platform.ts";
import { noteFiles, removeNow } from "#server/platform/unclaimed-files.ts";
import type { Problem } from "#server/providers/gemini/gemini.ts";
import { requestReading } from "./check-spelling.ts";
import { hasLetters } from "./compare-words.ts";
import { imagePathOf, kindOf } from "./generations.service.ts";
import {
  type EndedGeneration,
  insertImages,
  type Lease,
  markDone,
  markFailed,
  markRefunded,
} from "./leases.repository.ts";
import { fileKeyOf, type ImageMade, type MadeImages } from "./make-images.ts";
import { publishGeneration } from "./stream-generation.ts";

interface Finish {
  lease: Lease;
  outcome: MadeImages;
  /** When it was asked for, of performance.now(). */
  begunAt: number;
  /** Whether another process works on it by now. */
  isLost: () => boolean;
}

const mostTries = 6;

/**
 * Ends a generation together with its credit, both or neither: done and spent, or failed and given back. Where the
 * database is away for a moment it is tried again. Where it stays away the lease lapses, and another process goes on.
 */
export async function finishGeneration(platform: Platform, finish: Finish): Promise<void> {
  const { lease, outcome, isLost } = finish;
  if ("images" in outcome) failpoint("pictures-stored");
  let hasEnded = false;
  for (let tries = 1; ; tries += 1) {
    if (isLost()) return;
    try {
      hasEnded =
        "images" in outcome
          ? await settleGeneration(platform, lease, outcome.images)
          : await failGeneration(platform, lease, outcome.problem);
      if (hasEnded) measure(platform, finish);
      break;
    } catch (error) {
      if (tries === mostTries) throw error;
      platform.log.warn({ err: error, generation: lease.id, tries }, "a generation could not be ended yet");
      await pause(200 * 2 ** tries);
    }
  }
  failpoint("generation-ended");
  if (hasEnded && "problem" in outcome) await removeNow(platform, keysOf(lease));
}

const keysOf = (lease: Pick<Lease, "id" | "attempt">) => [fileKeyOf(lease, 1), fileKeyOf(lease, 2)];

function measure({ metrics }: Platform, { outcome, begunAt }: Finish): void {
  const stage = "images" in outcome ? "done" : "failed";
  const reason = "problem" in outcome ? outcome.problem.reason : "";
  metrics.count("thumbsmith_generations_total", { stage, reason });
  const seconds = (performance.now() - begunAt) / 1000;
  metrics.observe("thumbsmith_generation_duration_seconds", { stage }, seconds);
}

/** Has what the attempts before this number stored removed, also what one that does not know of its end stores yet. */
async function noteFilesBefore(tx: Tx, { id }: Lease, before: number): Promise<void> {
  const attempts = Array.from({ length: before }, (_, attempt) => ({ id, attempt }));
  await noteFiles(tx, attempts.flatMap(keysOf));
}

/**
 * Done: its images and their designs count and its credit is spent. False, and nothing happens, where it was taken over
 * or ended meanwhile.
 */
export async function settleGeneration(
  platform: Platform,
  lease: Lease,
  images: readonly ImageMade[],
): Promise<boolean> {
  const { spellingCheck } = await readShopSettings(platform);
  return platform.db.transaction(async (tx) => {
    const done = await markDone(tx, lease);
    if (!done) return false;
    await insertImages(
      tx,
      done,
      images.map(({ document: _, ...image }) => image),
    );
    let designs = new Map<number, string>();
    // Under way only an erasure deletes it. One that comes now waits for its row, and then takes the designs with it.
    if (!done.deletedAt) {
      designs = await addDesignsOfGeneration(tx, done, images);
      if (spellingCheck && done.words === "drawn" && hasLetters(done.title)) await requestReading(tx, done);
    }
    await noteFilesBefore(tx, lease, lease.attempt);
    if (!(await settleHold(tx, lease.id))) throw new Error(`Generation ${lease.id} has no open hold.`);
    await queueGenerationEvent(tx, done.userId, "run.done", async () => ({
      ...(await factsOf(tx, done)),
      images: images.map(({ position }) => ({
        position,
        url: platform.config.appUrl + imagePathOf(lease.id, position),
        designId: designs.get(position),
      })),
    }));
    await releaseSpending(tx, done);
    await publishGeneration(platform, tx, lease.id);
    return true;
  });
}

/** What its owner's addresses are told of a run that has ended. */
async function factsOf(tx: Tx, run: EndedGeneration) {
  const { id, title, userId } = run;
  return { id, kind: kindOf(run), title, balance: await balanceOf(tx, userId) };
}

/** Failed: its credit is back on the balance. */
async function failGeneration(platform: Platform, lease: Lease, problem: Problem): Promise<boolean> {
  return platform.db.transaction(async (tx) => {
    const failed = await markFailed(tx, lease, { error: problem.message, reason: problem.reason });
    if (!failed) return false;
    // Pictures of a failed generation never count, this attempt's own included.
    await noteFilesBefore(tx, lease, lease.attempt + 1);
    if (await releaseHold(tx, { generationId: lease.id })) await markRefunded(tx, lease.id);
    await queueGenerationEvent(tx, failed.userId, "run.failed", async () => ({
      ...(await factsOf(tx, failed)),
      reason: problem.reason,
      error: problem.message,
    }));
    await releaseSpending(tx, failed);
    await publishGeneration(platform, tx, lease.id);
    return true;
  });
}
