import { searchBackOffice } from "#contract/search.ts";
import { mount, type Routes } from "#server/platform/http/mount.ts";
import type { Platform } from "#server/platform/platform.ts";
import { findHits } from "./search.repository.ts";

export function searchRoutes(routes: Routes, platform: Platform): void {
  mount(routes, searchBackOffice).data(({ query }) => findHits(platform.db, query.q));
}
