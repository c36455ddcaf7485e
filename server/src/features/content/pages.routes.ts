import {
  getDemoGoods,
  getPage,
  resetPage,
  restorePage,
  updatePage as updatePageCall,
} from "#contract/pages.ts";
import { isAdmin } from "#contract/roles.ts";
import { demoGoods } from "#server/db/seed/content/goods.ts";
import { actorOf } from "#server/features/audit/audit.service.ts";
import { failure } from "#server/platform/failure.ts";
import { mount, type Routes } from "#server/platform/http/mount.ts";
import type { Platform } from "#server/platform/platform.ts";
import { requirePage, updatePage } from "./pages.service.ts";
import { readCachedSection, readSection, resetSection, restoreSection } from "./sections.service.ts";

export function pageRoutes(routes: Routes, platform: Platform): void {
  mount(routes, getPage).data(async ({ params, viewer }) => {
    const { slug, section } = requirePage(params.slug);
    const record = isAdmin(viewer)
      ? await readSection(platform, section)
      : await readCachedSection(platform, section);
    return { slug, ...record };
  });
  mount(routes, updatePageCall).data(async (incoming) => {
    const { slug } = requirePage(incoming.params.slug);
    const { version, ...changes } = incoming.body;
    const record = await updatePage(platform, actorOf(incoming), slug, changes, version);
    return { slug, ...record };
  }, "Page updated successfully!");
  mount(routes, resetPage).data(async (incoming) => {
    const { slug, section } = requirePage(incoming.params.slug);
    const record = await resetSection(platform, actorOf(incoming), section);
    return { slug, ...record };
  }, "Page reset to default successfully!");
  mount(routes, restorePage).data(async (incoming) => {
    const { slug, section } = requirePage(incoming.params.slug);
    const record = await restoreSection(platform, actorOf(incoming), section);
    return { slug, ...record };
  }, "Page restored successfully!");
  mount(routes, getDemoGoods).data(({ params }) => {
    const goods = platform.config.demo ? demoGoods.find(({ slug }) => slug === params.slug) : undefined;
    if (!goods) throw failure("NOT_FOUND");
    return goods;
  });
}
