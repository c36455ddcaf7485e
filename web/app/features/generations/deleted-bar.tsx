import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { Undo2 } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import {
  deleteGeneration,
  type Generation,
  listGallery,
  listGenerations,
  restoreGeneration,
} from "#contract/generations.ts";
import { api } from "#web/api/client.ts";
import css from "#web/features/generations/deleted-bar.module.css";

/** How long an undo is offered, in milliseconds. The server would still bring it back for minutes. */
const undoMs = 10_000;

/** Deletes generations at once, and for a moment offers to bring back those that were deleted last. */
export function useDeletion(onDeleted?: (generation: Generation) => void) {
  const client = useQueryClient();
  const [gone, setGone] = useState<Generation[]>([]);
  const [problem, setProblem] = useState<string | null>(null);

  useEffect(() => {
    if (gone.length === 0) return;
    const timer = setTimeout(() => setGone([]), undoMs);
    return () => clearTimeout(timer);
  }, [gone]);

  async function attempt(what: string, work: () => Promise<void>) {
    setProblem(null);
    try {
      await work();
    } catch (error) {
      setProblem(`${what} ${error instanceof Error ? error.message : ""}`.trim());
    }
    await Promise.all(
      [listGenerations, listGallery].map(({ path }) => client.invalidateQueries({ queryKey: [path] })),
    );
  }

  const remove = (generation: Generation) =>
    attempt(`“${generation.title}” could not be deleted.`, async () => {
      await api(deleteGeneration, { params: { id: generation.id } });
      setGone((earlier) => [...earlier, generation]);
      onDeleted?.(generation);
    });

  const undo = () =>
    attempt("This could not be brought back.", async () => {
      for (const { id } of gone) {
        await api(restoreGeneration, { params: { id } });
        setGone((rest) => rest.filter((one) => one.id !== id));
      }
    });

  return { remove, undo, gone, problem, clearProblem: () => setProblem(null) };
}

/** Stays at the window's lower edge, wherever on the page the deleted card was. */
export function DeletedBar({ gone, onUndo }: { gone: Generation[]; onUndo: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  const [last] = gone.slice(-1);
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
            {gone.length === 1 ? `“${last.title}” was deleted.` : `${gone.length} runs were deleted.`}
          </span>
          <Button
            ref={button}
            size="sm"
            variant="white"
            color="dark"
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
