import { ChevronLeft, ChevronRight, Columns2, Maximize2, Square, WandSparkles } from "lucide-react";
import { useState } from "react";
import type { Generation, GenerationImage } from "#contract/generations.ts";
import { useArrowKeys } from "#web/features/generations/arrow-keys.ts";
import { DownloadButton } from "#web/features/generations/download-button.tsx";
import { EditButton } from "#web/features/generations/edit-button.tsx";
import { lookOf } from "#web/features/generations/form-state.ts";
import { CheckButton } from "#web/features/generations/generation-check.tsx";
import { KeepButton } from "#web/features/generations/keep-button.tsx";
import { wordsOf } from "#web/features/generations/lineage-words.ts";
import css from "#web/features/generations/results.module.css";
import { SpellingNote } from "#web/features/generations/spelling.tsx";
import type { GenerationRequest, Place } from "#web/features/generations/start-generation.ts";
import { fullUrl, ThumbnailImage } from "#web/features/generations/thumbnail-image.tsx";
import { PackButton } from "#web/features/shell/pack-button.tsx";
import { SetButton } from "#web/features/shell/set-on-youtube.tsx";
import { ChangeFields, type ChangeWish } from "#web/ui/change-fields.tsx";
import { Button } from "#web/ui/elements/button.tsx";
import { FormattedDate } from "#web/ui/formatted-date.tsx";
import { keyOf } from "#web/ui/key-of.ts";
import { smallUrl } from "#web/ui/preview-url.ts";

/** Where a change was asked for; the focus goes there where its person did. */
export type Reopened = Place & { takesFocus?: boolean };

/**
 * Both thumbnails of a run, to compare and to keep one of: side by side or, where there is room to choose, one large.
 * `past` is set once the form asks for something else than the run that is shown.
 */
export function Results(props: {
  generation: Generation;
  past: boolean;
  cost: number;
  onEnlarge: (generation: Generation, position: number) => void;
  onChange: (request: GenerationRequest) => void;
  onRetake: (image: GenerationImage) => void;
  /** What was typed of a change. */
  wish: string;
  onWish: (wish: string) => void;
  reopened: Reopened | undefined;
}) {
  const { generation, past, reopened } = props;
  const [single, setSingle] = useState<number | null>(null);
  const [changing, setChanging] = useState(reopened?.id === generation.id ? Number(reopened.position) : null);
  const [takesFocus, setTakesFocus] = useState(reopened?.takesFocus);
  const changed = generation.images.find(({ position }) => position === changing);
  const count = generation.images.length;
  const turn = (step: number) => setSingle((at) => ((at ?? 0) + step + count) % count);
  useArrowKeys(single !== null, turn);
  const shown = single === null ? generation.images : generation.images.slice(single, single + 1);
  return (
    <div className={css.results}>
      <div className={css.head}>
        <div className={css.caption}>
          {past && <h2 className={css.past}>Your last run</h2>}
          <p className={css.title}>{generation.title}</p>
          <p className={css.time}>
            <FormattedDate at={generation.finishedAt ?? generation.createdAt} time />
          </p>
          <SourceLine generation={generation} />
          <StandInLine generation={generation} />
        </div>
        <CheckButton />
        <Button
          className={css.switch}
          size="sm"
          variant="default"
          leftSection={
            single === null ? <Square size={16} aria-hidden /> : <Columns2 size={16} aria-hidden />
          }
          onClick={() => setSingle(single === null ? Math.max(0, (generation.kept ?? 1) - 1) : null)}
        >
          {single === null ? "One large" : "Side by side"}
        </Button>
      </div>
      <ol
        className={css.pair}
        aria-label={`Thumbnails for ${generation.title}`}
        data-single={single === null ? undefined : true}
      >
        {shown.map((image) => (
          <Result
            key={image.url}
            {...props}
            image={image}
            large={single !== null}
            changing={changing === image.position}
            onChanging={() => {
              setTakesFocus(true);
              setChanging(changing === image.position ? null : image.position);
            }}
          />
        ))}
      </ol>
      {changed && (
        <section
          key={changed.id}
          className={css.change}
          aria-label={`Change thumbnail ${changed.position}`}
          onKeyDown={(event) => keyOf(event) === "Escape" && setChanging(null)}
        >
          <ChangeFields
            of={`thumbnail ${changed.position}`}
            cost={props.cost}
            wish={props.wish}
            onWish={props.onWish}
            onAsk={(wish) => props.onChange(changeOf(generation, changed, wish))}
            autoFocus={takesFocus}
          />
        </section>
      )}
      {single !== null && (
        <div className={css.turn}>
          <Button
            size="sm"
            variant="default"
            aria-label="Previous thumbnail"
            leftSection={<ChevronLeft size={16} aria-hidden />}
            onClick={() => turn(-1)}
          >
            <kbd aria-hidden>←</kbd>
          </Button>
          <p role="status">{`${single + 1} of ${count}`}</p>
          <Button
            size="sm"
            variant="default"
            aria-label="Next thumbnail"
            rightSection={<ChevronRight size={16} aria-hidden />}
            onClick={() => turn(1)}
          >
            <kbd aria-hidden>→</kbd>
          </Button>
        </div>
      )}
    </div>
  );
}

