import { type AnyColumn, and, gte, ilike, lt, or, type SQL, sql } from "drizzle-orm";
import type { Tx } from "#server/db/database.ts";
import { pageOfLog } from "#server/db/log-pages.ts";
import { containsPattern } from "#server/db/paging.ts";
import { auditLog } from "#server/db/tables/audit-log.ts";

export async function insertAuditLine(tx: Tx, line: typeof auditLog.$inferInsert): Promise<void> {
  await tx.insert(auditLog).values(line);
}

export interface AuditFilter {
  page?: number | undefined;
  pageSize?: number | undefined;
  order?: "asc" | "desc" | undefined;
  q?: string | undefined;
  actor?: string | undefined;
  action?: string | undefined;
  subject?: string | undefined;
  /** Days in UTC, both included. */
  from?: string | undefined;
  to?: string | undefined;
}

export async function listAuditLines(tx: Tx, filter: AuditFilter) {
  const where = matching(filter);
  const { total, onPage, order } = await pageOfLog(tx, auditLog, where, filter);
  return { rows: await tx.select().from(auditLog).where(onPage).orderBy(order), total };
}

function matching(filter: AuditFilter): SQL | undefined {
  const holds = (column: AnyColumn, text: string | undefined) =>
    text?.trim() ? ilike(column, containsPattern(text.trim())) : undefined;
  const { q, from, to } = filter;
  return and(
    holds(auditLog.actorEmail, filter.actor),
    holds(auditLog.action, filter.action),
    holds(auditLog.subject, filter.subject),
    from ? gte(auditLog.createdAt, sql`${from}::date`) : undefined,
    to ? lt(auditLog.createdAt, sql`${to}::date + 1`) : undefined,
    or(holds(auditLog.actorEmail, q), holds(auditLog.action, q), holds(auditLog.subject, q)),
  );
}
