import type { ReactNode } from "react";
import { Link } from "react-router";
import type { GalleryEntry, LineageStep } from "#contract/gallery.ts";
import css from "#web/features/generations/gallery/lineage.module.css";
import { isIncomplete } from "#web/features/generations/gallery/lineage-line.tsx";
import { wordsOf } from "#web/features/generations/lineage-words.ts";
import { keptFirst } from "#web/features/generations/thumbnail-image.tsx";
import { Modal } from "#web/ui/elements/modal.tsx";
import { smallUrl } from "#web/ui/preview-url.ts";

/** All steps on the way to a run or a design, each with the words that made it. */
export function LineageView({ shown, onClose }: { shown: GalleryEntry | null; onClose: () => void }) {
  return (
    <Modal opened={shown !== null} onClose={onClose} title="How it came about" size="auto">
      {shown && (
        <>
          {isIncomplete(shown.lineage) && (
            <p className={css.earlier}>It began earlier, with what is not told here any more.</p>
          )}
          <ol className={css.steps}>
            {shown.lineage.map((step, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: steps that are gone have nothing else.
              <li key={at} className={css.step}>
                <Step step={step} />
              </li>
            ))}
            <li className={css.step} aria-current="true">
              <Present entry={shown} />
            </li>
          </ol>
        </>
      )}
    </Modal>
  );
}

function Step({ step }: { step: LineageStep }) {
  const { kind, id, title, previewUrl } = step;
  if (!id) {
    return (
      <>
        <span className={css.plate}>Deleted</span>
        <span className={css.words}>{kind === "design" ? "A design" : "A run"}</span>
      </>
    );
  }
  const to = kind === "design" ? `/user/designs/${id}` : `/user/generate-image?run=${id}`;
  return (
    <Link to={to}>
      <Plate>{previewUrl && <img src={smallUrl(step, 320)} width={320} height={180} alt="" />}</Plate>
      <span className={css.words}>{wordsOf(kind, step)}</span>
      <span className={css.of}>{title}</span>
    </Link>
  );
}

function Present({ entry }: { entry: GalleryEntry }) {
  if (entry.kind === "design") {
    return (
      <>
        <Plate>
          <img src={smallUrl(entry.design, 320)} width={320} height={180} alt="" />
        </Plate>
        <span className={css.words}>This design</span>
        <bdi className={css.of}>{entry.design.name}</bdi>
      </>
    );
  }
  const { run } = entry;
  const [image] = keptFirst(run);
  return (
    <>
      <Plate>{image && <img src={smallUrl(image, 320)} width={320} height={180} alt="" />}</Plate>
      <span className={css.words}>{wordsOf(run.kind, run.source)}</span>
      <span className={css.of}>This run, {run.title}</span>
    </>
  );
}

function Plate({ children }: { children: ReactNode }) {
  return <span className={css.plate}>{children}</span>;
}
