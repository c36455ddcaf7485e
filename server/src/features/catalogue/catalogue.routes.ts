import * as itemCalls from "#contract/items.ts";
import * as packageCalls from "#contract/packages.ts";
import { isAdmin } from "#contract/roles.ts";
import { actorOf } from "#server/features/audit/audit.service.ts";
import { mount, type Routes } from "#server/platform/http/mount.ts";
import type { Platform } from "#server/platform/platform.ts";
import { addItem, archiveItem, editItem, readItem, readItems, reorderItems } from "./items.service.ts";
import {
  addPackage,
  archivePackage,
  editPackage,
  readArchivedPackages,
  readPackage,
  readPackages,
  reorderPackages,
  restorePackage,
} from "./packages.service.ts";

export function catalogueRoutes(routes: Routes, platform: Platform): void {
  packageRoutes(routes, platform);
  itemRoutes(routes, platform);
}

function packageRoutes(routes: Routes, platform: Platform): void {
  mount(routes, packageCalls.listPackages).handle(async ({ query, viewer, total }) => {
    const found = await readPackages(platform, query, isAdmin(viewer));
    total(found.total);
    return found.packages;
  });
  mount(routes, packageCalls.getPackage).handle(({ params, viewer }) =>
    readPackage(platform, params.id, isAdmin(viewer)),
  );
  mount(routes, packageCalls.addPackage).data(
    (incoming) => addPackage(platform, actorOf(incoming), incoming.body),
    "Package added successfully!",
  );
  mount(routes, packageCalls.editPackage).data(
    (incoming) => editPackage(platform, actorOf(incoming), incoming.params.id, incoming.body),
    "Package updated successfully!",
  );
  mount(routes, packageCalls.reorderPackages).handle(async (incoming) => {
    await reorderPackages(platform, actorOf(incoming), incoming.body.ids);
    return { success: true, message: "Package order updated successfully!" };
  });
  mount(routes, packageCalls.archivePackage).handle(async (incoming) => {
    await archivePackage(platform, actorOf(incoming), incoming.params.id);
    return { success: true, message: "Package archived successfully!" };
  });
  mount(routes, packageCalls.listArchivedPackages).handle(() => readArchivedPackages(platform));
  mount(routes, packageCalls.restorePackage).data(
    (incoming) => restorePackage(platform, actorOf(incoming), incoming.params.id),
    "Package put back on sale!",
  );
}

function itemRoutes(routes: Routes, platform: Platform): void {
  mount(routes, itemCalls.listItems).handle(async ({ query, viewer, total }) => {
    const found = await readItems(platform, query, isAdmin(viewer));
    total(found.total);
    return found.items;
  });
  mount(routes, itemCalls.getItem).data(({ params, viewer }) =>
    readItem(platform, params.id, isAdmin(viewer)),
  );
  mount(routes, itemCalls.addItem).data(
    (incoming) => addItem(platform, actorOf(incoming), incoming.body),
    "Item added successfully!",
  );
  mount(routes, itemCalls.editItem).data(
    (incoming) => editItem(platform, actorOf(incoming), incoming.params.id, incoming.body),
    "Item updated successfully!",
  );
  mount(routes, itemCalls.reorderItems).handle(async (incoming) => {
    await reorderItems(platform, actorOf(incoming), incoming.body.ids);
    return { success: true, message: "Item order updated successfully!" };
  });
  mount(routes, itemCalls.archiveItem).handle(async (incoming) => {
    await archiveItem(platform, actorOf(incoming), incoming.params.id);
    return { success: true, message: "Item archived successfully!" };
  });
}
