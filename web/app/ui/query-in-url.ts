import { useCallback, useLayoutEffect } from "react";
import { type Location, useLocation, useNavigate } from "react-router";
import { useIsHere } from "#web/ui/is-here.ts";

/** Parameters to set in a URL; a blank one is removed. */
export type QueryValues = Record<string, string>;

/** A URL's query with other values; parameters that aren't named stay. */
export function withParams(search: string, values: QueryValues): string {
  const params = new URLSearchParams(search);
  for (const [name, value] of Object.entries(values)) {
    if (value) params.set(name, value);
    else params.delete(name);
  }
  const text = params.toString();
  return text ? `?${text}` : "";
}

/** The page in a URL's query; the first where it has none or no valid one. */
export function pageOf(params: URLSearchParams, name = "page"): number {
  const page = Number(params.get(name) ?? 1);
  return Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1;
}

/** A value of a URL's query where it is one of those that are known. */
export function knownOf<V extends string>(values: readonly V[], value: string | null): V | undefined {
  return values.find((known) => known === value);
}

/** Whether it is a day of the calendar as addresses and calls have it: 2026-11-03. */
export function isDay(text: string): boolean {
  if (!/^(?!0000)\d{4}-\d\d-\d\d$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  // The 31st of February would be taken for a day of March.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/**
 * The query that was navigated to last. A change starts from it, since the URL itself follows a moment later, and
 * may on its way state one that has been changed again since.
 */
export function askedSearch(shown: string) {
  let latest = shown;
  let onTheirWay: string[] = [];
  return {
    shows(search: string): void {
      const at = onTheirWay.lastIndexOf(search);
      onTheirWay = at < 0 ? [] : onTheirWay.slice(at + 1);
      latest = onTheirWay.at(-1) ?? search;
    },
    change(values: QueryValues): string {
      latest = withParams(latest, values);
      onTheirWay.push(latest);
      return latest;
    },
  };
}

/**
 * What was asked for last on the screen that is shown: two parts of it that change its query in the same moment start from
 * the same one. Only parts that are mounted touch it, so that a server shares nothing between its requests.
 */
const screen = { parts: 0, shown: null as Location | null, asked: askedSearch("") };

function enterScreen() {
  screen.parts += 1;
  return () => {
    screen.parts -= 1;
    if (screen.parts === 0) screen.shown = null;
  };
}

/** Each part tells of the same location, which counts once. */
function showOnScreen(location: Location): void {
  if (screen.shown?.pathname !== location.pathname) screen.asked = askedSearch(location.search);
  else if (screen.shown !== location) screen.asked.shows(location.search);
  screen.shown = location;
}

/**
 * State of a screen in its URL's query, with a way to change it. The URL follows a moment after `change`; changes
 * right after each other are all kept. One that comes once the screen was left is none.
 */
export function useQueryInUrl() {
  const navigate = useNavigate();
  const isHere = useIsHere();
  const location = useLocation();
  const { pathname, search } = location;
  useLayoutEffect(enterScreen, []);
  // Of each navigation, also of one that came back to the same query. Before any effect that changes it.
  useLayoutEffect(() => showOnScreen(location), [location]);
  const change = useCallback(
    (values: QueryValues, replace: boolean) => {
      if (!isHere()) return;
      navigate({ pathname, search: screen.asked.change(values) }, { replace, preventScrollReset: true });
    },
    [navigate, isHere, pathname],
  );
  return { pathname, search, change };
}
