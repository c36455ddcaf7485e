import { Readable } from "node:stream";
import { exportMovements } from "#contract/movements.ts";
import { getSpending } from "#contract/spending.ts";
import { dayIn } from "#contract/time-zone.ts";
import { readShopSettings } from "#server/features/settings/settings.service.ts";
import { mount, type Routes } from "#server/platform/http/mount.ts";
import type { Platform } from "#server/platform/platform.ts";
import { movementsCsv } from "./movements-csv.ts";
import { readSpending } from "./spending.service.ts";

export function spendingRoutes(routes: Routes, platform: Platform): void {
  mount(routes, getSpending).handle(async ({ query }) => ({
    success: true,
    data: await readSpending(platform, query),
  }));

  mount(routes, exportMovements).handle(async ({ query, reply }) => {
    const { timeZone } = await readShopSettings(platform);
    const days = [query.from, query.to ?? dayIn(timeZone, new Date())].filter(Boolean).join("-to-");
    reply
      .header("content-disposition", `attachment; filename="movements-${days}.csv"`)
      .header("cache-control", "no-store")
      .type("text/csv; charset=utf-8")
      .send(Readable.from(movementsCsv(platform.db, timeZone, query)));
    return undefined;
  });
}
