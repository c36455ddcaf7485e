import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { type Place, readDraft, writeDraft } from "#web/ui/draft-storage.ts";

interface DraftOptions<T> {
  place: Place;
  start: () => T;
  parse: (text: string) => T | null;
  format: (value: T) => string;
}

/** A plain text that stays in this browser. */
export const textDraft: DraftOptions<string> = {
  place: "local",
  start: () => "",
  parse: (text) => text,
  format: (text) => text,
};

/** One that stays in this tab. */
export const tabTextDraft: DraftOptions<string> = { ...textDraft, place: "session" };

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
export function parsed<T>(text: string, parse: (text: string) => T | null): T | null {
  try {
    return parse(text);
  } catch {
    return null;
  }
}
