import {
  changeDesign as changeCall,
  createDesign,
  deleteDesign,
  duplicateDesign,
  getDesign,
  listDesigns,
  listDesignVersions,
  restoreDesign as restoreCall,
  restoreDesignVersion,
  saveDesign as saveCall,
} from "#contract/designs.ts";
import { mount, type Routes } from "#server/platform/http/mount.ts";
import type { Platform } from "#server/platform/platform.ts";
import { changeDesign, removeDesign, restoreDesign } from "./designs.service.ts";
import { copyDesign, makeDesign } from "./make-design.ts";
import { readDesign, readDesigns } from "./read-designs.ts";
import { readVersions, restoreVersion, saveDesign } from "./save-design.ts";

export function designsRoutes(routes: Routes, platform: Platform): void {
  mount(routes, listDesigns).handle(async ({ viewer, query, total }) => {
    const found = await readDesigns(platform, viewer.id, query);
    total(found.total);
    return { success: true, data: found.designs };
  });

  mount(routes, createDesign).handle(async ({ viewer, body }) => ({
    success: true,
    data: await makeDesign(platform, viewer.id, body),
  }));

  mount(routes, getDesign).handle(async ({ viewer, params }) => ({
    success: true,
    data: await readDesign(platform.db, viewer.id, params.id),
  }));

  mount(routes, saveCall).handle(async ({ viewer, params, body }) => ({
    success: true,
    data: await saveDesign(platform, viewer.id, params.id, body),
  }));

  mount(routes, changeCall).handle(async ({ viewer, params, body }) => ({
    success: true,
    data: await changeDesign(platform, viewer.id, params.id, body),
  }));

  mount(routes, deleteDesign).handle(async ({ viewer, params }) => {
    await removeDesign(platform, viewer.id, params.id);
    return { success: true };
  });

  mount(routes, restoreCall).handle(async ({ viewer, params }) => ({
    success: true,
    data: await restoreDesign(platform, viewer.id, params.id),
  }));

  mount(routes, duplicateDesign).handle(async ({ viewer, params }) => ({
    success: true,
    data: await copyDesign(platform, viewer.id, params.id),
  }));

  mount(routes, listDesignVersions).handle(async ({ viewer, params, query, total }) => {
    const found = await readVersions(platform, viewer.id, params.id, query);
    total(found.total);
    return { success: true, data: found.versions };
  });

  mount(routes, restoreDesignVersion).handle(async ({ viewer, params }) => ({
    success: true,
    data: await restoreVersion(platform, viewer.id, params.id, params.version),
  }));
}
