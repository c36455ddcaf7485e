import { useEffect } from "react";
import type { Generation } from "#contract/generations.ts";
import { whileGoingOn } from "#web/features/generations/follow-generation.ts";
import { useViewer } from "#web/features/shell/viewer.ts";

/** Reads the balance anew after the last of the runs that are shown: one that fails gives back what it took. */
export function useBalanceAfterRuns(runs: readonly Generation[]): void {
  const { refresh } = useViewer();
  const goesOn = whileGoingOn(runs) !== false;
  useEffect(() => {
    if (goesOn) return () => void refresh();
  }, [goesOn, refresh]);
}
