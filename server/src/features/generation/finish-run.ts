import { setTimeout as pause } from "node:timers/promises";
import { holdOfRun, releaseHold, settleHold } from "#server/features/credits/credits.service.ts";
import { crashPoint } from "#server/platform/crash-points.ts";
import type { Platform } from "#server/platform/platform.ts";
import type { Problem } from "#server/providers/gemini/gemini.ts";
import { lengthOf } from "#server/providers/storage/storage.ts";
import type { MadeImages, StoredImage } from "./make-images.ts";
import { thumbnailMimeType } from "./picture/measures.ts";
import { runTopic } from "./run-topic.ts";
import type { RunRow } from "./runs.repository.ts";
import { type Claim, markDone, markFailed, markRefunded } from "./work.repository.ts";

interface Finish {
  run: RunRow;
  claim: Claim;
  /** Null where it is to be looked up. */
  holdId: string | null;
  outcome: MadeImages;
  /** Whether another process has the run by now. */
  isLost: () => boolean;
}

const tries = 6;

/**
 * Ends a run together with its credit, in one transaction: done and spent, or failed and given back. Where the
 * database is away for a moment it is tried again; where it stays away the lease lapses and another process goes on.
 */
export async function finishRun(platform: Platform, finish: Finish): Promise<void> {
  const { run, claim, outcome, isLost } = finish;
  if ("images" in outcome) crashPoint("pictures-stored");
  for (let attempt = 1; ; attempt += 1) {
    if (isLost()) return;
    try {
      if ("images" in outcome) await settle(platform, finish, outcome.images);
      else await giveBack(platform, finish, outcome.problem);
      break;
    } catch (error) {
      if (attempt === tries) throw error;
      platform.log.warn({ err: error, run: run.id, attempt }, "a run could not be ended yet");
      await pause(200 * 2 ** attempt);
    }
  }
  crashPoint("run-ended");
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
  { id, takeovers }: Pick<Claim, "id" | "takeovers">,
): Promise<void> {
  for (const position of [1, 2]) await platform.storage.remove(fileKeyOf(id, position, takeovers));
}

/**
 * The name holds the takeovers, so that a process that lost the run cannot replace what another stored. The files
 * lie in 256 folders, by the id's random end.
 */
function fileKeyOf(id: string, position: number, takeovers: number): string {
  return `generations/${id.slice(-2)}/${id}-${position}-${takeovers}.png`;
}

export async function storeImage(
  platform: Platform,
  { id, takeovers }: Claim,
  file: readonly Buffer[],
  position: 1 | 2,
): Promise<StoredImage> {
  crashPoint("pictures-made");
  const fileKey = fileKeyOf(id, position, takeovers);
  await platform.storage.put(fileKey, file, thumbnailMimeType);
  return { position, fileKey, mimeType: thumbnailMimeType, bytes: lengthOf(file) };
}

async function settle(
  platform: Platform,
  { claim, holdId }: Finish,
  images: [StoredImage, StoredImage],
): Promise<void> {
  await platform.db.transaction(async (tx) => {
    if (!(await markDone(tx, claim, images, platform.events.publication(runTopic(claim.id))))) return;
    crashPoint("inside-settlement");
    const hold = holdId ?? (await holdOfRun(tx, claim.id));
    if (!hold || !(await settleHold(tx, hold))) throw new Error(`Run ${claim.id} has no open hold.`);
  });
}

async function giveBack(platform: Platform, { claim, holdId }: Finish, problem: Problem): Promise<void> {
  await platform.db.transaction(async (tx) => {
    if (!(await markFailed(tx, claim, { error: problem.message, reason: problem.reason }))) return;
    const hold = holdId ?? (await holdOfRun(tx, claim.id));
    if (hold && (await releaseHold(tx, hold))) await markRefunded(tx, claim.id);
    await platform.events.publish(tx, runTopic(claim.id));
  });
}
