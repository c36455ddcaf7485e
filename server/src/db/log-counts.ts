import { type SQL, sql } from "drizzle-orm";
import type { Tx } from "./database.ts";
import { logCounts } from "./tables/list-counts.ts";

/** Which lines of a log are counted: what the counts are kept by. Days in UTC, both included. */
export interface CountedLog {
  log: "audit" | "mail";
  status?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** Lines are counted by so many ids. */
export const blockSize = 1_000;

/** The kept counts of those lines. */
export function countsOf({ log, status, from, to }: CountedLog): SQL {
  return sql`${logCounts} where ${logCounts.log} = ${log}
    ${status ? sql`and ${logCounts.status} = ${status}` : sql``}
    ${from ? sql`and ${logCounts.day} >= ${from}::date` : sql``} ${to ? sql`and ${logCounts.day} <= ${to}::date` : sql``}`;
}

/** Adds up the lines that share a key. One statement, so that every reader sees the same sums all the while. */
export async function foldLogCounts(tx: Tx): Promise<void> {
  await tx.execute(sql`
    with several as (
      select log, day, block, status from ${logCounts} group by 1, 2, 3, 4 having count(*) > 1
    ), gone as (
      delete from ${logCounts} c using several s
      where (c.log, c.day, c.block, c.status) = (s.log, s.day, s.block, s.status)
      returning c.*
    )
    insert into ${logCounts} (log, day, block, status, change)
    select log, day, block, status, sum(change) from gone group by 1, 2, 3, 4 having sum(change) <> 0`);
}

/** A sentence for each part of a log whose kept count is not that of its lines. */
export async function checkLogCounts(tx: Tx): Promise<string[]> {
  const { rows } = await tx.execute<{ key: string }>(sql`
    select concat_ws(' ', log, day, block, status) as key from (
      select log, day, block, status, change as n from log_counts
      union all
      select 'audit', (created_at at time zone 'UTC')::date, id / ${blockSize}::int, '', -1 from audit_log
      union all
      select 'mail', (created_at at time zone 'UTC')::date, id / ${blockSize}::int, status, -1 from outbox
    ) lines group by log, day, block, status having sum(n) <> 0`);
  return rows.map(({ key }) => `A log is counted wrong: ${key}.`);
}
