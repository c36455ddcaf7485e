import { type AnyColumn, and, inArray, type SQL, sql } from "drizzle-orm";
import type { Tx } from "#server/db/database.ts";
import { type DayRange, isOnDays } from "#server/db/on-days.ts";
import { contains, holdsText, limitOf, orderBy, pageOfAll, pageOfFound } from "#server/db/paging.ts";
import { auditLog } from "#server/db/tables/audit-log.ts";

export async function insertAuditLine(tx: Tx, line: typeof auditLog.$inferInsert): Promise<void> {
  // Not the transaction's beginning: a refund computes a membership anew in the order in which the locks were got.
  await tx.insert(auditLog).values({ createdAt: sql`clock_timestamp()`, ...line });
}

export interface AuditFilter extends DayRange {
  page?: number | undefined;
  pageSize?: number | undefined;
  order?: "asc" | "desc" | undefined;
  q?: string | undefined;
  actor?: string | undefined;
  action?: string | undefined;
  subject?: string | undefined;
}

/** By time and then by number, since a filter by days is of the time. */
export async function listAuditLines(tx: Tx, timeZone: string, filter: AuditFilter) {
  const { q, actor, action, subject } = filter;
  const where = and(
    isOnDays(auditLog.createdAt, timeZone, filter),
    q?.trim() ? holdsText(searchText, q) : undefined,
    holds(auditLog.actorEmail, actor),
    holds(auditLog.action, action),
    holds(auditLog.subject, subject),
  );
  const ascending = filter.order === "asc";
  const keys = [auditLog.createdAt, auditLog.id].map((by) => ({ by, ascending }));
  const seeksText = [q, actor, action, subject].some((text) => text?.trim());
  const list = { from: auditLog, id: auditLog.id, where, seeksText, keys };
  const { ids, total, more } = await (where ? pageOfFound : pageOfAll)(tx, list, limitOf(filter));
  const rows = await tx
    .select()
    .from(auditLog)
    .where(inArray(auditLog.id, ids.map(Number)))
    .orderBy(...orderBy(keys));
  return { rows, total, more };
}

/** What people and things are called now, by id; of an erased person nothing. Lines know orders by their order's id. */
export async function findNames(tx: Tx, ids: string[]): Promise<Map<string, string>> {
  const asked = sql`any(${sql.param(ids)}::text[])`;
  const { rows } = await tx.execute<{ id: string; name: string }>(sql`
    select id, name from users where id = ${asked} and deleted_at is null
    union all select order_id, order_id from orders where order_id = ${asked}
    union all select id, name from packages where id = ${asked}
    union all select id, subject from tickets where id = ${asked}
    union all select id, name from ai_keys where id = ${asked}
    union all select id, title from canned_replies where id = ${asked}`);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

const searchText = sql`lower(${auditLog.actorEmail} || chr(10) || ${auditLog.action} || chr(10) || ${auditLog.subject})`;

/** One column's text is looked up in the index of them all. */
function holds(column: AnyColumn, text: string | undefined): SQL | undefined {
  return text?.trim() ? and(holdsText(searchText, text), contains(column, text)) : undefined;
}
