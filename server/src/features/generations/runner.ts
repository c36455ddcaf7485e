import { randomBytes } from "node:crypto";
import { readModelsInUse, type SettingsInUse } from "#server/features/models/models-in-use.ts";
import { lookForModels } from "#server/features/models/watch-models.ts";
import { readArtForModel, readForModel } from "#server/features/references/references.service.ts";
import { settledWithin } from "#server/platform/concurrency.ts";
import { wakeJob } from "#server/platform/jobs.ts";
import type { Platform } from "#server/platform/platform.ts";
import type { Problem } from "#server/providers/gemini/gemini.ts";
import { editPrompt, retakePrompt } from "./edit-prompt.ts";
import { readSourcePicture } from "./find-source.ts";
import { finishGeneration } from "./finish-generation.ts";
import {
  giveUpLeases,
  type Lease,
  markGenerating,
  noteStandIn,
  type OpenGeneration,
  renewLeases,
  takeOverLeases,
} from "./leases.repository.ts";
import { type ImageMaker, type ImageRequest, type MadeImages, makeImages } from "./make-images.ts";
import { imagePrompt } from "./prompts.ts";
import type { ShownReference } from "./reference-prompt.ts";
import { publishGeneration } from "./stream-generation.ts";

/** The generations that this process works on. Each is a row with a lease; whoever holds the lease may end it. */
export interface Runner {
  /** Names this process on the rows. */
  readonly worker: string;
  /** Whether this process has as much work as it can carry: another generation would only wait. */
  isFull(): boolean;
  /** Works on a generation that this worker has the lease of. Never throws, and is not waited for. */
  start(generation: OpenGeneration): void;
  /** Takes over generations whose process is gone. True when there may be more. */
  takeOver(): Promise<boolean>;
  /** Lets running work end for at most so long, then leaves the rest to other processes or the next start. */
  stop(milliseconds: number): Promise<void>;
}

export const leaseSeconds = 15;
const renewEveryMs = 5_000;
const longestMs = 150_000;
const lastAttempt = 3;
const takeOverAtOnce = 20;
/** More would only wait for the processors, and time out. */
export const mostAtOnce = 400;
/** Looks for generations to take over; woken when a process leaves some behind. */
export const takeOverJob = "generation-takeover";

interface Work {
  lease: Lease;
  begunAt: number;
  /** Ends the calls to the model. */
  stopper: AbortController;
  /** Another process has it, or shall have it: nothing of this one's counts any more. */
  lost: boolean;
  over: Promise<void>;
}

