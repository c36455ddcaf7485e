import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import {
  deleteGeneration,
  type Generation,
  listGallery,
  listGenerations,
  restoreGeneration,
} from "#contract/generations.ts";
import { api } from "#web/api/client.ts";
import { useDeleted } from "#web/ui/deleted-bar.tsx";

/** Deletes generations at once, and for a moment offers to bring back those that were deleted last. */
export function useDeletion(onDeleted?: (generation: Generation) => void) {
  const client = useQueryClient();
  const { gone, add, restoreAll } = useDeleted<Generation>();
  const [problem, setProblem] = useState<string | null>(null);

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
      add(generation);
      onDeleted?.(generation);
    });

  const undo = () =>
    attempt("This could not be brought back.", () =>
      restoreAll((id) => api(restoreGeneration, { params: { id } })),
    );

  return { remove, undo, gone, problem, clearProblem: () => setProblem(null) };
}
