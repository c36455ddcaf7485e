import { useCallback, useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";
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
export function pageOf(params: URLSearchParams): number {
  const page = Number(params.get("page") ?? 1);
  return Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1;
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
 * State of a screen in its URL's query, with a way to change it. The URL follows a moment after `change`; changes
 * right after each other are all kept. One that comes once the screen was left is none.
 */
export function useQueryInUrl() {
  const navigate = useNavigate();
  const isHere = useIsHere();
  const location = useLocation();
  const { pathname, search } = location;
  const [asked] = useState(() => askedSearch(search));
  // Of each navigation, also of one that came back to the same query.
  useEffect(() => asked.shows(location.search), [asked, location]);
  const change = useCallback(
    (values: QueryValues, replace: boolean) => {
      if (!isHere()) return;
      navigate({ pathname, search: asked.change(values) }, { replace, preventScrollReset: true });
    },
    [navigate, isHere, pathname, asked],
  );
  return { pathname, search, change };
}
