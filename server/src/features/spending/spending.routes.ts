import { getSpending } from "#contract/spending.ts";
import { mount, type Routes } from "#server/platform/http/mount.ts";
import type { Platform } from "#server/platform/platform.ts";
import { readSpending } from "./spending.service.ts";

export function spendingRoutes(routes: Routes, platform: Platform): void {
  mount(routes, getSpending).handle(async ({ query }) => ({
    success: true,
    data: await readSpending(platform, query),
  }));
}