export function createRunner(platform: Platform, maker: ImageMaker): Runner {
  const worker = randomBytes(9).toString("base64url");
  const works = new Map<string, Work>();
  let stopping = false;
  const renewal = setInterval(() => void renew(), renewEveryMs);
  renewal.unref();

  /** False where the database was away. */
  async function renew(): Promise<boolean> {
    if (works.size === 0) return true;
    try {
      const asked = [...works.keys()];
      const own = await renewLeases(platform.db, worker, asked, leaseSeconds);
      for (const id of asked) if (!own.has(id)) lose(works.get(id));
      return true;
    } catch (error) {
      platform.log.warn({ err: error }, "leases of generations could not be renewed");
      return false;
    }
  }

  function lose(work: Work | undefined): void {
    if (!work) return;
    work.lost = true;
    work.stopper.abort();
  }

  function start(generation: OpenGeneration): void {
    const lease = { id: generation.id, worker, attempt: generation.attempt };
    const work: Work = {
      lease,
      begunAt: performance.now() - generation.secondsOld * 1000,
      stopper: new AbortController(),
      lost: false,
      over: Promise.resolve(),
    };
    lose(works.get(generation.id));
    works.set(generation.id, work);
    work.over = platform.tracing
      .span("generation", { "thumbsmith.generation_id": generation.id }, () => perform(generation, work))
      .catch((error) =>
        platform.log.error(
          { err: error, generation: generation.id },
          "a generation was left to be taken over",
        ),
      )
      .finally(() => {
        if (works.get(generation.id) === work) works.delete(generation.id);
      });
    if (stopping) lose(work);
  }

  async function perform(generation: OpenGeneration, work: Work): Promise<void> {
    const left = longestMs - generation.secondsOld * 1000;
    if (generation.attempt > lastAttempt) return end(work, { problem: interrupted });
    if (left <= 0) return end(work, { problem: tookTooLong });
    let timedOut = false;
    const timer = setTimeout(() => {
      timedOut = true;
      work.stopper.abort();
    }, left);
    try {
      const outcome = await draw(generation, work);
      if (work.lost) return;
      await end(work, timedOut && "problem" in outcome ? { problem: tookTooLong } : outcome);
    } finally {
      clearTimeout(timer);
    }
  }

  async function draw(generation: OpenGeneration, work: Work): Promise<MadeImages> {
    const source = generation.sourceKind && (await sourceOf(generation));
    if (source === undefined) return { problem: sourceGone };
    const references = await readForModel(platform, generation.referenceIds);
    if (!references) return { problem: referenceGone };
    let shown = generation.stage === "generating";
    const request: Omit<ImageRequest, "model"> = {
      lease: work.lease,
      prompts: [promptFor(generation, 1, references), promptFor(generation, 2, references)],
      pictures: [...(source ? [source] : []), ...references.map(({ picture }) => picture)],
      words: generation.words === "text" ? generation : null,
      signal: work.stopper.signal,
      onStart: () => {
        if (shown) return;
        shown = true;
        showStart(work.lease).catch((error) =>
          platform.log.warn({ err: error }, "a generation's stage was not shown"),
        );
      },
    };
    const before = await readModelsInUse(platform);
    const outcome = await drawWith(before, request);
    if (!("problem" in outcome) || outcome.problem.reason !== "model-not-found") return outcome;
    // A model that is gone is learnt of here as a rule: the second one draws at once.
    await lookForModels(platform, maker);
    const now = await readModelsInUse(platform);
    return now.imageModel === before.imageModel ? outcome : drawWith(now, request);
  }

  /** Says in the run which model draws where it is the second one; before it does, so that a takeover finds it said. */
  async function drawWith(
    { imageModel, imageStandIn }: SettingsInUse,
    request: Omit<ImageRequest, "model">,
  ): Promise<MadeImages> {
    if (imageStandIn) await noteStandIn(platform.db, request.lease, imageStandIn);
    return makeImages(maker, { ...request, model: imageModel });
  }

  /** Of a design that lies on the person's own picture, what it shows of that. */
  async function sourceOf({ sourceImageId, sourceDocument }: OpenGeneration) {
    if (sourceImageId) return (await readSourcePicture(platform, sourceImageId)) ?? undefined;
    const art = sourceDocument?.art;
    return (art?.kind === "reference" && (await readArtForModel(platform, art))) || undefined;
  }

  async function showStart(lease: Lease): Promise<void> {
    if (await markGenerating(platform.db, lease)) await publishGeneration(platform, platform.db, lease.id);
  }

  async function end(work: Work, outcome: MadeImages): Promise<void> {
    const { lease, begunAt } = work;
    await finishGeneration(platform, { lease, outcome, begunAt, isLost: () => work.lost });
  }

  return {
    worker,
    isFull: () => works.size >= mostAtOnce,
    start,
    async takeOver() {
      // Leases of its own that lapsed while the database was away are those of runs that go on.
      if (stopping || !(await renew())) return false;
      const open = await takeOverLeases(platform.db, worker, leaseSeconds, takeOverAtOnce);
      for (const generation of open) {
        platform.log.info(
          { generation: generation.id, attempt: generation.attempt },
          "taking over a generation",
        );
        start(generation);
      }
      return open.length === takeOverAtOnce;
    },
    async stop(milliseconds) {
      stopping = true;
      await settledWithin(
        [...works.values()].map(({ over }) => over),
        milliseconds,
      );
      clearInterval(renewal);
      const left = [...works.values()];
      if (left.length === 0) return;
      for (const work of left) lose(work);
      await giveUpLeases(
        platform.db,
        worker,
        left.map(({ lease }) => lease.id),
      );
      await wakeJob(platform.db, takeOverJob);
      await settledWithin(
        left.map(({ over }) => over),
        1_000,
      );
    },
  };
}

function promptFor(
  generation: OpenGeneration,
  position: 1 | 2,
  references: readonly ShownReference[],
): string {
  if (generation.retake) return retakePrompt(generation, position);
  const prompt = generation.sourceKind ? editPrompt : imagePrompt;
  return prompt(generation, position, references);
}

const tookTooLong: Problem = { message: "The run took too long.", reason: "timeout" };
const sourceGone: Problem = { message: "The picture to start from is gone.", reason: "source-gone" };
const referenceGone: Problem = {
  message: "One of the pictures that you chose is gone.",
  reason: "reference-gone",
};
const interrupted: Problem = { message: "The run was interrupted too often.", reason: "interrupted" };
