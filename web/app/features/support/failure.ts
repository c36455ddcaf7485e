import { createContext, useCallback, useContext, useEffect, useSyncExternalStore } from "react";
import { startOf } from "#contract/plain-text.ts";
import { useIsHere } from "#web/ui/is-here.ts";
import { isolated } from "#web/ui/isolated.ts";
import { toasts } from "#web/ui/toasts.tsx";

/** The open ticket's, by which a toast names it. */
export const TicketSubject = createContext("");

/** The failure of each place, outside of what shows it: it may come after its ticket was left. */
const failures = new Map<string, string>();
const watchers = new Set<() => void>();
/** Of each place on the screen, whether the person is still there. */
const shown = new Map<string, () => boolean>();

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/**
 * What failed at a place of the open ticket, until it is set anew. One that comes after the ticket was left is told by a
 * toast that begins with `what`, and stands at its place when the ticket is opened again.
 */
export function useFailure(place: string, what: string) {
  const subject = useContext(TicketSubject);
  const isHere = useIsHere();
  const problem = useSyncExternalStore(
    watch,
    () => failures.get(place) ?? null,
    () => null,
  );

  useEffect(() => {
    shown.set(place, isHere);
    return () => void shown.delete(place);
  }, [place, isHere]);

  const setProblem = useCallback(
    (text: string | null) => {
      if (text === null) failures.delete(place);
      else failures.set(place, text);
      for (const watcher of watchers) watcher();
      if (text === null || shown.get(place)?.()) return;
      toasts.error(`${what}: “${isolated(startOf(subject, 80))}”`, { description: text });
    },
    [place, what, subject],
  );

  return { problem, setProblem, isHere };
}
