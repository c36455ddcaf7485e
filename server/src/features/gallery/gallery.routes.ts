import { listGallery } from "#contract/gallery.ts";
import { mount, type Routes } from "#server/platform/http/mount.ts";
import type { Platform } from "#server/platform/platform.ts";
import { readGallery } from "./gallery.service.ts";

export function galleryRoutes(routes: Routes, platform: Platform): void {
  mount(routes, listGallery).data(async ({ viewer, query, total }) => {
    const found = await readGallery(platform, viewer.id, query);
    total(found.total);
    return found.entries;
  });
}
