import { getBrand, saveBrand as saveCall } from "#contract/brand.ts";
import { mount, type Routes } from "#server/platform/http/mount.ts";
import type { Platform } from "#server/platform/platform.ts";
import { readBrand, saveBrand } from "./brand.service.ts";

export function brandRoutes(routes: Routes, platform: Platform): void {
  mount(routes, getBrand).handle(async ({ viewer }) => ({
    success: true,
    data: await readBrand(platform.db, viewer.id),
  }));

  mount(routes, saveCall).handle(async ({ viewer, body }) => ({
    success: true,
    data: await saveBrand(platform, viewer.id, body),
  }));
}
