import type { Generation, Stage } from "#contract/generations.ts";

export type Run = Generation;

/** What is assumed of a run whose answer does not say how long runs usually take. */
export const assumedSeconds = 20;

export function isFinished(run: Pick<Run, "stage">): boolean {
  return run.stage === "done" || run.stage === "failed";
}

/** What stands beside the clock while a run is under way. */
export const stageTexts: Record<Stage, string> = {
  queued: "Waiting for its turn",
  generating: "Drawing both thumbnails",
  done: "Done",
  failed: "Stopped",
};
