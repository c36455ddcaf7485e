import { createContext, useCallback, useContext, useEffect, useState } from "react";

type Keep = (id: string, isKept: boolean) => void;

const none: ReadonlySet<string> = new Set();

/** For the rows of a list that is read anew: has one stay, or no longer. */
export const KeepRow = createContext<Keep>(() => {});

/** Has the row of `id` stay where the list that came since lacks it: what is typed into it would be lost. */
export function useKeptWhile(id: string, isTyped: boolean): void {
  const keep = useContext(KeepRow);
  useEffect(() => {
    if (!isTyped) return;
    keep(id, true);
    return () => keep(id, false);
  }, [keep, id, isTyped]);
}

/**
 * The ids of the rows that are to stay; `keep` is for `KeepRow`. Another page or search, which `place` tells, begins without
 * any.
 */
export function useKept(place: unknown) {
  const [kept, setKept] = useState(none);
  const [lastPlace, setLastPlace] = useState(place);
  if (lastPlace !== place) {
    setLastPlace(place);
    setKept(none);
  }
  const keep = useCallback<Keep>((id, isKept) => {
    setKept((now) => new Set([...now].filter((each) => each !== id).concat(isKept ? id : [])));
  }, []);
  return { kept, keep };
}
