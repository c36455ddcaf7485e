import { Maximize2 } from "lucide-react";
import type { Style } from "#contract/generation-options.ts";
import { DownloadButton } from "#web/features/generation/download-button.tsx";
import css from "#web/features/generation/preview-panel.module.css";
import { assumedSeconds, type Run } from "#web/features/generation/run.ts";
import { RunProgress } from "#web/features/generation/run-progress.tsx";
import { TitlePlate } from "#web/features/generation/title-plate.tsx";

/** Beside the form: the title as it is typed, then the run under way, then both thumbnails. */
export function PreviewPanel(props: {
  title: string;
  look: Style;
  /** The run that is shown; its start is `startedAt`, in milliseconds since 1970. */
  run: Run | undefined;
  /** Set from the click on, before the server has answered. */
  starting: boolean;
  startedAt: number;
  onEnlarge: (run: Run, position: number) => void;
}) {
  const { run, starting } = props;
  const waiting = starting || run?.stage === "queued" || run?.stage === "generating";
  return (
    <section className={css.panel} aria-label="Preview">
      {waiting ? (
        <>
          <RunProgress
            stage={starting ? "queued" : (run?.stage ?? "queued")}
            startedAt={props.startedAt}
            usualSeconds={run?.usualSeconds ?? assumedSeconds}
          />
          <div className={css.pair} aria-hidden>
            <TitlePlate title={run?.title ?? props.title} look={props.look} heating />
            <TitlePlate title={run?.title ?? props.title} look={props.look} heating />
          </div>
        </>
      ) : run?.stage === "done" ? (
        <Results run={run} onEnlarge={props.onEnlarge} />
      ) : (
        <>
          <TitlePlate title={props.title} look={props.look} />
          <p className={css.placeholder}>Your generated thumbnails will appear here</p>
        </>
      )}
    </section>
  );
}

function Results({ run, onEnlarge }: { run: Run; onEnlarge: (run: Run, position: number) => void }) {
  return (
    <ol className={css.pair} aria-label={`Thumbnails for ${run.title}`}>
      {run.images.map((image, index) => (
        <li key={image.url} className={css.result}>
          <button type="button" className={css.picture} onClick={() => onEnlarge(run, index + 1)}>
            <img src={image.url} width={1280} height={720} alt={`Thumbnail ${index + 1} for ${run.title}`} />
            <span className={css.enlarge}>
              <Maximize2 size={16} aria-hidden />
              <span className="visually-hidden">View large</span>
            </span>
          </button>
          <DownloadButton position={index + 1} url={image.url} createdAt={run.createdAt} />
        </li>
      ))}
    </ol>
  );
}
