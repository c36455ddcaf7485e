/** What a design can be led back to: 200 steps. */
export const mostSteps = 200;

/** What a document was and, after an undo, will be again. */
export interface History<T> {
  past: readonly T[];
  present: T;
  future: readonly T[];
  /** Names the gesture of the newest step; what comes with the same name goes on with that step. */
  gesture: string | null;
}

export const historyOf = <T>(present: T): History<T> => ({ past: [], present, future: [], gesture: null });

/** A drag, or a row of keys pressed in a field, is one step: its changes share a gesture's name. */
export function changed<T>(history: History<T>, next: T, gesture: string | null = null): History<T> {
  if (next === history.present) return history;
  if (gesture !== null && gesture === history.gesture) return { ...history, present: next, future: [] };
  const past = [...history.past, history.present].slice(-mostSteps);
  return { past, present: next, future: [], gesture };
}

/** The same, and what comes next begins a step of its own. */
export const settled = <T>(history: History<T>): History<T> =>
  history.gesture === null ? history : { ...history, gesture: null };

export function undone<T>(history: History<T>): History<T> {
  const before = history.past.at(-1);
  if (before === undefined) return history;
  return {
    past: history.past.slice(0, -1),
    present: before,
    future: [history.present, ...history.future],
    gesture: null,
  };
}

export function redone<T>(history: History<T>): History<T> {
  const [next, ...future] = history.future;
  if (next === undefined) return history;
  return { past: [...history.past, history.present], present: next, future, gesture: null };
}
