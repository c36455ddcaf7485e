import { useState } from "react";
import { deleteDesign, restoreDesign } from "#contract/designs.ts";
import { deleteGeneration, restoreGeneration } from "#contract/generations.ts";
import { api } from "#web/api/client.ts";
import { useRefreshGallery } from "#web/features/generations/keep-button.tsx";
import { failureText } from "#web/ui/attempt.tsx";
import { useDeleted } from "#web/ui/deleted-bar.tsx";
import { isolated } from "#web/ui/isolated.ts";

/** A run or a design that is deleted, or was. */
export interface Deletable {
  kind: "run" | "design";
  id: string;
  name: string;
}

/** Deletes runs and designs at once, and for a moment offers to bring back those that were deleted last. */
export function useDeletion(onDeleted?: (gone: Deletable) => void) {
  const refresh = useRefreshGallery();
  const { gone, add, restoreAll, bar } = useDeleted<Deletable>();
  const [problem, setProblem] = useState<string | null>(null);

  async function attempt(what: string, work: () => Promise<void>) {
    try {
      await work();
    } catch (error) {
      setProblem(failureText(what, error));
    }
  }

  /** One that can't be deleted keeps none of the others. */
  async function remove(...things: Deletable[]): Promise<void> {
    setProblem(null);
    for (const thing of things)
      await attempt(`“${isolated(thing.name)}” could not be deleted.`, async () => {
        const { remove: call } = callsOf[thing.kind];
        await api(call, { params: { id: thing.id } });
        add(thing);
        onDeleted?.(thing);
      });
    await refresh();
  }

  async function undo(): Promise<void> {
    setProblem(null);
    await attempt("This could not be brought back.", () =>
      restoreAll(async (id) => {
        const { restore } = callsOf[gone.find((one) => one.id === id)!.kind];
        await api(restore, { params: { id } });
      }),
    );
    await refresh();
  }

  return { remove, undo, bar, problem, clearProblem: () => setProblem(null) };
}

const callsOf = {
  run: { remove: deleteGeneration, restore: restoreGeneration },
  design: { remove: deleteDesign, restore: restoreDesign },
};
