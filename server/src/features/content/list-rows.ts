import { limitOf, type PageQuery } from "#server/db/paging.ts";

interface RowsQuery<T> extends PageQuery {
  sort?: (keyof T & string) | undefined;
  order?: "asc" | "desc" | undefined;
  q?: string | undefined;
}

/** A page of a short list that is in memory anyway; `searched` are the columns that a screen shows. */
export function pageOfRows<T>(
  rows: T[],
  query: RowsQuery<T>,
  searched: (keyof T)[],
): { page: T[]; total: number } {
  const q = query.q?.trim().toLowerCase() ?? "";
  const found =
    q === ""
      ? rows
      : rows.filter((row) => searched.some((name) => String(row[name]).toLowerCase().includes(q)));
  const { sort } = query;
  const sorted = sort ? [...found].sort((a, b) => compare(a[sort], b[sort])) : [...found];
  if (query.order === "desc") sorted.reverse();
  const { limit, offset } = limitOf(query);
  return { page: sorted.slice(offset, offset + limit), total: found.length };
}

function compare(a: unknown, b: unknown): number {
  if (typeof a === "string" && typeof b === "string")
    return a.localeCompare(b, "en", { sensitivity: "base" });
  return Number(a) - Number(b);
}
