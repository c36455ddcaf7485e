import { Plus } from "lucide-react";
import { useEffect } from "react";
import type { Style } from "#contract/generation-options.ts";
import type { Generation, GenerationImage } from "#contract/generations.ts";
import { wordsOf } from "#web/features/generations/lineage-words.ts";
import css from "#web/features/generations/preview.module.css";
import { GenerationProgress } from "#web/features/generations/progress.tsx";
import { Results } from "#web/features/generations/results.tsx";
import type { GenerationRequest } from "#web/features/generations/start-generation.ts";
import { TitleCard } from "#web/features/generations/title-card.tsx";
import { draftPrefix } from "#web/features/shell/sign-out.ts";
import { readDraft, writeDraft } from "#web/ui/draft-storage.ts";
import { Button } from "#web/ui/elements/button.tsx";
import { smallUrl } from "#web/ui/preview-url.ts";
import { tabTextDraft, useDraft } from "#web/ui/use-draft.ts";

const wishPlace = (id: string) => `${draftPrefix}change:${id}`;

/** Beside the form: the title as it is typed, then the generation under way, then both thumbnails. */
export function PreviewPanel(props: {
  title: string;
  look: Style;
  /** The generation that is shown; its start is `startedAt`, in milliseconds since 1970. */
  generation: Generation | undefined;
  /** Set from the click on, before the server has answered. */
  starting: boolean;
  startedAt: number;
  /** What the run under way was made from. */
  source: ShownSource;
  /** Leaves the run under way for a new one; undefined where the person has as many as may be. */
  onAnother: (() => void) | undefined;
  /** Credits that a run takes, and what the one under way does. */
  cost: number;
  setAside: number;
  /** Whether the form asks for something else than the generation that is shown. */
  past: boolean;
  onEnlarge: (generation: Generation, position: number) => void;
  onChange: (request: GenerationRequest) => void;
  onRetake: (image: GenerationImage) => void;
}) {
  const { generation, starting } = props;
  // Of the run that it shall change: one that fails does not take what was typed with it, nor does leaving the page.
  const [wish, setWish] = useDraft(wishPlace(generation?.id ?? ""), tabTextDraft);
  const [asked, setAsked] = useDraft(`${draftPrefix}changed`, tabTextDraft);
  const granted = generation?.stage === "done" && generation.id !== asked && generation.source?.instruction;
  // What is done is wished no more, however the page was left and found again meanwhile.
  useEffect(() => {
    if (granted && granted === readDraft(wishPlace(asked), "session").trim())
      writeDraft(wishPlace(asked), "", "session");
  }, [granted, asked]);
  const waiting = starting || generation?.stage === "queued" || generation?.stage === "generating";
  return (
    <section className={css.panel} aria-label="Preview">
      {waiting ? (
        <>
          <GenerationProgress
            stage={starting ? "queued" : (generation?.stage ?? "queued")}
            startedAt={props.startedAt}
            usualSeconds={generation?.usualSeconds}
            cost={props.setAside}
          />
          {!starting && props.onAnother && (
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
          <div className={css.pair} data-source={props.source ? true : undefined}>
            {props.source && <Source source={props.source} />}
            {[1, 2].map((position) => (
              <div key={position} aria-hidden>
                <TitleCard title={generation?.title ?? props.title} look={props.look} heating />
              </div>
            ))}
          </div>
        </>
      ) : generation?.stage === "done" ? (
        <Results
          key={generation.id}
          {...props}
          generation={generation}
          wish={wish}
          onWish={setWish}
          onChange={(request) => {
            setAsked(generation.id);
            props.onChange(request);
          }}
        />
      ) : (
        <>
          <TitleCard title={props.title} look={props.look} />
          <p className={css.placeholder}>Your generated thumbnails will appear here</p>
        </>
      )}
    </section>
  );
}

/** What a change or a variation under way is made from, and by what; undefined for a new run. */
export type ShownSource =
  | {
      previewUrl?: string | undefined;
      instruction?: string | undefined;
      vary?: string | undefined;
    }
  | undefined;

/** The same before the server has answered: one of the pictures that are shown. */
export function sourceAsked(
  { source, instruction, vary }: GenerationRequest,
  shown: Generation | undefined,
): ShownSource {
  const image = shown?.images.find(({ id, designId }) => source?.id === id || source?.id === designId);
  return image && { previewUrl: smallUrl(image), instruction, vary };
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
