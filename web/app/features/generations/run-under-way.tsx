import { Plus } from "lucide-react";
import type { Style } from "#contract/generation-options.ts";
import type { Generation } from "#contract/generations.ts";
import { wordsOf } from "#web/features/generations/lineage-words.ts";
import css from "#web/features/generations/preview.module.css";
import { GenerationProgress } from "#web/features/generations/progress.tsx";
import { TitleCard } from "#web/features/generations/title-card.tsx";
import { Button } from "#web/ui/elements/button.tsx";

/** What a change or a variation under way is made from, and by what; undefined for a new run. */
export type ShownSource =
  | {
      previewUrl?: string | undefined;
      instruction?: string | undefined;
      vary?: string | undefined;
    }
  | undefined;

/** How far a run is, what it is made from, and the places of its two thumbnails. */
export function RunUnderWay(props: {
  /** Undefined until the server has answered. */
  generation: Generation | undefined;
  title: string;
  look: Style;
  startedAt: number;
  /** Credits that are set aside for it. */
  cost: number;
  source: ShownSource;
  onAnother: (() => void) | undefined;
}) {
  const { generation, source } = props;
  return (
    <>
      <GenerationProgress
        stage={generation?.stage ?? "queued"}
        startedAt={props.startedAt}
        usualSeconds={generation?.usualSeconds}
        cost={props.cost}
      />
      {props.onAnother && (
        <div>
          <Button
            size="sm"
            variant="default"
            leftSection={<Plus size={16} aria-hidden />}
            onClick={props.onAnother}
          >
            Start another meanwhile
          </Button>
        </div>
      )}
      <div className={css.pair} data-source={source ? true : undefined}>
        {source && <Source source={source} />}
        {[1, 2].map((position) => (
          <div key={position} aria-hidden>
            <TitleCard title={props.title} look={props.look} heating />
          </div>
        ))}
      </div>
    </>
  );
}

/** It stays in sight while it is changed, to be compared with. */
function Source({ source }: { source: NonNullable<ShownSource> }) {
  const { previewUrl, instruction, vary } = source;
  return (
    <figure className={css.source}>
      {previewUrl && <img src={previewUrl} width={1280} height={720} alt="What it is made from" />}
      <figcaption>{wordsOf(vary || instruction ? "change" : "retake", { vary, instruction })}</figcaption>
    </figure>
  );
}
