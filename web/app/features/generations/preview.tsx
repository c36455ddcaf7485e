import { Maximize2 } from "lucide-react";
import { useEffect, useState } from "react";
import type { Style } from "#contract/generation-options.ts";
import type { Generation } from "#contract/generations.ts";
import { DownloadButton } from "#web/features/generations/download-button.tsx";
import { assumedSeconds, isFinished, stageTexts } from "#web/features/generations/follow-generation.ts";
import css from "#web/features/generations/preview.module.css";
import { TitleCard } from "#web/features/generations/title-card.tsx";

/** Beside the form: the title as it is typed, then the generation under way, then both thumbnails. */
export function PreviewPanel(props: {
  title: string;
  look: Style;
  /** The generation that is shown; its start is `startedAt`, in milliseconds since 1970. */
  generation: Generation | undefined;
  /** Set from the click on, before the server has answered. */
  starting: boolean;
  startedAt: number;
  onEnlarge: (generation: Generation, position: number) => void;
}) {
  const { generation, starting } = props;
  const waiting = starting || generation?.stage === "queued" || generation?.stage === "generating";
  return (
    <section className={css.panel} aria-label="Preview">
      {waiting ? (
        <>
          <GenerationProgress
            stage={starting ? "queued" : (generation?.stage ?? "queued")}
            startedAt={props.startedAt}
            usualSeconds={generation?.usualSeconds ?? assumedSeconds}
          />
          <div className={css.pair} aria-hidden>
            <TitleCard title={generation?.title ?? props.title} look={props.look} heating />
            <TitleCard title={generation?.title ?? props.title} look={props.look} heating />
          </div>
        </>
      ) : generation?.stage === "done" ? (
        <Results generation={generation} onEnlarge={props.onEnlarge} />
      ) : (
        <>
          <TitleCard title={props.title} look={props.look} />
          <p className={css.placeholder}>Your generated thumbnails will appear here</p>
        </>
      )}
    </section>
  );
}

function Results({
  generation,
  onEnlarge,
}: {
  generation: Generation;
  onEnlarge: (generation: Generation, position: number) => void;
}) {
  return (
    <ol className={css.pair} aria-label={`Thumbnails for ${generation.title}`}>
      {generation.images.map((image, index) => (
        <li key={image.url} className={css.result}>
          <button type="button" className={css.picture} onClick={() => onEnlarge(generation, index + 1)}>
            <img
              src={image.url}
              width={1280}
              height={720}
              alt={`Thumbnail ${index + 1} for ${generation.title}`}
            />
            <span className={css.enlarge}>
              <Maximize2 size={16} aria-hidden />
              <span className="visually-hidden">View large</span>
            </span>
          </button>
          <DownloadButton position={index + 1} url={image.url} createdAt={generation.createdAt} />
        </li>
      ))}
    </ol>
  );
}

/** Stage and time of a generation under way. The stage is announced; the clock is not, since it changes all the time. */
function GenerationProgress(props: { stage: Generation["stage"]; startedAt: number; usualSeconds: number }) {
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

/** Whole seconds since `from` (milliseconds since 1970), counted on while `running`. */
function useElapsed(from: number, running: boolean): number {
  const [now, setNow] = useState(from);
  useEffect(() => {
    if (!running) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, [running]);
  return Math.max(0, Math.floor((now - from) / 1000));
}

interface StartTime {
  id: string;
  /** By the browser's own clock, however wrong, in milliseconds since 1970. */
  at: number;
}

/**
 * When a generation began, reckoned back from how long it has run by the server's clock. An answer that was kept for a while
 * makes it seem later than it was, so that the earliest of what was reckoned counts.
 */
export function startTimeOf(
  generation: Pick<Generation, "id" | "runningSeconds">,
  known: StartTime | null,
  now: number,
): StartTime {
  const at = now - (generation.runningSeconds ?? 0) * 1000;
  return known?.id === generation.id && known.at <= at ? known : { id: generation.id, at };
}

/** When the generation that is shown began; the click's own moment where there is one. */
export function useStartTime(generation: Generation | undefined, clickedAt: number | null): number {
  const [start, setStart] = useState<StartTime | null>(null);
  useEffect(() => {
    if (generation && !isFinished(generation))
      setStart((known) => startTimeOf(generation, known, Date.now()));
  }, [generation]);
  return clickedAt ?? (start && start.id === generation?.id ? start.at : Date.now());
}

/** "45 s", "1 min 5 s". */
export function durationText(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  const rest = seconds % 60;
  return `${Math.floor(seconds / 60)} min${rest ? ` ${rest} s` : ""}`;
}

/**
 * How far a generation seems to be, 0 to 1: straight to nine tenths at the usual time, then ever slower, so that a long
 * generation never looks finished.
 */
export function apparentProgress(seconds: number, usualSeconds: number): number {
  const share = seconds / Math.max(1, usualSeconds);
  return share <= 1 ? 0.9 * share : 1 - 0.1 / share;
}
