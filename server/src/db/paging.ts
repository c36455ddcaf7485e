/** What a list's query asked for. Without a page: all rows, up to 1,000. */
export interface PageQuery {
  page?: number | undefined;
  pageSize?: number | undefined;
}

export function limitOf(query: PageQuery): { limit: number; offset: number } {
  if (query.page === undefined) return { limit: query.pageSize ?? 1000, offset: 0 };
  const limit = query.pageSize ?? 10;
  return { limit, offset: (query.page - 1) * limit };
}

/** Text to look for as a LIKE pattern, its own wildcards taken literally. */
export function containsPattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
}
