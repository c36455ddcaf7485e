import { setTimeout as pause } from "node:timers/promises";
import { releaseHold, settleHold } from "#server/features/credits/credits.service.ts";
import { failpoint } from "#server/platform/failpoints.ts";
import type { Platform } from "#server/platform/platform.ts";
import type { Problem } from "#server/providers/gemini/gemini.ts";
import {
  type Claim,
  insertImages,
  markDone,
  markFailed,
  markRefunded,
  type StoredImage,
} from "./leases.repository.ts";
import { fileKeyOf, type MadeImages } from "./make-images.ts";
import { runTopic } from "./run-topic.ts";

interface Finish {
  claim: Claim;
  outcome: MadeImages;
  /** Whether another process has the run by now. */
  isLost: () => boolean;
}

const tries = 6;

/**
 * Ends a run together with its credit, both or neither: done and spent, or failed and given back. Where the
 * database is away for a moment it is tried again; where it stays away the lease lapses and another process goes on.
 */
export async function finishRun(platform: Platform, finish: Finish): Promise<void> {
  const { claim, outcome, isLost } = finish;
  if ("images" in outcome) failpoint("pictures-stored");
  for (let attempt = 1; ; attempt += 1) {
    if (isLost()) return;
    try {
      if ("images" in outcome) await settleRun(platform, claim, outcome.images);
      else await failRun(platform, claim, outcome.problem);
      break;
    } catch (error) {
      if (attempt === tries) throw error;
      platform.log.warn({ err: error, run: claim.id, attempt }, "a run could not be ended yet");
      await pause(200 * 2 ** attempt);
    }
  }
  failpoint("run-ended");
  // Pictures of a run that failed never count, this worker's own included.
  await removeFiles(platform, claim, "problem" in outcome ? claim.takeovers + 1 : claim.takeovers);
}

/** Removes what workers stored and could not make count: those with fewer takeovers than `before`. */
async function removeFiles(platform: Platform, claim: Claim, before: number): Promise<void> {
  for (let takeovers = 0; takeovers < before; takeovers += 1)
    await removeFilesOf(platform, { ...claim, takeovers });
}

/** What one worker stored, be it the one that lost the run before it could end it. Nobody else has these names. */
export async function removeFilesOf(
  platform: Platform,
  claim: Pick<Claim, "id" | "takeovers">,
): Promise<void> {
  for (const position of [1, 2]) await platform.storage.remove(fileKeyOf(claim, position));
}

/** Done: its images count and its credit is spent. Nothing happens where the run was taken over or ended meanwhile. */
export async function settleRun(
  platform: Platform,
  claim: Claim,
  images: readonly StoredImage[],
): Promise<void> {
  await platform.db.transaction(async (tx) => {
    if (!(await markDone(tx, claim))) return;
    await insertImages(tx, claim.id, images);
    if (!(await settleHold(tx, claim.id))) throw new Error(`Run ${claim.id} has no open hold.`);
    await platform.events.publish(tx, runTopic(claim.id));
  });
}

/** Failed: its credit is back on the balance. */
async function failRun(platform: Platform, claim: Claim, problem: Problem): Promise<void> {
  await platform.db.transaction(async (tx) => {
    if (!(await markFailed(tx, claim, { error: problem.message, reason: problem.reason }))) return;
    if (await releaseHold(tx, { generationId: claim.id })) await markRefunded(tx, claim.id);
    await platform.events.publish(tx, runTopic(claim.id));
  });
}
