import { deleteMedia, editMedia, listMedia } from "#contract/media.ts";
import { actorOf } from "#server/features/audit/audit.service.ts";
import { mount, type Routes } from "#server/platform/http/mount.ts";
import type { Platform } from "#server/platform/platform.ts";
import { changeMediaAlt, readMedia, removeMedia } from "./media.service.ts";

export function mediaRoutes(routes: Routes, platform: Platform): void {
  mount(routes, listMedia).handle(async ({ query, total }) => {
    const found = await readMedia(platform, query);
    total(found.total);
    return found.rows;
  });
  mount(routes, editMedia).handle(async (incoming) => ({
    success: true,
    data: await changeMediaAlt(platform, actorOf(incoming), incoming.params.id, incoming.body),
  }));
  mount(routes, deleteMedia).handle(async (incoming) => {
    await removeMedia(platform, actorOf(incoming), incoming.params.id);
    return { success: true, message: "Picture deleted successfully!" };
  });
}
