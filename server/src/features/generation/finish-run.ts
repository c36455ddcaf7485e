import { setTimeout as pause } from "node:timers/promises";
import { holdOfRun, releaseHold, settlementOfEnded } from "#server/features/credits/credits.service.ts";
import { crashPoint } from "#server/platform/crash-points.ts";
import type { Platform } from "#server/platform/platform.ts";
import type { Problem } from "#server/providers/gemini/gemini.ts";
import { lengthOf } from "#server/providers/storage/storage.ts";
import type { MadeImages, StoredImage } from "./make-images.ts";
import { thumbnailMimeType } from "./picture/measures.ts";
import { runTopic } from "./run-topic.ts";
import { type Claim, markDone, markFailed, markRefunded } from "./work.repository.ts";

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
  if ("images" in outcome) crashPoint("pictures-stored");
  for (let attempt = 1; ; attempt += 1) {
    if (isLost()) return;
    try {
      if ("images" in outcome) await settle(platform, claim, outcome.images);
      else await giveBack(platform, claim, outcome.problem);
      break;
    } catch (error) {
      if (attempt === tries) throw error;
      platform.log.warn({ err: error, run: claim.id, attempt }, "a run could not be ended yet");
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

async function settle(platform: Platform, claim: Claim, images: [StoredImage, StoredImage]): Promise<void> {
  const news = platform.events.publication(runTopic(claim.id));
  await markDone(platform.db, claim, images, { settlement: settlementOfEnded(), news });
}

async function giveBack(platform: Platform, claim: Claim, problem: Problem): Promise<void> {
  await platform.db.transaction(async (tx) => {
    if (!(await markFailed(tx, claim, { error: problem.message, reason: problem.reason }))) return;
    const hold = await holdOfRun(tx, claim.id);
    if (hold && (await releaseHold(tx, hold))) await markRefunded(tx, claim.id);
    await platform.events.publish(tx, runTopic(claim.id));
  });
}
