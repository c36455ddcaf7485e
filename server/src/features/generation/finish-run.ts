import { setTimeout as pause } from "node:timers/promises";
import { holdOfRun, releaseHold, settleHold } from "#server/features/credits/credits.service.ts";
import { crashPoint } from "#server/platform/crash-points.ts";
import type { Platform } from "#server/platform/platform.ts";
import type { Problem } from "#server/providers/gemini/gemini.ts";
import { thumbnailMimeType } from "./picture/measures.ts";
import { runTopic } from "./run-topic.ts";
import type { RunRow } from "./runs.repository.ts";
import { type Claim, type MadeImage, markDone, markFailed, markRefunded } from "./work.repository.ts";

export type Outcome = { files: [Buffer, Buffer] } | { problem: Problem };

interface Finish {
  run: RunRow;
  claim: Claim;
  /** Null where it is to be looked up. */
  holdId: string | null;
  outcome: Outcome;
  /** Whether another process has the run by now. */
  isLost: () => boolean;
}

const tries = 6;
const storageFailed: Problem = { message: "The thumbnails could not be stored.", reason: "storage" };

/**
 * Ends a run together with its credit, in one transaction: done and spent, or failed and given back. Where the
 * database is away for a moment it is tried again; where it stays away the lease lapses and another process goes on.
 */
export async function finishRun(platform: Platform, finish: Finish): Promise<void> {
  const { run, claim, isLost } = finish;
  crashPoint("pictures-made");
  const stored = await store(platform, finish);
  crashPoint("pictures-stored");
  for (let attempt = 1; ; attempt += 1) {
    if (isLost()) return;
    try {
      if ("images" in stored) await settle(platform, finish, stored.images);
      else await giveBack(platform, finish, stored.problem);
      crashPoint("run-ended");
      return await removeStrays(platform, claim);
    } catch (error) {
      if (attempt === tries) throw error;
      platform.log.warn({ err: error, run: run.id, attempt }, "a run could not be ended yet");
      await pause(200 * 2 ** attempt);
    }
  }
}

/** What workers before this one stored and could not make count. */
async function removeStrays(platform: Platform, { id, takeovers }: Claim): Promise<void> {
  for (let attempt = 0; attempt < takeovers; attempt += 1) {
    for (const position of [1, 2]) await platform.storage.remove(fileKeyOf(id, position, attempt));
  }
}

type Stored = { images: [MadeImage, MadeImage] } | { problem: Problem };

/**
 * The name holds the takeovers, so that a process that lost the run cannot replace what another stored. The files
 * lie in 256 folders, by the id's random end.
 */
function fileKeyOf(id: string, position: number, takeovers: number): string {
  return `generations/${id.slice(-2)}/${id}-${position}-${takeovers}.png`;
}

async function store(platform: Platform, { run, claim, outcome }: Finish): Promise<Stored> {
  if ("problem" in outcome) return outcome;
  try {
    const put = async (file: Buffer, position: 1 | 2): Promise<MadeImage> => {
      const fileKey = fileKeyOf(run.id, position, claim.takeovers);
      await platform.storage.put(fileKey, file, thumbnailMimeType);
      return { position, fileKey, mimeType: thumbnailMimeType, bytes: file.length };
    };
    const [first, second] = outcome.files;
    return { images: await Promise.all([put(first, 1), put(second, 2)]) };
  } catch (error) {
    platform.log.error({ err: error, run: run.id }, "thumbnails could not be stored");
    return { problem: storageFailed };
  }
}

async function settle(
  platform: Platform,
  { claim, holdId }: Finish,
  images: [MadeImage, MadeImage],
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
