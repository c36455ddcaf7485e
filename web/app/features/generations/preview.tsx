import { useEffect } from "react";
import type { Style } from "#contract/generation-options.ts";
import type { Generation, GenerationImage } from "#contract/generations.ts";
import { isFinished } from "#web/features/generations/follow-generation.ts";
import { Results, RunUnderWay } from "#web/features/generations/late-parts.tsx";
import css from "#web/features/generations/preview.module.css";
import type { Reopened } from "#web/features/generations/results.tsx";
import type { ShownSource } from "#web/features/generations/run-under-way.tsx";
import type { GenerationRequest, Place } from "#web/features/generations/start-generation.ts";
import { TitleCard } from "#web/features/generations/title-card.tsx";
import { draftPrefix } from "#web/features/shell/sign-out.ts";
import { smallUrl } from "#web/ui/preview-url.ts";
import { readText, writeText } from "#web/ui/storage.ts";
import { tabTextDraft, useDraft } from "#web/ui/use-draft.ts";

const wishPlace = (id: string) => `${draftPrefix}change:${id}`;
const lastChange = `${draftPrefix}changed`;

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
  /** The picture whose change is asked for once more. */
  reopened: Reopened | undefined;
}) {
  const { generation, starting } = props;
  // Of the run that it shall change: one that fails does not take what was typed with it, nor does leaving the page.
  const [wish, setWish] = useDraft(wishPlace(generation?.id ?? ""), tabTextDraft);
  const [change, setChange] = useDraft(lastChange, tabTextDraft);
  const [asked = ""] = change.split(" ");
  const granted = generation?.stage === "done" && generation.id !== asked && generation.source?.instruction;
  // What is done is wished no more, however the page was left and found again meanwhile.
  useEffect(() => {
    if (granted && granted === readText(wishPlace(asked), "session").trim())
      writeText(wishPlace(asked), "", "session");
  }, [granted, asked]);
  return (
    <section className={css.panel} aria-label="Preview">
      {starting || (generation && !isFinished(generation)) ? (
        <RunUnderWay
          generation={starting ? undefined : generation}
          title={generation?.title ?? props.title}
          look={props.look}
          startedAt={props.startedAt}
          cost={props.setAside}
          source={props.source}
          onAnother={starting ? undefined : props.onAnother}
        />
      ) : generation?.stage === "done" ? (
        <Results
          key={generation.id}
          {...props}
          generation={generation}
          wish={wish}
          onWish={setWish}
          onChange={(request) => {
            const { position } = sourceAsked(request, generation)?.place ?? {};
            setChange(`${generation.id} ${position} ${request.source?.id}`);
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

/** Where this tab last asked for a change, if that was of this source: a run that changes a design tells the design alone. */
export function placeOfChange(sourceId: string): Place | null {
  const [id = "", position = "", of] = readText(lastChange, "session").split(" ");
  return of === sourceId ? { id, position } : null;
}

export type SourceAsked = (NonNullable<ShownSource> & { place?: Reopened }) | undefined;

/** What a change is made from, before the server has answered: one of the pictures that are shown. */
export function sourceAsked(
  { source, instruction, vary }: GenerationRequest,
  shown: Generation | undefined,
): SourceAsked {
  const image = shown?.images.find(({ id, designId }) => source?.id === id || source?.id === designId);
  return (
    image && {
      previewUrl: smallUrl(image),
      instruction,
      vary,
      place: { id: shown!.id, position: String(image.position) },
    }
  );
}
