import { useMediaQuery } from "@mantine/hooks";
import { Pencil } from "lucide-react";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import type { Generation, GenerationImage } from "#contract/generations.ts";
import { useArrowKeys } from "#web/features/generations/arrow-keys.ts";
import { DownloadButton } from "#web/features/generations/download-button.tsx";
import { EditButton } from "#web/features/generations/edit-button.tsx";
import { RenameForm, useRenameGeneration } from "#web/features/generations/gallery/rename.tsx";
import { GenerationCheckInView } from "#web/features/generations/generation-check.tsx";
import { KeepButton } from "#web/features/generations/keep-button.tsx";
import css from "#web/features/generations/large-view.module.css";
import { SpellingNote } from "#web/features/generations/spelling.tsx";
import { fullUrl } from "#web/features/generations/thumbnail-image.tsx";
import { PackButton } from "#web/features/shell/pack-button.tsx";
import { SetButton } from "#web/features/shell/set-on-youtube.tsx";
import { Button } from "#web/ui/elements/button.tsx";
import { Modal } from "#web/ui/elements/modal.tsx";
import { smallUrl } from "#web/ui/preview-url.ts";

export type Enlarged = { generation: Generation; position: number };

/**
 * One thumbnail at its full size, with the way to the other one, both downloads and the prompt it came from. On a phone
 * it takes the whole window.
 */
export function LargeView(props: {
  shown: Enlarged | null;
  onShow: (next: Enlarged) => void;
  onClose: () => void;
  onRetake?: ((image: GenerationImage) => void) | undefined;
}) {
  const { shown, onShow, onRetake } = props;
  const isPhone = useMediaQuery("(width < 768px)") ?? false;
  const image = shown?.generation.images[shown.position - 1];
  const count = shown?.generation.images.length ?? 0;
  const show = (position: number) => {
    if (shown && position >= 1 && position <= count) onShow({ ...shown, position });
  };
  const latest = useRef(shown);
  useEffect(() => {
    latest.current = shown;
  });
  // An answer that comes after the view was closed must not open it again.
  const changed = (generation: Generation) => {
    if (latest.current?.generation.id === generation.id) onShow({ ...latest.current, generation });
  };
  useArrowKeys(shown !== null, (step) => shown && show(shown.position + step));
  return (
    <Modal
      opened={shown !== null && image !== undefined}
      onClose={props.onClose}
      title={shown?.generation.title}
      size="72rem"
      place={isPhone ? "full" : "centre"}
      classNames={
        isPhone
          ? { content: css.phone, header: css.phoneHead, body: css.phoneBody, title: css.oneLine }
          : undefined
      }
    >
      {shown && image && (
        <div className={css.view}>
          <Strip key={shown.generation.id} shown={shown} onTurn={show} />
          <Renaming key={`rename ${shown.generation.id}`} generation={shown.generation} onChanged={changed} />
          <div className={css.bar}>
            <fieldset className={css.choices}>
              <legend className="visually-hidden">Thumbnail</legend>
              {shown.generation.images.map((other) => (
                <button
                  key={other.url}
                  type="button"
                  className={css.choice}
                  aria-pressed={other.position === shown.position}
                  onClick={() => show(other.position)}
                >
                  <img src={smallUrl(other, 320)} width={128} height={72} alt="" />
                  <span className="visually-hidden">Show thumbnail {other.position}</span>
                </button>
              ))}
            </fieldset>
            <div className={css.tools}>
              <KeepButton
                key={`keep ${image.url}`}
                generation={shown.generation}
                position={image.position === 1 ? 1 : 2}
                onChanged={changed}
              />
              <EditButton key={`edit ${image.url}`} image={image} />
              <PackButton key={`pack ${image.url}`} image={image} title={shown.generation.title} />
              <SetButton
                what={{ run: shown.generation.id, position: image.position }}
                of={`thumbnail ${image.position}`}
              />
              <DownloadButton
                key={image.url}
                position={shown.position}
                url={fullUrl(image)}
                createdAt={shown.generation.createdAt}
              />
            </div>
          </div>
          <div className={css.words} data-scheme={isPhone ? "dark" : undefined}>
            <SpellingNote
              key={`words ${image.url}`}
              generation={shown.generation}
              image={image}
              onRetake={onRetake}
            />
          </div>
          <div className={css.check}>
            <GenerationCheckInView
              key={shown.generation.id}
              generation={shown.generation}
              onPhone={isPhone}
            />
          </div>
          {shown.generation.prompt && (
            <details className={css.prompt}>
              <summary>Prompt</summary>
              <p>{shown.generation.prompt}</p>
            </details>
          )}
        </div>
      )}
    </Modal>
  );
}

function Renaming(props: { generation: Generation; onChanged: (generation: Generation) => void }) {
  const { generation, onChanged } = props;
  const rename = useRenameGeneration(generation, onChanged);
  return (
    <div className={css.rename}>
      {rename.draft !== null && <RenameForm rename={rename} />}
      <Button
        ref={rename.opener}
        size="compact-sm"
        variant="subtle"
        color="gray"
        leftSection={<Pencil size={14} aria-hidden />}
        data-renames
        aria-expanded={rename.draft !== null}
        onClick={rename.open}
      >
        Rename
      </Button>
    </div>
  );
}

/** The pair in a row, of which one fills it; a finger moves it to the other. The full file comes once it is looked at. */
function Strip({ shown, onTurn }: { shown: Enlarged; onTurn: (position: number) => void }) {
  const strip = useRef<HTMLDivElement>(null);
  const { generation, position } = shown;
  const [seen, setSeen] = useState([position]);
  if (!seen.includes(position)) setSeen([...seen, position]);

  useLayoutEffect(() => {
    const row = strip.current;
    if (!row) return;
    const align = () => {
      if (positionIn(row) !== position) row.scrollTo({ left: (position - 1) * row.clientWidth });
    };
    align();
    // The dialog has no width yet when it is made.
    const observer = new ResizeObserver(align);
    observer.observe(row);
    return () => observer.disconnect();
  }, [position]);

  return (
    <section
      ref={strip}
      className={css.strip}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by keyboard.
      tabIndex={0}
      aria-label={`Thumbnail ${position} of ${generation.images.length}`}
      onScroll={({ currentTarget }) => {
        const at = positionIn(currentTarget);
        if (at !== position) onTurn(at);
      }}
    >
      {generation.images.map((image) => (
        <img
          key={image.url}
          className={css.picture}
          src={seen.includes(image.position) ? fullUrl(image) : smallUrl(image)}
          width={1280}
          height={720}
          alt={`Thumbnail ${image.position} for ${generation.title}`}
          aria-hidden={image.position === position ? undefined : true}
        />
      ))}
    </section>
  );
}

function positionIn(row: HTMLElement): number {
  return row.clientWidth ? Math.round(row.scrollLeft / row.clientWidth) + 1 : 1;
}
