import { getBrand, saveBrand as saveCall } from "#contract/brand.ts";
import { mount, type Routes } from "#server/platform/http/mount.ts";
import type { Platform } from "#server/platform/platform.ts";
import { readBrand, saveBrand } from "./brand.service.ts";

export function brandRoutes(routes: Routes, platform: Platform): void {
  mount(routes, getBrand).data(({ viewer }) => readBrand(platform.db, viewer.id));

  mount(routes, saveCall).data(({ viewer, body }) => saveBrand(platform, viewer.id, body));
}
