import { listContentVersions, restoreContentVersion } from "#contract/content-sections.ts";
import { actorOf } from "#server/features/audit/audit.service.ts";
import { mount, type Routes } from "#server/platform/http/mount.ts";
import type { Platform } from "#server/platform/platform.ts";
import { contentListRoutes } from "./lists.routes.ts";
import { mediaRoutes } from "./media.routes.ts";
import { contentPagesRoutes } from "./pages.routes.ts";
import { sectionRoutes } from "./sections.routes.ts";
import { readVersions, restoreVersion } from "./versions.service.ts";

export function contentRoutes(routes: Routes, platform: Platform): void {
  sectionRoutes(routes, platform);
  contentListRoutes(routes, platform);
  contentPagesRoutes(routes, platform);
  mediaRoutes(routes, platform);

  mount(routes, listContentVersions).handle(async ({ params }) => ({
    success: true,
    data: await readVersions(platform, params.part),
  }));
  mount(routes, restoreContentVersion).handle(async (incoming) => {
    await restoreVersion(platform, actorOf(incoming), incoming.params.part, incoming.params.version);
    return { success: true, message: "Version restored successfully!" };
  });
}
