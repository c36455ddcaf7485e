import { type ChangeEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import css from "#web/features/site/check/check-tool.module.css";
import type { CheckedPicture } from "#web/features/site/check/read-picture.ts";
import { Icon } from "#web/features/site/elements.tsx";

/** Beside each other they can still be told apart. */
const most = 2;

const heavyPart = () => import("#web/features/site/check/check-pictures.tsx");
type HeavyPart = Awaited<ReturnType<typeof heavyPart>>;

/** Takes up to two pictures from this device: dropped anywhere on the page, pasted, or chosen. None of them leaves it. */
export function CheckTool() {
  const [heavy, setHeavy] = useState<HeavyPart | null>(null);
  const [pictures, setPictures] = useState<readonly CheckedPicture[]>([]);
  const [problem, setProblem] = useState<string | null>(null);
  const [isReading, setReading] = useState(false);
  const [isOver, setOver] = useState(false);
  const held = useRef<readonly CheckedPicture[]>([]);
  const tool = useRef<HTMLDivElement>(null);

  function hold(next: readonly CheckedPicture[]): void {
    held.current = next;
    setPictures(next);
  }

  async function take(files: readonly File[]): Promise<void> {
    if (isReading || files.length === 0) return;
    setProblem(null);
    setReading(true);
    try {
      const part = await heavyPart();
      setHeavy(part);
      for (const file of files) {
        if (held.current.length === most) {
          setProblem("Two pictures are looked at together. Remove one to look at another.");
          break;
        }
        const read = await part.readPicture(file);
        if ("refusal" in read) setProblem(read.refusal);
        else hold([...held.current, read]);
      }
    } catch {
      setProblem("Check could not be loaded. Look at your connection and try again.");
    } finally {
      setReading(false);
    }
  }

  function remove(picture: CheckedPicture): void {
    URL.revokeObjectURL(picture.url);
    hold(held.current.filter((each) => each !== picture));
  }

  useEffect(
    () => () => {
      for (const { url } of held.current) URL.revokeObjectURL(url);
    },
    [],
  );
  // The chooser goes with the second picture, and Remove with its row.
  useEffect(() => {
    if (heavy === null || document.activeElement !== document.body) return;
    const next = pictures.length < most ? "input" : "ul";
    tool.current?.querySelector<HTMLElement>(next)?.focus({ preventScroll: true });
  }, [heavy, pictures]);
  usePageDrop(take, setOver, () =>
    setProblem("There is no file in that: save the picture first, then drop it."),
  );

  const { CheckPictures } = heavy ?? {};
  return (
    <div ref={tool} className={css.tool}>
      {pictures.length < most && (
        <PictureField isOver={isOver} isSecond={pictures.length > 0} isReading={isReading} onFiles={take} />
      )}
      <p role="alert" className={css.problem}>
        {problem}
      </p>
      <p role="status" className="visually-hidden">
        {isReading
          ? "Reading…"
          : ["", "One thumbnail is looked at.", "Both thumbnails are looked at."][pictures.length]}
      </p>
      {pictures.length > 0 && (
        // biome-ignore lint/a11y/noRedundantRoles: a list without bullets is no list to VoiceOver otherwise.
        <ul role="list" tabIndex={-1} className={css.given} aria-label="Your pictures">
          {pictures.map((picture, index) => (
            <li key={picture.url}>
              <img src={picture.url} width={96} height={54} alt="" />
              <span>
                Thumbnail {index + 1}: {picture.name}
              </span>
              <button type="button" onClick={() => remove(picture)}>
                Remove<span className="visually-hidden"> thumbnail {index + 1}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {CheckPictures && pictures.length > 0 && <CheckPictures pictures={pictures} />}
    </div>
  );
}

function PictureField(props: {
  isOver: boolean;
  isSecond: boolean;
  isReading: boolean;
  onFiles: (files: readonly File[]) => void;
}) {
  const { isOver, isSecond, isReading, onFiles } = props;
  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const files = [...(currentTarget.files ?? [])];
    // The same file may be chosen again.
    currentTarget.value = "";
    onFiles(files);
  };
  return (
    <label className={css.field} data-over={isOver || undefined} data-small={isSecond || undefined}>
      <Icon name="icon-image" size={28} />
      <strong>{isSecond ? "Add the other candidate" : "Choose a thumbnail"}</strong>
      <span>{isReading ? "Reading…" : "or drop it anywhere on this page, or paste it"}</span>
      <input type="file" accept="image/*" multiple onChange={choose} />
    </label>
  );
}

/** Files that are dropped on the page or pasted into it, which a browser would else open in its place. */
function usePageDrop(
  onFiles: (files: readonly File[]) => void,
  onOver: (isOver: boolean) => void,
  onNothing: () => void,
): void {
  const take = useEffectEvent((data: DataTransfer | null) => {
    const files = [...(data?.files ?? [])];
    if (files.length > 0) onFiles(files);
    else onNothing();
  });
  const over = useEffectEvent(onOver);
  useEffect(() => {
    const drag = (event: DragEvent) => {
      event.preventDefault();
      over(true);
    };
    const leave = ({ relatedTarget }: DragEvent) => relatedTarget === null && over(false);
    const drop = (event: DragEvent) => {
      event.preventDefault();
      over(false);
      take(event.dataTransfer);
    };
    const paste = (event: ClipboardEvent) => {
      if (event.clipboardData?.files.length) take(event.clipboardData);
    };
    document.addEventListener("dragover", drag);
    document.addEventListener("dragleave", leave);
    document.addEventListener("drop", drop);
    document.addEventListener("paste", paste);
    return () => {
      document.removeEventListener("dragover", drag);
      document.removeEventListener("dragleave", leave);
      document.removeEventListener("drop", drop);
      document.removeEventListener("paste", paste);
    };
  }, []);
}
