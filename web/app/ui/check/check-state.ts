import { useCallback, useState } from "react";
import { useQueryInUrl } from "#web/ui/query-in-url.ts";

/** Where a video's picture is seen, from the largest to the smallest list. */
export const places = [
  { value: "home", label: "Home" },
  { value: "search", label: "Search" },
  { value: "suggested", label: "Suggested" },
  { value: "phone", label: "Phone" },
  { value: "television", label: "Television" },
] as const;
export type Place = (typeof places)[number]["value"];

export type Theme = "light" | "dark";

/** How a thumbnail is looked at. The address says it, so that another can be sent there. */
export interface CheckState {
  place: Place;
  /** Null for that of the page. */
  theme: Theme | null;
  /** Of the video, as its badge says it. */
  length: string;
  /** By which the neighbours lie as they do. */
  seed: number;
  watched: boolean;
}

const usualLength = "12:34";

/** Minutes and seconds, or hours before them. */
export const isLength = (text: string): boolean => /^(\d{1,2}:)?[0-5]?\d:[0-5]\d$/.test(text);

export function checkStateOf(search: string): CheckState {
  const params = new URLSearchParams(search);
  const theme = params.get("theme");
  const length = params.get("length") ?? "";
  const seed = Number(params.get("seed") ?? 0);
  return {
    place: places.find(({ value }) => value === params.get("place"))?.value ?? "home",
    theme: theme === "light" || theme === "dark" ? theme : null,
    length: isLength(length) ? length : usualLength,
    seed: Number.isInteger(seed) && seed >= 0 && seed <= 1_000_000 ? seed : 0,
    watched: params.get("watched") !== "no",
  };
}

/** As the address has it; what is usual is left out of it. */
function valuesOf(change: Partial<CheckState>): Record<string, string> {
  const values: Record<string, string> = {};
  if (change.place) values.place = change.place;
  if (change.theme !== undefined) values.theme = change.theme ?? "";
  if (change.length !== undefined) values.length = change.length === usualLength ? "" : change.length;
  if (change.seed !== undefined) values.seed = change.seed ? String(change.seed) : "";
  if (change.watched !== undefined) values.watched = change.watched ? "" : "no";
  return values;
}

type StateAndSet = [state: CheckState, set: (next: Partial<CheckState>) => void];

/** Shown at once; the address follows. A step back is for leaving the screen, not for each look. */
export function useStateInUrl(): StateAndSet {
  const { search, change } = useQueryInUrl();
  const [asked, setAsked] = useState<CheckState | null>(null);
  const inUrl = checkStateOf(search);
  if (asked && JSON.stringify(asked) === JSON.stringify(inUrl)) setAsked(null);
  const state = asked ?? inUrl;
  function set(next: Partial<CheckState>): void {
    setAsked({ ...state, ...next });
    change(valuesOf(next), true);
  }
  return [state, set];
}

/** For what the address does not say to be open. */
export function useStateInView(): StateAndSet {
  const [state, setState] = useState(() => checkStateOf(""));
  return [state, (next) => setState({ ...state, ...next })];
}

/** Whether the address shows Check; `set` opens and closes it. */
export function useCheckOpen(): [isOpen: boolean, set: (open: boolean) => void] {
  const { search, change } = useQueryInUrl();
  const set = useCallback((open: boolean) => change({ place: open ? "home" : "" }, true), [change]);
  return [new URLSearchParams(search).has("place"), set];
}
