import { Maximize2 } from "lucide-react";
import type { Style } from "#contract/generation-options.ts";
import type { Generation } from "#contract/generations.ts";
import { DownloadButton } from "#web/features/generations/download-button.tsx";
import css from "#web/features/generations/preview.module.css";
import { GenerationProgress } from "#web/features/generations/progress.tsx";
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
  /** Credits that a run takes. */
  cost: number;
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
            usualSeconds={generation?.usualSeconds}
            cost={props.cost}
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
