import { useCallback, useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";

/** Parameters to set in an address; a blank one is taken out. */
export type QueryValues = Record<string, string>;

/** An address's search part with other values; parameters that aren't named stay. */
export function withParams(search: string, values: QueryValues): string {
  const params = new URLSearchParams(search);
  for (const [name, value] of Object.entries(values)) {
    if (value) params.set(name, value);
    else params.delete(name);
  }
  const text = params.toString();
  return text ? `?${text}` : "";
}

/** The page that an address names; the first where it names none, or one that makes no sense. */
export function pageOf(params: URLSearchParams): number {
  const page = Number(params.get("page") ?? 1);
  return Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1;
}

/** What an address was asked to state last. Each change starts from there, and not from what is shown till then. */
export function askedSearch(shown: string) {
  let asked = shown;
  return {
    shows(search: string): void {
      asked = search;
    },
    change(values: QueryValues): string {
      asked = withParams(asked, values);
      return asked;
    },
  };
}

/**
 * The screen's own address as a place for its state: the search part, and a way to change it. The address follows a
 * moment after it was asked to; two changes right after each other are both kept.
 */
export function useQueryInUrl() {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const [asked] = useState(() => askedSearch(search));
  useEffect(() => asked.shows(search), [asked, search]);
  const change = useCallback(
    (values: QueryValues, replace: boolean) => {
      navigate({ pathname, search: asked.change(values) }, { replace, preventScrollReset: true });
    },
    [navigate, pathname, asked],
  );
  return { pathname, search, change };
}
