import { asc, desc, inArray, type SQL } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Tx } from "./database.ts";
import { fromNearerEnd, limitOf, type PageQuery } from "./paging.ts";

type Log = PgTable & { id: PgColumn };

/**
 * How many lines of a log a condition holds for, and a condition for those of the page asked for, newest first unless
 * asked otherwise. Their ids alone are read on the way there, from the nearer end of the log: its lines are wide.
 */
export async function pageOfLog(
  tx: Tx,
  log: Log,
  where: SQL | undefined,
  query: PageQuery & { order?: "asc" | "desc" | undefined },
): Promise<{ total: number; onPage: SQL; order: SQL }> {
  const total = await tx.$count(log, where);
  const { backwards, limit, offset } = fromNearerEnd(limitOf(query), total);
  const ascending = query.order === "asc";
  const ids = tx
    .select({ id: log.id })
    .from(log)
    .where(where)
    .orderBy(ascending !== backwards ? asc(log.id) : desc(log.id))
    .limit(limit)
    .offset(offset);
  return { total, onPage: inArray(log.id, ids), order: ascending ? asc(log.id) : desc(log.id) };
}
