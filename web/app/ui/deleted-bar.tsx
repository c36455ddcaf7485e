import { Undo2 } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import css from "#web/ui/deleted-bar.module.css";
import { Button } from "#web/ui/elements/button.tsx";

/** How long an undo is offered, in milliseconds. The server would still bring it back for minutes. */
const undoMs = 10_000;

/** What was deleted last, for as long as an undo is offered. */
export function useDeleted<T extends { id: string }>() {
  const [gone, setGone] = useState<T[]>([]);
  useEffect(() => {
    if (gone.length === 0) return;
    const timer = setTimeout(() => setGone([]), undoMs);
    return () => clearTimeout(timer);
  }, [gone]);

  const add = (record: T) => setGone((earlier) => [...earlier, record]);

  /** Ends with the first that can't be brought back; it and those after it are still offered. */
  async function restoreAll(restore: (id: string) => Promise<unknown>): Promise<void> {
    for (const { id } of gone) {
      await restore(id);
      setGone((rest) => rest.filter((one) => one.id !== id));
    }
  }
  return { gone, add, restoreAll };
}

/**
 * Stays at the window's lower edge, wherever on the page the deleted card was. `kind` is a plural: "runs"; `note` says what
 * else there is to know of the last one.
 */
export function DeletedBar<T extends { id: string }>(props: {
  gone: readonly T[];
  nameOf: (record: T) => string;
  kind: string;
  note?: ((record: T) => string | null) | undefined;
  onUndo: () => void;
}) {
  const { gone, nameOf, kind, note, onUndo } = props;
  const button = useRef<HTMLButtonElement>(null);
  const last = gone.at(-1);
  const lastId = last?.id;
  // The card that held the focus is gone: what can be done about that comes next.
  useEffect(() => {
    if (lastId) button.current?.focus({ preventScroll: true });
  }, [lastId]);
  return (
    <div className={css.place} role="status">
      {last && (
        <div className={css.bar}>
          <span className={css.text}>
            {gone.length === 1 ? `“${nameOf(last)}” was deleted.` : `${gone.length} ${kind} were deleted.`}
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
