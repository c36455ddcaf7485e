import { randomBytes } from "node:crypto";
import { readShopSettings } from "#server/features/settings/settings.service.ts";
import type { Platform } from "#server/platform/platform.ts";
import type { Problem } from "#server/providers/gemini/gemini.ts";
import { finishRun, removeFilesOf } from "./finish-run.ts";
import { type Claim, giveUpLeases, markGenerating, renewLeases, takeOverRuns } from "./leases.repository.ts";
import { type ImageMaker, type MadeImages, makeImages } from "./make-images.ts";
import { imagePrompt } from "./run-prompt.ts";
import { runTopic } from "./run-topic.ts";
import type { OpenRun } from "./runs.repository.ts";

/** The runs that this process works on. A run is a row with a lease; whoever holds the lease may end the run. */
export interface Runner {
  /** Names this process on the rows. */
  readonly worker: string;
  /** Whether this process has as much work as it can carry: another run would only wait. */
  isFull(): boolean;
  /** Works on a run that was just accepted with this worker's lease. Never throws, and is not waited for. */
  start(run: OpenRun): void;
  /** Takes over runs whose process is gone. True when there may be more. */
  takeOver(): Promise<boolean>;
  /** Lets running work end for at most so long, then leaves the rest to other processes or the next start. */
  stop(milliseconds: number): Promise<void>;
}

export const leaseSeconds = 15;
const renewEveryMs = 5_000;
const longestRunMs = 150_000;
const mostTakeovers = 3;
const takeOverAtOnce = 20;
/** More would only wait for the processors, and time out. */
export const mostAtOnce = 400;
/** The job that looks for runs to take over; it is woken when a process leaves some behind. */
export const takeOverJob = "generation-takeover";

interface Work {
  claim: Claim;
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

  async function renew(): Promise<void> {
    if (works.size === 0) return;
    try {
      const asked = [...works.keys()];
      const own = await renewLeases(platform.db, worker, asked, leaseSeconds);
      for (const id of asked) if (!own.has(id)) lose(works.get(id));
    } catch (error) {
      platform.log.warn({ err: error }, "leases of runs could not be renewed");
    }
  }

  function lose(work: Work | undefined): void {
    if (!work) return;
    work.lost = true;
    work.stopper.abort();
  }

  function start(run: OpenRun): void {
    const claim = { id: run.id, worker, takeovers: run.takeovers };
    const work: Work = {
      claim,
      stopper: new AbortController(),
      lost: false,
      over: Promise.resolve(),
    };
    works.set(run.id, work);
    work.over = perform(run, work)
      .catch((error) => platform.log.error({ err: error, run: run.id }, "a run was left to be taken over"))
      .finally(() => {
        if (works.get(run.id) === work) works.delete(run.id);
      });
    if (stopping) lose(work);
  }

  async function perform(run: OpenRun, work: Work): Promise<void> {
    const left = longestRunMs - run.secondsOld * 1000;
    if (run.takeovers > mostTakeovers) return end(work, { problem: interrupted });
    if (left <= 0) return end(work, { problem: tookTooLong });
    let timedOut = false;
    const timer = setTimeout(() => {
      timedOut = true;
      work.stopper.abort();
    }, left);
    try {
      const outcome = await draw(run, work);
      if (work.lost) return await removeFilesOf(platform, work.claim);
      await end(work, timedOut && "problem" in outcome ? { problem: tookTooLong } : outcome);
    } finally {
      clearTimeout(timer);
    }
  }

  async function draw(run: OpenRun, work: Work): Promise<MadeImages> {
    const { imageModel } = await readShopSettings(platform);
    let shown = run.stage === "generating";
    return makeImages(maker, {
      claim: work.claim,
      prompts: [imagePrompt(run, 1), imagePrompt(run, 2)],
      model: imageModel,
      signal: work.stopper.signal,
      onStart: () => {
        if (shown) return;
        shown = true;
        showStart(work.claim).catch((error) =>
          platform.log.warn({ err: error }, "a run's stage was not shown"),
        );
      },
    });
  }

  async function showStart(claim: Claim): Promise<void> {
    if (await markGenerating(platform.db, claim))
      await platform.events.publish(platform.db, runTopic(claim.id));
  }

  async function end(work: Work, outcome: MadeImages): Promise<void> {
    await finishRun(platform, { claim: work.claim, outcome, isLost: () => work.lost });
  }

  return {
    worker,
    isFull: () => works.size >= mostAtOnce,
    start,
    async takeOver() {
      if (stopping) return false;
      const runs = await takeOverRuns(platform.db, worker, leaseSeconds, takeOverAtOnce);
      for (const run of runs) {
        platform.log.info({ run: run.id, takeovers: run.takeovers }, "taking over a run");
        start(run);
      }
      return runs.length === takeOverAtOnce;
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
        left.map(({ claim }) => claim.id),
      );
      await platform.events.publish(platform.db, `job:${takeOverJob}`);
      await settledWithin(
        left.map(({ over }) => over),
        1_000,
      );
    },
  };
}

async function settledWithin(work: Promise<void>[], milliseconds: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  await Promise.race([Promise.allSettled(work), late]);
  clearTimeout(timer);
}

const tookTooLong: Problem = { message: "The run took too long.", reason: "timeout" };
const interrupted: Problem = { message: "The run was interrupted too often.", reason: "interrupted" };
