import { type AnyColumn, type SQL, sql } from "drizzle-orm";
import type { Tx } from "#server/db/database.ts";
import { containsPattern } from "#server/db/paging.ts";

/** Lists up to this size are searched and counted whole: it takes no longer than finding out how to do less. */
export const smallList = 5_000;

/**
 * Whether a list's search text (lower case, one line a field) holds the text, by the search index. `lower` is
 * PostgreSQL's own on both sides, since JavaScript's knows other rules.
 */
export function holdsText(searchText: AnyColumn | SQL, text: string): SQL {
  return sql`${searchText} like lower(${containsPattern(text.trim())})`;
}

/** The same for a common text, in words that no index serves, so that the planner walks the sorted list. */
export function holdsCommonText(searchText: AnyColumn | SQL, text: string): SQL {
  return sql`strpos(${searchText}, lower(${text.trim()})) > 0`;
}

const sampleSize = 500;
const commonInSample = 3;

/**
 * A text is common where several of the newest rows hold it. Walking the sorted list soon fills a page with a common
 * text; a rare one is looked up in the search index, and everything found is sorted and counted. `newest` selects
 * the column search_text, newest rows first.
 */
export async function isCommonText(tx: Tx, newest: SQL, text: string): Promise<boolean> {
  const { rows } = await tx.execute<{ held: number }>(sql`
    select count(*)::int as held from (${newest} limit ${sampleSize}) newest
    where ${holdsCommonText(sql`newest.search_text`, text)}`);
  return (rows[0]?.held ?? 0) >= commonInSample;
}
