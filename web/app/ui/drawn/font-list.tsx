import { type ReactNode, useState } from "react";
import { faces } from "#drawing/fonts/faces.ts";
import css from "#web/ui/drawn/looks.module.css";
import { Sample } from "#web/ui/drawn/sample.tsx";

/**
 * Each font in its own face; the faces come when the list is opened. `first` are those that stand above the others, and with
 * `isFull` no further one can be chosen.
 */
export function FontList(props: {
  label: ReactNode;
  chosen: readonly string[];
  first?: readonly string[];
  isFull?: boolean;
  onChoose: (font: string) => void;
}) {
  const { label, chosen, first = [], isFull = false, onChoose } = props;
  const [isOpen, setOpen] = useState(false);
  const isFirst = ({ family }: { family: string }) => first.includes(family);
  const listed = [...faces.filter(isFirst), ...faces.filter((face) => !isFirst(face))];
  return (
    <details className={css.fonts} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{label}</summary>
      {isOpen && (
        <div className={css.fontList}>
          {listed.map(({ family, weights }) => (
            <button
              key={family}
              type="button"
              className={css.font}
              aria-pressed={chosen.includes(family)}
              disabled={isFull && !chosen.includes(family)}
              onClick={() => onChoose(family)}
            >
              <span className="visually-hidden">{family}</span>
              <Sample
                text={family}
                look={{ font: family, weight: Math.max(...weights.filter((w) => w <= 700)) }}
              />
            </button>
          ))}
        </div>
      )}
    </details>
  );
}
