import { and, asc, count, desc, eq, ilike, or, type SQL } from "drizzle-orm";
import type { Tx } from "#server/db/database.ts";
import { containsPattern, limitOf } from "#server/db/paging.ts";
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
  subject?: string | undefined;
}

export async function listAuditLines(tx: Tx, filter: AuditFilter) {
  const where = matching(filter);
  const direction = filter.order === "asc" ? asc : desc;
  const { limit, offset } = limitOf(filter);
  const rows = await tx
    .select()
    .from(auditLog)
    .where(where)
    .orderBy(direction(auditLog.id))
    .limit(limit)
    .offset(offset);
  const [counted] = await tx.select({ total: count() }).from(auditLog).where(where);
  return { rows, total: counted?.total ?? 0 };
}

function matching(filter: AuditFilter): SQL | undefined {
  const pattern = filter.q ? containsPattern(filter.q.trim()) : null;
  return and(
    filter.actor ? eq(auditLog.actorEmail, filter.actor.toLowerCase()) : undefined,
    filter.subject ? eq(auditLog.subject, filter.subject) : undefined,
    pattern
      ? or(
          ilike(auditLog.actorEmail, pattern),
          ilike(auditLog.action, pattern),
          ilike(auditLog.subject, pattern),
        )
      : undefined,
  );
}
