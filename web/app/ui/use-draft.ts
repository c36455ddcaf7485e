import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { type Place, readText, writeText } from "#web/ui/storage.ts";

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

type Change<T> = (next: T | ((present: T) => T)) => void;

/** Of each draft that is on the screen, how it is changed there. */
const shown = new Map<string, unknown>();

/**
 * What a person types and has not sent, kept under `key` in the form that `format` gives it; "" keeps nothing. The
 * server and the first render show `start`; a draft replaces it before anything is painted. Another key has its own
 * draft or begins anew: it may be another person's. `parse` answers null for a text that it does not know, or throws.
 * A change that comes after its screen was left is made of the draft as it is by then, also where another screen shows it.
 */
export function useDraft<T>(key: string, options: DraftOptions<T>): [T, Change<T>] {
  const { place, start, parse, format } = options;
  const [value, setValue] = useState(start);
  const latest = useRef(value);
  const shownKey = useRef<string>(null);

  const read = () => {
    const text = readText(key, place);
    return text === "" ? null : parsed(text, parse);
  };
  const put = (next: T) => writeText(key, format(next), place);
  const changeHere: Change<T> = (next) => {
    latest.current = next instanceof Function ? next(latest.current) : next;
    setValue(latest.current);
    put(latest.current);
  };

  useEffectBeforePaint(() => {
    const kept = read();
    latest.current = kept ?? start();
    setValue(latest.current);
    if (kept === null) put(latest.current);
    shown.set(key, changeHere);
    shownKey.current = key;
    return () => {
      if (shown.get(key) === changeHere) shown.delete(key);
      shownKey.current = null;
    };
  }, [key]);

  const change: Change<T> = (next) => {
    const there = shownKey.current === key ? changeHere : (shown.get(key) as Change<T> | undefined);
    if (there) there(next);
    else put(next instanceof Function ? next(read() ?? start()) : next);
  };
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
