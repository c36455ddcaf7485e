import { useEffect, useState } from "react";

/**
 * A part of a screen whose scripts come once it is shown. Where they can't be loaded the screen stays, says so and offers
 * another try.
 */
export function usePart<T>(load: () => Promise<T>) {
  const [part, setPart] = useState<T | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const isWanted = part === null && !hasFailed;
  // biome-ignore lint/correctness/useExhaustiveDependencies: which part it is never changes.
  useEffect(() => {
    if (!isWanted) return;
    let isCurrent = true;
    load().then(
      (loaded) => isCurrent && setPart(() => loaded),
      () => isCurrent && setFailed(true),
    );
    return () => {
      isCurrent = false;
    };
  }, [isWanted]);
  return { part, hasFailed, tryAgain: () => setFailed(false) };
}
