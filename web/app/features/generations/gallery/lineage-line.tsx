import type { LineageStep } from "#contract/gallery.ts";
import css from "#web/features/generations/gallery/lineage.module.css";
import { smallUrl } from "#web/ui/preview-url.ts";

/** On a card there is room for so many. */
const mostShown = 3;

/** The last steps on the way to a card's thumbnail as a line of small pictures; pressed, it tells them all. */
export function LineageLine({ steps, onOpen }: { steps: LineageStep[]; onOpen: () => void }) {
  if (steps.length === 0) return null;
  const shown = steps.slice(-mostShown);
  const isCut = shown.length < steps.length || isIncomplete(steps);
  const label = `Made in ${steps.length} ${steps.length === 1 ? "step" : "steps"}: how it came about`;
  return (
    <button type="button" className={css.line} aria-label={label} title="How it came about" onClick={onOpen}>
      {isCut && <span className={css.more}>…</span>}
      {shown.map((step, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: steps that are gone have nothing else.
        <span key={at} className={css.dot}>
          {step.previewUrl && (
            <img src={smallUrl(step, 320)} width={320} height={180} alt="" loading="lazy" decoding="async" />
          )}
        </span>
      ))}
    </button>
  );
}

/** What was before the first step is gone, or too far back to be told. */
export function isIncomplete([first]: LineageStep[]): boolean {
  return first !== undefined && first.kind !== "new" && first.id !== undefined;
}
