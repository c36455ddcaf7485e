import { useState } from "react";
import type { Style } from "#contract/generation-options.ts";
import type { Generation } from "#contract/generations.ts";
import css from "#web/features/generations/preview.module.css";
import { GenerationProgress } from "#web/features/generations/progress.tsx";
import { Results, SourceLine } from "#web/features/generations/results.tsx";
import type { RunRequest } from "#web/features/generations/start-generation.ts";
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
  /** Whether the form asks for something else than the generation that is shown. */
  past: boolean;
  onEnlarge: (generation: Generation, position: number) => void;
  onChange: (request: RunRequest) => void;
}) {
  const { generation, starting } = props;
  // Kept here, so that a change that fails does not take what was typed with it.
  const [wish, setWish] = useState("");
  const granted = generation?.stage === "done" ? generation.source?.instruction : undefined;
  if (granted && wish.trim() === granted) setWish("");
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
          {!starting && generation && <SourceLine generation={generation} />}
          <div className={css.pair} aria-hidden>
            <TitleCard title={generation?.title ?? props.title} look={props.look} heating />
            <TitleCard title={generation?.title ?? props.title} look={props.look} heating />
          </div>
        </>
      ) : generation?.stage === "done" ? (
        <Results key={generation.id} {...props} generation={generation} wish={wish} onWish={setWish} />
      ) : (
        <>
          <TitleCard title={props.title} look={props.look} />
          <p className={css.placeholder}>Your generated thumbnails will appear here</p>
        </>
      )}
    </section>
  );
}
