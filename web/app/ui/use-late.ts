import { useEffect, useEffectEvent } from "react";
import { gone, type PartFailure, useTries } from "#web/ui/use-part.ts";

/**
 * A script that a screen asks for once it stands, for what opens over it later. Where it did not come, it is asked for
 * again by itself, ever more rarely and once the browser is online; from the second failure on `failure` is what its
 * opener has to say (not-loaded.tsx).
 */
export function useOpening<M>(load: () => Promise<M>): { module: M | null; failure: PartFailure | null } {
  const { part, failures, tries, tryAgain } = useTries(load);
  const again = useEffectEvent(tryAgain);
  useEffect(() => {
    if (failures === 0) return;
    const ask = () => again();
    const timer = setTimeout(ask, Math.min(2.5 * 2 ** failures, 60) * 1_000);
    window.addEventListener("online", ask);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("online", ask);
    };
  }, [failures]);
  const hasFailedTwice = failures > 1 || tries > 2;
  return { module: part, failure: part === null && hasFailedTwice ? gone : null };
}

/** The same for what nobody presses a button for: null until it is there. */
export function useLate<M>(load: () => Promise<M>): M | null {
  return useOpening(load).module;
}
