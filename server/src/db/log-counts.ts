import { type SQL, sql } from "drizzle-orm";
import type { Tx } from "./database.ts";
import { foldCounts, wrongCounts } from "./kept-counts.ts";
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

export function foldLogCounts(tx: Tx): Promise<void> {
  return foldCounts(tx, logCounts);
}

/** A sentence for each part of a log whose kept count is not that of its lines. */
export async function checkLogCounts(tx: Tx): Promise<string[]> {
  const lines = sql`
    select 'audit', (created_at at time zone 'UTC')::date, id / ${blockSize}::int, '', -1 from audit_log
    union all
    select 'mail', (created_at at time zone 'UTC')::date, id / ${blockSize}::int, status, -1 from outbox`;
  return (await wrongCounts(tx, logCounts, lines)).map((key) => `A log is counted wrong: ${key}.`);
}
