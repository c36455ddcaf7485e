import { listContentVersions, restoreContentVersion } from "#contract/content-sections.ts";
import { deleteMedia, editMedia, listMedia } from "#contract/media.ts";
import { getShopIcon } from "#contract/uploads.ts";
import { actorOf } from "#server/features/audit/audit.service.ts";
import { mount, type Routes } from "#server/platform/http/mount.ts";
import { filePolicy } from "#server/platform/http/security-headers.ts";
import { sendRedirect } from "#server/platform/http/send-redirect.ts";
import type { Platform } from "#server/platform/platform.ts";
import { listRoutes } from "./lists.routes.ts";
import { changeMediaAlt, readMedia, removeMedia } from "./media.service.ts";
import { pageRoutes } from "./pages.routes.ts";
import { sectionRoutes } from "./sections.routes.ts";
import { productIcons, readShopIcon } from "./shop-icon.ts";
import { readVersions, restoreVersion } from "./versions.service.ts";

/** Not for ever: the next logo comes by the same name. */
const iconCache = "public, max-age=300";

export function contentRoutes(routes: Routes, platform: Platform): void {
  sectionRoutes(routes, platform);
  listRoutes(routes, platform);
  pageRoutes(routes, platform);
  mediaRoutes(routes, platform);

  mount(routes, getShopIcon).handle(async ({ params: { side }, reply }) => {
    const icon = await readShopIcon(platform, side);
    if (!icon) return sendRedirect(reply, productIcons[side], iconCache);
    return reply
      .type("image/png")
      .header("cache-control", iconCache)
      .header("x-content-type-options", "nosniff")
      .header("content-security-policy", filePolicy)
      .send(icon);
  });

  mount(routes, listContentVersions).data(({ params }) => readVersions(platform, params.part));
  mount(routes, restoreContentVersion).handle(async (incoming) => {
    await restoreVersion(platform, actorOf(incoming), incoming.params.part, incoming.params.version);
    return { success: true, message: "Version restored successfully!" };
  });
}

function mediaRoutes(routes: Routes, platform: Platform): void {
  mount(routes, listMedia).handle(async ({ query, total }) => {
    const found = await readMedia(platform, query);
    total(found.total);
    return found.rows;
  });
  mount(routes, editMedia).data((incoming) =>
    changeMediaAlt(platform, actorOf(incoming), incoming.params.id, incoming.body),
  );
  mount(routes, deleteMedia).handle(async (incoming) => {
    await removeMedia(platform, actorOf(incoming), incoming.params.id);
    return { success: true, message: "Picture deleted successfully!" };
  });
}
