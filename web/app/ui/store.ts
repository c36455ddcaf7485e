import { useSyncExternalStore } from "react";

export interface Store<T> {
  getState: () => T;
  setState: (next: T) => void;
  subscribe: (listener: () => void) => () => void;
  initial: T;
}

/** A state of the page, outside of the screens that show it: it stays while they are left and opened again. */
export function createStore<T>(initial: T): Store<T> {
  let state = initial;
  const listeners = new Set<() => void>();
  return {
    initial,
    getState: () => state,
    setState(next) {
      state = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** What `select` takes of it: a plain value, or the same object as long as nothing changed. The server has the initial one. */
export function useStore<T, S>({ getState, subscribe, initial }: Store<T>, select: (state: T) => S): S {
  return useSyncExternalStore(
    subscribe,
    () => select(getState()),
    () => select(initial),
  );
}
