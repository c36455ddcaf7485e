import { useEffect } from "react";
import type { Generation } from "#contract/generations.ts";
import { isFinished, usePolling } from "#web/features/generations/follow-generation.ts";
import { useViewer } from "#web/features/shell/viewer.ts";

/**
 * Has a list read anew as long as a run that it shows is under way. After the last the balance is as well: a run that fails
 * gives back what it took.
 */
export function useGoingOn(runs: readonly Generation[], refetch: () => Promise<unknown>): void {
  const { refresh } = useViewer();
  const goesOn = runs.some((run) => !isFinished(run));
  usePolling(goesOn, refetch);
  useEffect(() => {
    if (goesOn) return () => void refresh();
  }, [goesOn, refresh]);
}
