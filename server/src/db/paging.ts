import { type AnyColumn, asc, desc, type SQL, type SQLWrapper, sql } from "drizzle-orm";

/** What a list's query asked for. Without a page: all rows, up to 1,000. */
export interface PageQuery {
  page?: number | undefined;
  pageSize?: number | undefined;
}

export interface Span {
  limit: number;
  offset: number;
}

export function limitOf(query: PageQuery): Span {
  if (query.page === undefined) return { limit: query.pageSize ?? 1000, offset: 0 };
  const limit = query.pageSize ?? 10;
  return { limit, offset: (query.page - 1) * limit };
}

/** Text to look for as a LIKE pattern, its own wildcards taken literally. */
export function containsPattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
}

export interface SortKey {
  by: AnyColumn | SQL;
  ascending: boolean;
  /** Where it is said, in the order by as well: an index with another rule for nulls goes unused. */
  nulls?: "first" | "last";
}

export function orderBy(keys: SortKey[]): SQL[] {
  return keys.map(({ by, ascending, nulls }) => {
    const direction = ascending ? asc(by as SQLWrapper) : desc(by as SQLWrapper);
    return nulls ? sql`${direction} nulls ${sql.raw(nulls)}` : direction;
  });
}

export function reversed(keys: SortKey[]): SortKey[] {
  return keys.map(({ by, ascending, nulls }) => ({
    by,
    ascending: !ascending,
    ...(nulls ? { nulls: nulls === "first" ? ("last" as const) : ("first" as const) } : {}),
  }));
}

/** The same rows counted from whichever end of the list is nearer, so that the last page is as near as the first. */
export function fromNearerEnd(span: Span, total: number): Span & { backwards: boolean } {
  if (span.offset * 2 <= total) return { ...span, backwards: false };
  const behind = total - span.offset - span.limit;
  return {
    limit: Math.max(0, span.limit + Math.min(0, behind)),
    offset: Math.max(0, behind),
    backwards: true,
  };
}
