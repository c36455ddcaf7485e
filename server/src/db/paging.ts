import { type AnyColumn, asc, desc, ilike, or, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { mostCounted } from "#contract/fields.ts";
import type { Tx } from "./database.ts";

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
function containsPattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
}

/** As it may be stored: the contract composes what comes in, but rows of before it did may hold letters and accents apart. */
function inEachForm(text: string, condition: (form: string) => SQL): SQL {
  return or(...[...new Set([text, text.normalize("NFD")])].map(condition))!;
}

/** Whether a column holds the text, in whatever case. */
export function contains(column: AnyColumn | SQL, text: string): SQL {
  return inEachForm(text.trim(), (form) => ilike(column as AnyColumn, containsPattern(form)));
}

/**
 * Whether a search text (in lower case, a line each field) holds the text. `lower` is PostgreSQL's own on both sides,
 * since JavaScript's knows other rules. A text without three ASCII letters in a row may have no trigram: PostgreSQL would
 * read the whole trigram index for it, and then every row.
 */
export function holdsText(searchText: AnyColumn | SQL, text: string): SQL {
  return inEachForm(text.trim(), (wanted) =>
    /[a-z0-9]{3}/i.test(wanted)
      ? sql`${searchText} like lower(${containsPattern(wanted)})`
      : sql`strpos(${searchText}, lower(${wanted})) > 0`,
  );
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

/** A list to page through: `from` with its joins, and the keys of the sort, of which the last one is unique. */
export interface List {
  from: SQL | PgTable;
  id: AnyColumn;
  where: SQL | undefined;
  /** Whether the condition looks for a text, which takes longer than an index of a filter. */
  seeksText?: boolean;
  keys: SortKey[];
}

/** A page's ids in their order. `more`: a search or filter finds more than `mostCounted`, and `total` is only a part. */
export interface Page {
  ids: string[];
  total: number;
  more: boolean;
}

/** How many rows there are. A page that is not full tells it by itself, but for an empty one past the end. */
export async function totalOf({ limit, offset }: Span, found: number, count: () => Promise<number>) {
  return found < limit && (found > 0 || offset === 0) ? offset + found : count();
}

/** A page of a whole list, counted exactly. The ids come from the sort's index alone: rows are wide. */
export async function pageOfAll(tx: Tx, list: List, span: Span): Promise<Page> {
  const [ids, counted] = await Promise.all([
    readIds(tx, list, span),
    tx.execute<{ total: number }>(
      sql`select count(*)::int as total from ${list.from} where ${list.where ?? sql`true`}`,
    ),
  ]);
  return { ids, total: counted.rows[0]!.total, more: false };
}

/**
 * A page of what a search or filter finds. Up to `mostCounted` rows are looked up, counted and sorted. More are walked
 * to in the sort's order, which soon meets them: for few of them PostgreSQL might walk the whole list in vain.
 */
export async function pageOfFound(tx: Tx, list: List, span: Span): Promise<Page> {
  const { from, id, where = sql`true`, keys } = list;
  // One row past the page as well, so that it is known whether another one follows.
  const most = Math.max(mostCounted, span.offset + span.limit) + 1;
  const named = keys.map((key, at) => ({ ...key, name: sql.identifier(`key${at}`) }));
  const columns = named.map(({ by, name }) => sql`, ${by} as ${name}`);
  const order = orderBy(named.map(({ name, ...key }) => ({ ...key, by: sql`${name}` })));
  const found = sql`select ${id} as id${sql.join(columns)} from ${from} where ${where} limit ${most}`;
  const pageOf = (rows: SQL) => sql`array(
    select id::text from ${rows} order by ${sql.join(order, sql`, `)} limit ${span.limit} offset ${span.offset})`;
  // A text is looked for once. A filter's index tells how many there are without the rows, which hold the sort's columns.
  const counted = list.seeksText
    ? sql`with found as materialized (${found})
        select count(*)::int as total, case when count(*) <= ${mostCounted} then ${pageOf(sql`found`)} end as ids from found`
    : sql`select n as total, case when n <= ${mostCounted} then ${pageOf(sql`(${found}) found`)} end as ids
        from (select count(*)::int as n from (select from ${from} where ${where} limit ${most}) counted) total`;
  const { rows } = await tx.execute<{ total: number; ids: string[] | null }>(counted);
  const { total, ids } = rows[0]!;
  return ids ? { ids, total, more: false } : { ids: await readIds(tx, list, span), total, more: true };
}

/** One of the counted pages of what is known to be more than is counted. */
export async function pageOfMany(tx: Tx, list: List, span: Span): Promise<Page> {
  return { ids: await readIds(tx, list, span), total: mostCounted + 1, more: true };
}

async function readIds(tx: Tx, { from, id, where, keys }: List, span: Span): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select ${id}::text as id from ${from} where ${where ?? sql`true`}
    order by ${sql.join(orderBy(keys), sql`, `)} limit ${span.limit} offset ${span.offset}`);
  return rows.map((row) => row.id);
}
