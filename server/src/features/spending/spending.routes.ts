import { exportMovements } from "#contract/movements.ts";
import { getSpending } from "#contract/spending.ts";
import { dayIn } from "#contract/time-zone.ts";
import { readShopSettings } from "#server/features/settings/settings.service.ts";
import { sendCsv } from "#server/platform/http/csv.ts";
import { mount, type Routes } from "#server/platform/http/mount.ts";
import type { Platform } from "#server/platform/platform.ts";
import { movementsCsv } from "./movements-csv.ts";
import { readSpending } from "./spending.service.ts";

export function spendingRoutes(routes: Routes, platform: Platform): void {
  mount(routes, getSpending).data(({ query }) => readSpending(platform, query));

  mount(routes, exportMovements).handle(async ({ query, reply }) => {
    const { timeZone } = await readShopSettings(platform);
    const days = [query.from, query.to ?? dayIn(timeZone, new Date())].filter(Boolean).join("-to-");
    sendCsv(reply, `movements-${days}`, movementsCsv(platform.db, timeZone, query));
    return undefined;
  });
}
