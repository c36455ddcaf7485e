import { useEffect, useEffectEvent } from "react";
import { gone, type PartFailure, useTries } from "#web/ui/use-part.ts";

/**
 * A script that a screen asks for once it stands, for what opens over it later. Where it did not come, it is asked for
 * once more by itself; then `failure` is what its opener has to say (not-loaded.tsx).
 */
export function useOpening<M>(load: () => Promise<M>): { module: M | null; failure: PartFailure | null } {
  const { part, failures, tryAgain } = useTries(load);
  const again = useEffectEvent(tryAgain);
  useEffect(() => {
    if (failures !== 1) return;
    const timer = setTimeout(() => again(), 5_000);
    return () => clearTimeout(timer);
  }, [failures]);
  return { module: part, failure: failures > 1 ? gone : null };
}

/** The same for what nobody presses a button for: null until it is there. */
export function useLate<M>(load: () => Promise<M>): M | null {
  return useOpening(load).module;
}
