import { useEffect, useLayoutEffect, useRef, useState } from "react";

/** "session": in this tab, until the sign-out. "local": in this browser. */
type Place = "session" | "local";

interface DraftOptions<T> {
  place: Place;
  start: () => T;
  parse: (text: string) => T | null;
  format: (value: T) => string;
}

const storageOf = (place: Place) => (place === "session" ? sessionStorage : localStorage);

export function readDraft(key: string, place: Place = "local"): string {
  try {
    return storageOf(place).getItem(key) ?? "";
  } catch {
    return "";
  }
}

/** A browser that keeps nothing (private mode, full store) costs the draft's survival, not the typing. */
export function writeDraft(key: string, text: string, place: Place = "local"): void {
  try {
    if (text === "") storageOf(place).removeItem(key);
    else storageOf(place).setItem(key, text);
  } catch {
    return;
  }
}

/** A plain text that stays in this browser. */
export const textDraft: DraftOptions<string> = {
  place: "local",
  start: () => "",
  parse: (text) => text,
  format: (text) => text,
};

// React warns of layout effects that a server renders.
const useEffectBeforePaint = typeof document === "undefined" ? useEffect : useLayoutEffect;

/**
 * What a person types and has not sent, kept under `key` in the form that `format` gives it; "" keeps nothing. The
 * server and the first render show `start`; a draft replaces it before anything is painted. Another key has its own
 * draft or begins anew: it may be another person's. `parse` answers null for a text that it does not know, or throws.
 */
export function useDraft<T>(
  key: string,
  options: DraftOptions<T>,
): [T, (next: T | ((present: T) => T)) => void] {
  const { place, start, parse, format } = options;
  const [value, setValue] = useState(start);
  const latest = useRef(value);

  useEffectBeforePaint(() => {
    const text = readDraft(key, place);
    const kept = text === "" ? null : parsed(text, parse);
    latest.current = kept ?? start();
    setValue(latest.current);
    if (kept === null) writeDraft(key, format(latest.current), place);
  }, [key]);

  function change(next: T | ((present: T) => T)): void {
    latest.current = next instanceof Function ? next(latest.current) : next;
    setValue(latest.current);
    writeDraft(key, format(latest.current), place);
  }
  return [value, change];
}

/** Another version of the product, or a person, may have left something else there. */
function parsed<T>(text: string, parse: (text: string) => T | null): T | null {
  try {
    return parse(text);
  } catch {
    return null;
  }
}
