import { type AnyColumn, and, gte, ilike, lt, or, sql } from "drizzle-orm";
import type { Tx } from "#server/db/database.ts";
import { type LogSearch, pageOfLog } from "#server/db/log-pages.ts";
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
  const { from, to } = filter;
  const listed = and(
    from ? gte(auditLog.createdAt, sql`${from}::date`) : undefined,
    to ? lt(auditLog.createdAt, sql`${to}::date + 1`) : undefined,
  );
  const counted = { log: "audit", from, to } as const;
  const { total, onPage, order } = await pageOfLog(tx, auditLog, counted, listed, searchOf(filter), filter);
  return { rows: await tx.select().from(auditLog).where(onPage).orderBy(order), total };
}

/** Of several texts the longest is looked up, which tends to be the rarest. */
function searchOf({ q, actor, action, subject }: AuditFilter): LogSearch | null {
  const holds = (column: AnyColumn, text: string | undefined) =>
    text?.trim() ? ilike(column, containsPattern(text.trim())) : undefined;
  const text = [q, actor, action, subject]
    .map((one) => one?.trim() ?? "")
    .reduce((longest, one) => (one.length > longest.length ? one : longest));
  if (text === "") return null;
  const exactly = and(
    holds(auditLog.actorEmail, actor),
    holds(auditLog.action, action),
    holds(auditLog.subject, subject),
    or(holds(auditLog.actorEmail, q), holds(auditLog.action, q), holds(auditLog.subject, q)),
  );
  return { text, searchText, exactly };
}

const searchText = sql`lower(${auditLog.actorEmail} || chr(10) || ${auditLog.action} || chr(10) || ${auditLog.subject})`;
