import { type AnyColumn, type SQL, sql } from "drizzle-orm";
import type { Tx } from "#server/db/database.ts";
import { containsPattern } from "#server/db/paging.ts";
import { executePreparedByText } from "#server/db/prepared.ts";

/** Lists up to this size are searched and counted whole: it takes no longer than finding out how to do less. */
export const smallList = 5_000;

/** How a large list is best searched for a text. */
export interface SearchPlan {
  /**
   * Several of the newest rows hold the text: walking the sorted list soon fills a page. A rare one is looked up in
   * the search index, and everything found is sorted and counted.
   */
  isCommon: boolean;
  /** For a list's search text: in lower case, a line each field. */
  condition: SQL;
}

type Column = AnyColumn | SQL;

/**
 * Whether a search text holds the text, by the search index. `lower` is PostgreSQL's own on both sides, since
 * JavaScript's knows other rules.
 */
export function holdsText(searchText: Column, text: string): SQL {
  return sql`${searchText} like lower(${containsPattern(text.trim())})`;
}

/** The same in words that no index serves, so that the planner walks the list. */
function holdsUnindexed(searchText: Column, text: string): SQL {
  return sql`strpos(${searchText}, lower(${text.trim()})) > 0`;
}

const sampleSize = 300;
const commonInSample = 2;
/** So many of the sample are looked at for pieces. */
const partSize = 150;
const rareInPart = 3;
/** The index of three characters together would be read whole for fewer: they have an index of their own. */
export const leastTogether = 3;
const pieceLength = 4;
const mostPieces = 24;

/**
 * Looks at a sample of the newest rows (`newest` selects the column search_text) for the text and its pieces. The
 * index is asked for the rare pieces alone: reading what it holds of common ones, such as the end of most addresses,
 * takes longer than the rest of the search. `total` selects how many rows there are: of a small list nothing is looked at.
 */
export async function planSearch(
  tx: Tx,
  searchText: Column,
  newest: SQL,
  text: string,
  total: SQL = sql`select null::int`,
): Promise<SearchPlan> {
  const rows = await executePreparedByText<{ small: boolean; place: number; piece: string; held: number }>(
    tx,
    "plan_search",
    sql`
    with list as materialized (
      select (${total}) <= ${constant(smallList)} as small, lower(${text.trim()}::text) as wanted
    ), sample as materialized (
      select search_text from (${newest} limit ${constant(sampleSize)}) newest
      where (select small from list) is not true
    ), part as materialized (
      select search_text from sample limit ${constant(partSize)}
    ), pieces as (
      select place, substr((select wanted from list), place, ${constant(pieceLength)}) as piece
      from generate_series(1, ${constant(mostPieces)}) place
      where place <= (select length(wanted) - ${constant(pieceLength - 1)} from list)
        and (select small from list) is not true
    )
    select small, 0 as place, wanted as piece,
      (select count(*) from sample where strpos(search_text, wanted) > 0)::int as held from list
    union all
    select null, place, piece, (select count(*) from part where strpos(search_text, piece) > 0)::int from pieces
    order by place`,
  );
  const [whole, ...pieces] = rows;
  if (whole?.small) return { isCommon: false, condition: holdsText(searchText, text) };
  const isCommon = (whole?.held ?? 0) >= commonInSample;
  const part = isCommon ? null : rarestPart(pieces);
  const exact = holdsUnindexed(searchText, text);
  if (isCommon) return { isCommon, condition: exact };
  // As long as PostgreSQL's `lower` makes it: by the rules of some languages one letter becomes two.
  if ([...(whole?.piece ?? "")].length < leastTogether)
    return { isCommon, condition: sql`search_pieces(${searchText}) @> array[lower(${text.trim()})]` };
  if (part === null) return { isCommon, condition: holdsText(searchText, text) };
  return { isCommon, condition: sql`(${searchText} like ${containsPattern(part)} and ${exact})` };
}

/** Written out: a plan that holds for any value would be made for a limit of any size. */
function constant(number: number): SQL {
  return sql.raw(String(number));
}

/**
 * A part of the text whose pieces are all about as rare as the rarest one, which is among them; of several the longest and last.
 * Null where no piece is rare.
 */
function rarestPart(pieces: { piece: string; held: number }[]): string | null {
  const least = Math.min(...pieces.map(({ held }) => held));
  let best = "";
  let current = { text: "", hasRarest: false };
  for (const { piece, held } of pieces) {
    if (held > Math.min(rareInPart, least + 1)) current = { text: "", hasRarest: false };
    else {
      const text = current.text === "" ? piece : current.text + [...piece].at(-1);
      current = { text, hasRarest: current.hasRarest || held === least };
    }
    if (current.hasRarest && current.text.length >= best.length) best = current.text;
  }
  return best || null;
}
