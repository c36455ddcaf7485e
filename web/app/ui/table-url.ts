import { useCallback, useMemo } from "react";
import { useNavigation } from "react-router";
import { pageOf, type QueryValues, useQueryInUrl } from "#web/ui/query-in-url.ts";
import type { TableQuery } from "#web/ui/table-model.ts";

export const tablePageSize = 10;

/** What a list shows when its address says nothing, and the sorts that the server knows. */
export type TableDefaults<S extends string = string> = {
  sorts: readonly S[];
  sort: S;
  order: "asc" | "desc";
};

/** A list's page, sort and search from a URL's query; invalid values are ignored. */
export function tableQueryOf<S extends string>(
  search: string,
  { sorts, sort, order }: TableDefaults<S>,
): TableQuery & { sort: S } {
  const params = new URLSearchParams(search);
  const known = sorts.find((name) => name === params.get("sort"));
  const way = params.get("order");
  return {
    page: pageOf(params),
    sort: known ?? sort,
    order: known && (way === "asc" || way === "desc") ? way : known ? "asc" : order,
    q: (params.get("q") ?? "").slice(0, 200),
  };
}

/** A change of a list's state as its address states it; what the list shows anyway stays out. */
export function tableValues(change: Partial<TableQuery>, defaults: TableDefaults): QueryValues {
  const { page, sort, order, q } = change;
  const isDefault = sort === defaults.sort && order === defaults.order;
  return {
    ...(page === undefined ? {} : { page: page > 1 ? String(page) : "" }),
    ...(sort && order ? { sort: isDefault ? "" : sort, order: isDefault ? "" : order } : {}),
    ...(q === undefined ? {} : { q }),
  };
}

const noFilters: readonly string[] = [];

/**
 * A list's page, sort, direction, search and named filters, kept in the address, so that the list can be shared and
 * come back to. `loading` while the screen's loader brings another page. Searching replaces the entry in the
 * history, so that Back doesn't go through every letter. `defaults` and `filterNames` are constants of the module.
 */
export function useTableUrl<S extends string>(defaults: TableDefaults<S>, filterNames = noFilters) {
  const { pathname, search, change: write } = useQueryInUrl();
  const { location } = useNavigation();
  const query = useMemo(() => tableQueryOf(search, defaults), [search, defaults]);
  const filters = useMemo(() => {
    const params = new URLSearchParams(search);
    const named = filterNames.map((name) => [name, params.get(name) ?? ""] as const);
    return Object.fromEntries(named.filter(([, value]) => value)) as Record<string, string>;
  }, [search, filterNames]);

  const change = useCallback(
    (next: Partial<TableQuery>, replace = next.q !== undefined && next.sort === undefined) =>
      write(tableValues(next, defaults), replace),
    [write, defaults],
  );
  const setFilters = useCallback((values: QueryValues) => write({ ...values, page: "" }, false), [write]);
  return { query, filters, change, setFilters, loading: location?.pathname === pathname };
}
