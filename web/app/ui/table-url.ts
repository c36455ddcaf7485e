import { useCallback } from "react";
import { useLocation, useNavigate, useNavigation } from "react-router";
import type { TableQuery } from "#web/ui/data-table.tsx";

export const tablePageSize = 10;

/** What a list shows when its address says nothing, and the sorts that the server knows. */
export type TableDefaults = { sorts: readonly string[]; sort: string; order: "asc" | "desc" };

/** A list's page, sort and search as its address states them; what makes no sense there is passed over. */
export function tableQueryOf(url: string, { sorts, sort, order }: TableDefaults): TableQuery {
  const params = new URL(url, "http://localhost").searchParams;
  const page = Number(params.get("page") ?? 1);
  const known = sorts.includes(params.get("sort") ?? "");
  const way = params.get("order");
  return {
    page: Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1,
    sort: known ? params.get("sort")! : sort,
    order: known && (way === "asc" || way === "desc") ? way : known ? "asc" : order,
    q: (params.get("q") ?? "").slice(0, 200),
  };
}

/** The address of the same screen with another page, sort or search; defaults and other parameters stay out of it. */
export function tableSearch(search: string, next: TableQuery, defaults: TableDefaults): string {
  const params = new URLSearchParams(search);
  const isDefault = next.sort === defaults.sort && next.order === defaults.order;
  const values = {
    page: next.page > 1 ? String(next.page) : "",
    sort: isDefault ? "" : (next.sort ?? ""),
    order: isDefault ? "" : next.order,
    q: next.q,
  };
  for (const [name, value] of Object.entries(values)) {
    if (value) params.set(name, value);
    else params.delete(name);
  }
  const text = params.toString();
  return text ? `?${text}` : "";
}

/**
 * Keeps a list's state in the address: `change` goes there, and the screen's loader brings the rows. `loading` while
 * it does. Searching replaces the entry in the history, so that Back doesn't go through every letter.
 */
export function useTableNavigation(query: TableQuery, defaults: TableDefaults) {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const { location } = useNavigation();
  const change = useCallback(
    (next: TableQuery) => {
      navigate(
        { pathname, search: tableSearch(search, next, defaults) },
        { replace: next.q !== query.q, preventScrollReset: true },
      );
    },
    [navigate, pathname, search, defaults, query.q],
  );
  return { change, loading: location?.pathname === pathname };
}