/** The run that changes a thumbnail; of one that is a design by now, the design's art. */
function changeOf(generation: Generation, image: GenerationImage, wish: ChangeWish): GenerationRequest {
  const { title, niche, style } = lookOf(generation);
  const source = image.designId
    ? ({ kind: "design", id: image.designId } as const)
    : ({ kind: "picture", id: image.id } as const);
  return { title, niche, style, customPrompt: "", source, ...wish };
}

/** The person's pictures may look other than usual: why. */
function StandInLine({ generation }: { generation: Generation }) {
  if (!generation.standInModel) return null;
  return (
    <p className={css.time}>
      Drawn by {generation.standInModel}: the model that we use otherwise is not available at present.
    </p>
  );
}

/** Of a change or a variation: what it was made from, and by what. */
function SourceLine({ generation }: { generation: Generation }) {
  const { source } = generation;
  if (!source) return null;
  return (
    <p className={css.source}>
      {source.previewUrl && (
        <img src={smallUrl(source, 320)} width={128} height={72} alt="What it was made from" />
      )}
      <span>{wordsOf(generation.kind, source)}</span>
    </p>
  );
}

function Result(props: {
  generation: Generation;
  image: GenerationImage;
  past: boolean;
  large: boolean;
  changing: boolean;
  onChanging: () => void;
  onEnlarge: (generation: Generation, position: number) => void;
  onRetake: (image: GenerationImage) => void;
}) {
  const { generation, image } = props;
  const { position } = image;
  const alt = `Thumbnail ${position} for ${generation.title}`;
  const enlarge = () => props.onEnlarge(generation, position);
  return (
    <li className={css.result} data-kept={generation.kept === position || undefined}>
      <button type="button" className={css.picture} onClick={enlarge}>
        {props.large ? (
          <img src={fullUrl(image)} width={1280} height={720} alt={alt} />
        ) : (
          <ThumbnailImage
            image={image}
            alt={alt}
            sizes="(width >= 1200px) 340px, (width >= 768px) 60vw, 92vw"
          />
        )}
      </button>
      <SpellingNote generation={generation} image={image} onRetake={props.onRetake} />
      {/* Its design was deleted, or setting the words failed. */}
      {generation.words === "text" && !image.designId && (
        <p className={css.time}>There are no words on this picture. Edit it to add them.</p>
      )}
      <DownloadButton
        position={position}
        url={fullUrl(image)}
        createdAt={generation.createdAt}
        quiet={props.past}
      />
      <div className={css.tools}>
        <KeepButton generation={generation} position={position === 1 ? 1 : 2} />
        <EditButton image={image} />
        <PackButton image={image} title={generation.title} />
        <Button
          size="sm"
          px="xs"
          variant={props.changing ? "light" : "subtle"}
          color="gray"
          leftSection={<WandSparkles size={16} aria-hidden />}
          aria-label={`Change thumbnail ${position}`}
          aria-expanded={props.changing}
          onClick={props.onChanging}
        >
          Change
        </Button>
        <Button
          size="sm"
          px="xs"
          variant="subtle"
          color="gray"
          leftSection={<Maximize2 size={16} aria-hidden />}
          aria-label={`View thumbnail ${position} large`}
          onClick={enlarge}
        >
          Large
        </Button>
        <SetButton what={{ run: generation.id, position }} of={`thumbnail ${position}`} />
      </div>
    </li>
  );
}
