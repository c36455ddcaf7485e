import { useCallback, useMemo } from "react";
import { isDay, knownOf, pageOf, type QueryValues, useQueryInUrl } from "#web/ui/query-in-url.ts";
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
  const known = knownOf(sorts, params.get("sort"));
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

/** The filters that a list has, and what each may be: one of some values, a day, or any text. */
export type TableFilters = Readonly<Record<string, readonly string[] | "day" | "text">>;

/** Those that are set. */
type Filtered<F extends TableFilters> = {
  [Name in keyof F]?: F[Name] extends readonly (infer V)[] ? V : string;
};

/** A list's filters from a URL's query; what the server would refuse is left out, as no choice shows it. */
export function filtersOf<F extends TableFilters>(search: string, known: F): Filtered<F> {
  const params = new URLSearchParams(search);
  const named = Object.entries(known).map(([name, may]) => {
    const value = (params.get(name) ?? "").slice(0, 200);
    const holds = may === "text" || (may === "day" ? isDay(value) : may.includes(value));
    return [name, holds ? value : ""];
  });
  return Object.fromEntries(named.filter(([, value]) => value));
}

const noFilters = {};

/**
 * A list's page, sort, direction, search and filters, kept in the address, so that the list can be shared and come back
 * to. Searching replaces the entry in the history, so that Back doesn't go through every letter. `defaults` and
 * `known` are constants of the module.
 */
export function useTableUrl<S extends string, F extends TableFilters = typeof noFilters>(
  defaults: TableDefaults<S>,
  known: F = noFilters as F,
) {
  const { search, change: write } = useQueryInUrl();
  const query = useMemo(() => tableQueryOf(search, defaults), [search, defaults]);
  const filters = useMemo(() => filtersOf(search, known), [search, known]);

  const change = useCallback(
    (next: Partial<TableQuery>, replace = next.q !== undefined && next.sort === undefined) =>
      write(tableValues(next, defaults), replace),
    [write, defaults],
  );
  const setFilters = useCallback((values: QueryValues) => write({ ...values, page: "" }, false), [write]);
  return { query, filters, change, setFilters };
}
