import { useState } from "react";
import { type FailureTitle, failureOf } from "#web/ui/editing/failure.ts";
import type { Failure } from "#web/ui/editing/failure-notice.tsx";

/**
 * Actions beside a form (toggle, reset, delete): one at a time, the failure of the last one kept on the screen.
 * `onRun` clears the form's own, so that only the last failure shows.
 */
export function useActions(onRun?: () => void) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);

  /** True when it went through. */
  async function run(
    work: () => Promise<void>,
    failureTitle: FailureTitle,
    offlineTitle?: FailureTitle,
  ): Promise<boolean> {
    if (busy) return false;
    setBusy(true);
    setFailure(null);
    onRun?.();
    try {
      await work();
      return true;
    } catch (error) {
      setFailure(failureOf(error, failureTitle, offlineTitle));
      return false;
    } finally {
      setBusy(false);
    }
  }

  return { busy, failure, setFailure, run };
}
