import { getTableColumns, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Tx } from "./database.ts";

/**
 * Adds up the lines of a table of counts that share a key, which is every column but `change`. One statement, so that
 * every reader sees the same sums all the while.
 */
export async function foldCounts(tx: Tx, counts: PgTable & { change: PgColumn }): Promise<void> {
  const keys = Object.values(getTableColumns(counts))
    .filter(({ name }) => name !== counts.change.name)
    .map(({ name }) => sql.identifier(name));
  const key = sql.join(keys, sql`, `);
  const of = (alias: string) =>
    sql.join(
      keys.map((name) => sql`${sql.identifier(alias)}.${name}`),
      sql`, `,
    );
  await tx.execute(sql`
    with several as (
      select ${key} from ${counts} group by ${key} having count(*) > 1
    ), gone as (
      delete from ${counts} c using several s where (${of("c")}) = (${of("s")}) returning c.*
    )
    insert into ${counts} (${key}, change)
    select ${key}, sum(change) from gone group by ${key} having sum(change) <> 0`);
}
