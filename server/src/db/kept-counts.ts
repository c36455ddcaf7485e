import { getTableColumns, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Tx } from "./database.ts";

/** A table of counts: lines with the same key, which is every column but `change`, add up to how many there are. */
type Counts = PgTable & { change: PgColumn };

function keyOf(counts: Counts, alias?: string): SQL {
  const names = Object.values(getTableColumns(counts))
    .filter(({ name }) => name !== counts.change.name)
    .map(({ name }) => sql.identifier(name));
  return sql.join(alias ? names.map((name) => sql`${sql.identifier(alias)}.${name}`) : names, sql`, `);
}

/** Adds up the lines that share a key. One statement, so that every reader sees the same sums all the while. */
export async function foldCounts(tx: Tx, counts: Counts): Promise<void> {
  const key = keyOf(counts);
  await tx.execute(sql`
    with several as (
      select ${key} from ${counts} group by ${key} having count(*) > 1
    ), gone as (
      delete from ${counts} c using several s where (${keyOf(counts, "c")}) = (${keyOf(counts, "s")}) returning c.*
    )
    insert into ${counts} (${key}, change)
    select ${key}, sum(change) from gone group by ${key} having sum(change) <> 0`);
}

/** The keys whose kept count is not that of the rows: `rows` selects each row's key, in the table's order, and -1. */
export async function wrongCounts(tx: Tx, counts: Counts, rows: SQL): Promise<string[]> {
  const key = keyOf(counts);
  const wrong = await tx.execute<{ key: string }>(sql`
    select concat_ws(' ', ${key}) as key from (
      select ${key}, change as n from ${counts} union all ${rows}
    ) lines group by ${key} having sum(n) <> 0`);
  return wrong.rows.map((row) => row.key);
}
