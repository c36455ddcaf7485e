import { Undo2 } from "lucide-react";
import { type RefObject, useEffect, useRef, useState } from "react";
import css from "#web/ui/deleted-bar.module.css";
import { Button } from "#web/ui/elements/button.tsx";
import { isolated } from "#web/ui/isolated.ts";

/** How long an undo is offered, in milliseconds. The server would still bring it back for minutes. */
const undoMs = 10_000;

/** What was deleted last, for as long as an undo is offered: also while the pointer or the focus is at its bar. */
export function useDeleted<T extends { id: string }>() {
  const [gone, setGone] = useState<T[]>([]);
  const place = useRef<HTMLDivElement>(null);
  const [left, setLeft] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the time starts anew with each leaving.
  useEffect(() => {
    if (gone.length === 0) return;
    const timer = setTimeout(() => {
      if (!place.current?.matches(":hover, :focus-within")) setGone([]);
    }, undoMs);
    return () => clearTimeout(timer);
  }, [gone, left]);

  const add = (record: T) => setGone((earlier) => [...earlier, record]);

  /** Ends with the first that can't be brought back; it and those after it are still offered. */
  async function restoreAll(restore: (id: string) => Promise<unknown>): Promise<void> {
    for (const { id } of gone) {
      await restore(id);
      setGone((rest) => rest.filter((one) => one.id !== id));
    }
  }
  const bar: DeletedPlace<T> = { gone, place, onLeave: () => setLeft((times) => times + 1) };
  return { gone, add, restoreAll, bar };
}

export interface DeletedPlace<T> {
  gone: readonly T[];
  place: RefObject<HTMLDivElement | null>;
  onLeave: () => void;
}

/**
 * Stays at the window's lower edge, wherever on the page the deleted card was. `kind` is a plural: "runs"; `note` says what
 * else there is to know of the last one.
 */
export function DeletedBar<T extends { id: string }>(props: {
  bar: DeletedPlace<T>;
  nameOf: (record: T) => string;
  kind: string;
  note?: ((record: T) => string | null) | undefined;
  onUndo: () => void;
}) {
  const { nameOf, kind, note, onUndo } = props;
  const { gone, place, onLeave } = props.bar;
  const button = useRef<HTMLButtonElement>(null);
  const last = gone.at(-1);
  const lastId = last?.id;
  // The card that held the focus is gone: what can be done about that comes next.
  useEffect(() => {
    if (lastId) button.current?.focus({ preventScroll: true });
  }, [lastId]);
  return (
    <div ref={place} className={css.place} role="status" onPointerLeave={onLeave} onBlur={onLeave}>
      {last && (
        <div className={css.bar}>
          <span className={css.text}>
            {gone.length === 1
              ? `“${isolated(nameOf(last))}” was deleted.`
              : `${gone.length} ${kind} were deleted.`}
            {note?.(last) && <span className={css.note}>{note(last)}</span>}
          </span>
          <Button
            ref={button}
            size="sm"
            variant="default"
            className={css.undo}
            leftSection={<Undo2 size={16} aria-hidden />}
            onClick={onUndo}
          >
            Undo
          </Button>
        </div>
      )}
    </div>
  );
}
