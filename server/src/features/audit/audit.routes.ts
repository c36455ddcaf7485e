import { getAuditLog } from "#contract/audit.ts";
import { foldLogCounts } from "#server/db/log-counts.ts";
import { mount, type Routes } from "#server/platform/http/mount.ts";
import type { Platform } from "#server/platform/platform.ts";
import { listAudit } from "./audit.service.ts";

export function auditRoutes(routes: Routes, platform: Platform): void {
  platform.jobs.every("log-counts", 60, () => foldLogCounts(platform.db));
  mount(
    routes,
    getAuditLog,
  )(async ({ query, total }) => {
    const { lines, count } = await listAudit(platform.db, query);
    total(count);
    return lines;
  });
}
