import { useCallback, useMemo } from "react";
import { useSearchParams } from "react-router";
import type { TableQuery } from "#web/ui/data-table.tsx";

/**
 * A list's page, sort, direction, search and named filters, kept in the address, so that a list can be shared and
 * come back to. `start` is what a bare address means; values equal to it are left out of the address.
 */
export function useTableQuery(
  start: { sort: string; order: "asc" | "desc" },
  filterNames: readonly string[] = [],
) {
  const [params, setParams] = useSearchParams();
  const names = filterNames.join(",");

  const query: TableQuery = useMemo(
    () => ({
      page: Math.max(1, Number.parseInt(params.get("page") ?? "1", 10) || 1),
      sort: params.get("sort") ?? start.sort,
      order: params.get("order") === "asc" ? "asc" : params.get("order") === "desc" ? "desc" : start.order,
      q: params.get("q") ?? "",
    }),
    [params, start.sort, start.order],
  );
  const filters = useMemo(() => {
    const found: Record<string, string> = {};
    for (const name of names ? names.split(",") : []) {
      const value = params.get(name);
      if (value) found[name] = value;
    }
    return found;
  }, [params, names]);

  const write = useCallback(
    (change: Record<string, string | undefined>) => {
      setParams(
        (before) => {
          const next = new URLSearchParams(before);
          for (const [name, value] of Object.entries(change)) {
            if (value) next.set(name, value);
            else next.delete(name);
          }
          return next;
        },
        { preventScrollReset: true, replace: true },
      );
    },
    [setParams],
  );

  const setQuery = useCallback(
    (next: TableQuery) =>
      write({
        page: next.page > 1 ? String(next.page) : undefined,
        sort: next.sort && next.sort !== start.sort ? next.sort : undefined,
        order:
          next.order !== start.order || (next.sort ?? start.sort) !== start.sort ? next.order : undefined,
        q: next.q || undefined,
      }),
    [write, start.sort, start.order],
  );
  const setFilter = useCallback(
    (name: string, value: string | undefined) => write({ [name]: value, page: undefined }),
    [write],
  );
  return { query, setQuery, filters, setFilter };
}
