import { useEffect, useState } from "react";

/** What a place says in the part's stead, as an ErrorState takes it; its title is the place's. */
export type PartFailure = { onRetry: () => void; retryLabel?: string; message?: string };

/**
 * A part of a screen whose scripts come once it is shown. Where they can't be loaded the screen stays, says so and offers
 * another try.
 */
export function usePart<T>(load: () => Promise<T>): { part: T | null; failure: PartFailure | null } {
  const { part, failures, tryAgain } = useTries(load);
  return { part, failure: failures > 0 ? failureAfter(failures, tryAgain) : null };
}

/** How often loading has failed; 0 while it is under way. */
export function useTries<T>(load: () => Promise<T>) {
  const [part, setPart] = useState<T | null>(null);
  const [failures, setFailures] = useState(0);
  const [tries, setTries] = useState(1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: which part it is never changes.
  useEffect(() => {
    let isCurrent = true;
    load().then(
      (loaded) => isCurrent && setPart(() => loaded),
      () => isCurrent && setFailures(tries),
    );
    return () => {
      isCurrent = false;
    };
  }, [tries]);
  return { part, failures: failures === tries ? failures : 0, tries, tryAgain: () => setTries(failures + 1) };
}

/**
 * A release has scripts of its own names, and a browser may keep that a name failed: from the second time on only a page
 * that is loaded anew can help. Whatever is unsaved on it asks first.
 */
function failureAfter(failures: number, tryAgain: () => void): PartFailure {
  return failures < 2 ? { onRetry: tryAgain } : gone;
}

export const gone: PartFailure = {
  message: "The shop was updated, or your connection is gone.",
  retryLabel: "Load the page anew",
  onRetry: () => location.reload(),
};
