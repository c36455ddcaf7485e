import { getAuditLog } from "#contract/audit.ts";
import { shopTimeZone } from "#server/features/settings/settings.service.ts";
import { mount, type Routes } from "#server/platform/http/mount.ts";
import type { Platform } from "#server/platform/platform.ts";
import { listAudit } from "./audit.service.ts";

export function auditRoutes(routes: Routes, platform: Platform): void {
  mount(routes, getAuditLog).handle(async ({ query, total }) => {
    const { lines, count, more } = await listAudit(platform.db, await shopTimeZone(platform), query);
    total(count, more);
    return lines;
  });
}
