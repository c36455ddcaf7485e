import { and, asc, desc, gte, inArray, lt, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Tx } from "./database.ts";
import { blockSize, type CountedLog, countsOf } from "./log-counts.ts";
import { fromNearerEnd, limitOf, type PageQuery, type Span } from "./paging.ts";
import { placeByDate } from "./place-by-date.ts";
import { leastTogether, planSearch } from "./searching.ts";

type Log = PgTable & { id: PgColumn };

export interface LogSearch {
  text: string;
  /** What the log's search index is made of. */
  searchText: SQL;
  /** The lines that are really meant, all of which hold the text. */
  exactly: SQL | undefined;
}

interface LogPage {
  total: number;
  onPage: SQL;
  order: SQL;
}

/**
 * How many lines of a log there are and a condition for those of the page asked for, newest first unless asked
 * otherwise. `listed` says which lines `counted` stands for. Ids alone are read on the way there: lines are wide.
 */
export async function pageOfLog(
  tx: Tx,
  log: Log,
  counted: CountedLog,
  listed: SQL | undefined,
  search: LogSearch | null,
  query: PageQuery & { order?: "asc" | "desc" | undefined },
): Promise<LogPage> {
  const ascending = query.order === "asc";
  const span = limitOf(query);
  const order = ascending ? asc(log.id) : desc(log.id);
  const page = (total: number, ids: number[]): LogPage => ({
    total,
    onPage: ids.length > 0 ? inArray(log.id, ids) : sql`false`,
    order,
  });
  if (!search) {
    const { total, ids } = await pageByBlocks(tx, log, counted, listed, span, ascending);
    return page(total, ids);
  }
  const { isRare, condition } = await planned(tx, log, counted, listed, search);
  const where = and(listed, condition, search.exactly);
  if (isRare) {
    const found = await tx
      .select({ id: log.id, total: sql<number>`(count(*) over ())::int` })
      .from(log)
      .where(where)
      .orderBy(order)
      .limit(span.limit)
      .offset(span.offset);
    const none = async () => (span.offset > 0 ? tx.$count(log, where) : 0);
    const total = found[0]?.total ?? (await none());
    return page(
      total,
      found.map(({ id }) => id as number),
    );
  }
  const total = await tx.$count(log, where);
  const { backwards, ...nearer } = fromNearerEnd(span, total);
  return page(total, await readIds(tx, log, where, nearer, ascending !== backwards));
}

/** The kept counts say in which thousand of ids the page begins. */
async function pageByBlocks(
  tx: Tx,
  log: Log,
  counted: CountedLog,
  listed: SQL | undefined,
  { limit, offset }: Span,
  ascending: boolean,
): Promise<{ total: number; ids: number[] }> {
  const lines = sql`select null::text as status, block as day, change from ${countsOf(counted)}`;
  const { total, day: block, before } = await placeByDate(tx, lines, offset, ascending);
  if (block === null || offset >= total) return { total, ids: [] };
  const edge = Number(block) * blockSize;
  const from = ascending ? gte(log.id, edge) : lt(log.id, edge + blockSize);
  const ids = await readIds(tx, log, and(listed, from), { limit, offset: offset - before }, ascending);
  return { total, ids };
}

async function readIds(
  tx: Tx,
  log: Log,
  where: SQL | undefined,
  { limit, offset }: Span,
  ascending: boolean,
): Promise<number[]> {
  const rows = await tx
    .select({ id: log.id })
    .from(log)
    .where(where)
    .orderBy(ascending ? asc(log.id) : desc(log.id))
    .limit(limit)
    .offset(offset);
  return rows.map(({ id }) => id as number);
}

/**
 * A rare text is looked up by a condition of the index. A common one has none, nor have one or two characters, which are
 * in most lines and which no index of the logs knows.
 */
async function planned(
  tx: Tx,
  log: Log,
  counted: CountedLog,
  listed: SQL | undefined,
  { text, searchText }: LogSearch,
): Promise<{ isRare: boolean; condition: SQL | undefined }> {
  if ([...text.trim()].length < leastTogether) return { isRare: false, condition: undefined };
  const newest = sql`select ${searchText} as search_text from ${log} where ${listed ?? sql`true`} order by ${log.id} desc`;
  const total = sql`select coalesce(sum(change), 0) from ${countsOf(counted)}`;
  const { isCommon, condition } = await planSearch(tx, searchText, newest, text, total);
  return isCommon ? { isRare: false, condition: undefined } : { isRare: true, condition };
}
