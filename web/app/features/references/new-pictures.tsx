import { Button, FileButton } from "@mantine/core";
import { ImagePlus } from "lucide-react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { mostReferences, tooManyReferences } from "#contract/references.ts";
import css from "#web/features/references/pictures.module.css";
import { ReferenceFields } from "#web/features/references/reference-fields.tsx";
import { acceptedTypes, type NewPicture, useNewPictures } from "#web/features/references/use-new-pictures.ts";
import { useReferencesChanged } from "#web/features/references/use-reference-deletion.ts";
import { useUnsavedGuard } from "#web/ui/confirm.tsx";
import { toasts } from "#web/ui/toasts.tsx";

/** Pictures are chosen, dropped anywhere on the screen or pasted, then named and sent one by one. */
export function NewPictures({ room }: { room: number }) {
  const changed = useReferencesChanged();
  const { pictures, refused, add, remove, edit, send } = useNewPictures(async (name) => {
    toasts.success(`“${name}” was added.`);
    await changed();
  });
  const reset = useRef<() => void>(null);
  const choose = useRef<HTMLButtonElement>(null);
  const isOver = useFilesFromElsewhere(add);
  useUnsavedGuard(pictures.length > 0);
  const isFull = room <= 0;

  function discard(picture: NewPicture): void {
    remove(picture);
    // The button is removed with its picture.
    choose.current?.focus();
  }
  return (
    <section className={css.part} aria-labelledby="new-title">
      <h2 id="new-title" className={css.heading}>
        Add a picture
      </h2>
      <div className={css.drop} data-over={isOver || undefined}>
        <ImagePlus size={28} aria-hidden />
        <p>
          Drop pictures here, or paste one.
          <span className={css.hint}>PNG, JPEG or WebP, up to 8 MB each, {mostReferences} in all.</span>
        </p>
        <div className={css.choices}>
          <FileButton
            multiple
            accept={acceptedTypes}
            resetRef={reset}
            onChange={(files) => {
              add(files);
              // So that the same file can be chosen again after it was removed.
              reset.current?.();
            }}
          >
            {(button) => (
              <Button {...button} ref={choose} disabled={isFull}>
                Choose pictures
              </Button>
            )}
          </FileButton>
        </div>
      </div>
      {isFull && <p className={css.note}>{tooManyReferences}</p>}
      {refused.length > 0 && (
        <div className={css.refused} role="alert">
          {refused.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </div>
      )}
      {pictures.length > 0 && (
        <ul className={css.grid} aria-label="Pictures to add">
          {pictures.map((picture) => (
            <li key={picture.key}>
              <NewPictureCard
                picture={picture}
                onChange={(values) => edit(picture, values)}
                onSend={() => send(picture)}
                onRemove={() => discard(picture)}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function NewPictureCard(props: {
  picture: NewPicture;
  onChange: (values: NewPicture["values"]) => void;
  onSend: () => void;
  onRemove: () => void;
}) {
  const { picture } = props;
  const isSending = picture.progress !== null;
  const percent = Math.round((picture.progress ?? 0) * 100);
  return (
    <form
      className={css.card}
      noValidate
      aria-label={`Add ${picture.values.name}`}
      onSubmit={(event) => {
        event.preventDefault();
        props.onSend();
      }}
    >
      <div className={css.picture} data-kind={picture.values.kind}>
        <img src={picture.url} alt="" />
      </div>
      <div className={css.fields}>
        <ReferenceFields
          values={picture.values}
          errors={picture.errors}
          disabled={isSending}
          onChange={props.onChange}
        />
        {picture.problem && (
          <p className={css.problem} role="alert">
            {picture.problem}
          </p>
        )}
        {isSending ? (
          <div role="status">
            <progress
              className={css.progress}
              value={percent}
              max={100}
              aria-label={`Uploading ${picture.values.name}`}
            />
            <p className={css.meta}>{percent < 100 ? `Uploading, ${percent} %` : "Looking at it..."}</p>
          </div>
        ) : (
          <div className={css.row}>
            <Button type="submit" size="sm">
              {picture.problem ? "Try again" : "Add picture"}
            </Button>
            <Button size="sm" variant="subtle" color="gray" onClick={props.onRemove}>
              Remove
            </Button>
          </div>
        )}
      </div>
    </form>
  );
}

/** Files that are dropped on the page or pasted; answers whether some are being dragged over it. */
function useFilesFromElsewhere(add: (files: Iterable<File>) => void): boolean {
  const [isOver, setOver] = useState(false);
  const take = useEffectEvent((files: FileList | undefined) => {
    if (files && files.length > 0) add(files);
  });
  useEffect(() => {
    let depth = 0;
    const hasFiles = (event: globalThis.DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;
    const end = () => {
      depth = 0;
      setOver(false);
    };
    const on = {
      dragenter: (event: globalThis.DragEvent) => {
        if (!hasFiles(event)) return;
        depth += 1;
        setOver(true);
      },
      dragleave: (event: globalThis.DragEvent) => {
        if (!hasFiles(event)) return;
        depth -= 1;
        if (depth <= 0) end();
      },
      // Without it the browser goes to the file.
      dragover: (event: globalThis.DragEvent) => hasFiles(event) && event.preventDefault(),
      drop: (event: globalThis.DragEvent) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        end();
        take(event.dataTransfer?.files);
      },
      paste: (event: ClipboardEvent) => take(event.clipboardData?.files),
    };
    const listeners = Object.entries(on) as [string, EventListener][];
    for (const [type, hear] of listeners) document.addEventListener(type, hear);
    return () => {
      for (const [type, hear] of listeners) document.removeEventListener(type, hear);
    };
  }, []);
  return isOver;
}
