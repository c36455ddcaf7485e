import { apparentProgress, durationText, useElapsed } from "#web/features/generation/elapsed.ts";
import { type Run, stageTexts } from "#web/features/generation/run.ts";
import css from "#web/features/generation/run-progress.module.css";

/** Stage and time of a run under way. The stage is announced; the clock is not, since it changes all the time. */
export function RunProgress(props: { stage: Run["stage"]; startedAt: number; usualSeconds: number }) {
  const { stage, startedAt, usualSeconds } = props;
  const seconds = useElapsed(startedAt, true);
  const progress = apparentProgress(seconds, usualSeconds);
  return (
    <div className={css.progress}>
      <p className={css.headline} role="status">
        AI is generating your thumbnails...
        <span className={css.stage}> {stageTexts[stage]}</span>
      </p>
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
        <span>
          {seconds > usualSeconds * 1.5
            ? "This takes longer than usual. You are only charged when both thumbnails are ready."
            : `Usually about ${durationText(usualSeconds)}`}
        </span>
      </p>
      <p className={css.note}>
        You may leave this page. The run goes on, and its thumbnails wait in your gallery.
      </p>
    </div>
  );
}
