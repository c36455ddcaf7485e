import { useEffect, useState } from "react";
import type { Stage } from "#contract/generation-options.ts";
import { durationText } from "#web/features/generations/messages.tsx";
import css from "#web/features/generations/progress.module.css";
import { Status } from "#web/ui/status.tsx";

/** Of a run of a shop that has not finished any yet. */
const assumedSeconds = 20;

/** What stands beside the clock while a generation is under way. */
const stageTexts: Record<Stage, string> = {
  queued: "Waiting for its turn",
  generating: "Drawing both thumbnails",
  done: "Done",
  failed: "Stopped",
};

/** Stage and time of a generation under way. The stage is announced; the clock is not, since it changes all the time. */
export function GenerationProgress(props: {
  stage: Stage;
  startedAt: number;
  /** How long runs usually take; undefined where that is not known (yet). */
  usualSeconds: number | undefined;
  /** Credits that are set aside for it. */
  cost: number;
}) {
  const { stage, startedAt, usualSeconds } = props;
  const seconds = useElapsed(startedAt);
  const progress = apparentProgress(seconds, usualSeconds ?? assumedSeconds);
  return (
    <div className={css.progress}>
      <Status className={css.headline}>
        AI is generating your thumbnails...
        <span className={css.stage}> {stageTexts[stage]}</span>
      </Status>
      <div
        className={css.bar}
        role="progressbar"
        aria-label="Generation"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(progress * 100)}
        aria-valuetext={`${stageTexts[stage]}, ${durationText(seconds)}`}
      >
        <span style={{ scale: `${progress} 1` }} />
      </div>
      <p className={css.clock}>
        <span>{durationText(seconds)}</span>
        {seconds > 0 && <span>{paceText(seconds, usualSeconds)}</span>}
      </p>
      <p className={css.note}>
        {setAsideText(props.cost)} You may leave this page: the run goes on, and its thumbnails wait in your
        gallery.
      </p>
    </div>
  );
}

/** The time against the usual time. A run is late from twice the usual time on, and never within its first ten seconds. */
export function paceText(seconds: number, usualSeconds: number | undefined): string {
  const usual = usualSeconds ?? assumedSeconds;
  if (seconds > Math.max(10, 2 * usual)) return "This takes longer than usual.";
  const about = durationText(Math.max(1, Math.round(usual)));
  return usualSeconds === undefined ? `Often about ${about}` : `Usually about ${about}`;
}

function setAsideText(cost: number): string {
  if (cost === 0) return "This take is free.";
  return cost === 1
    ? "One credit is set aside and comes back if the run fails."
    : `${cost} credits are set aside and come back if the run fails.`;
}

/** Whole seconds since `from` (milliseconds since 1970). */
function useElapsed(from: number): number {
  const [now, setNow] = useState(from);
  useEffect(() => {
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.floor((now - from) / 1000));
}

/**
 * How far a generation seems to be, 0 to 1: straight to nine tenths at the usual time, then ever slower, so that a long
 * generation never looks finished.
 */
export function apparentProgress(seconds: number, usualSeconds: number): number {
  const share = seconds / Math.max(1, usualSeconds);
  return share <= 1 ? 0.9 * share : 1 - 0.1 / share;
}
