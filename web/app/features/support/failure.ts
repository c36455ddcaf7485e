import { createContext, useCallback, useContext, useEffect } from "react";
import { startOf } from "#contract/plain-text.ts";
import { useIsHere } from "#web/ui/is-here.ts";
import { isolated } from "#web/ui/isolated.ts";
import { createStore, useStore } from "#web/ui/store.ts";
import { toasts } from "#web/ui/toasts.tsx";

/** The open ticket's, by which a toast names it. */
export const TicketSubject = createContext("");

/** The failure of each place, outside of what shows it: it may come after its ticket was left. */
const failures = createStore<Record<string, string | null>>({});
/** Of each place on the screen, whether the person is still there. */
const shown = new Map<string, () => boolean>();

/**
 * What failed at a place of the open ticket, until it is set anew. One that comes after the ticket was left is told by a
 * toast that begins with `what`, and stands at its place when the ticket is opened again.
 */
export function useFailure(place: string, what: string) {
  const subject = useContext(TicketSubject);
  const isHere = useIsHere();
  const problem = useStore(failures, (all) => all[place] ?? null);

  useEffect(() => {
    shown.set(place, isHere);
    return () => void shown.delete(place);
  }, [place, isHere]);

  const setProblem = useCallback(
    (text: string | null) => {
      failures.setState({ ...failures.getState(), [place]: text });
      if (text === null || shown.get(place)?.()) return;
      toasts.error(`${what}: “${isolated(startOf(subject, 80))}”`, { description: text });
    },
    [place, what, subject],
  );

  return { problem, setProblem, isHere };
}
