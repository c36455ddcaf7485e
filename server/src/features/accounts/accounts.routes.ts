import { getViewer } from "#contract/accounts.ts";
import { mount, type Routes } from "#server/platform/http/mount.ts";
import type { Platform } from "#server/platform/platform.ts";
import { viewerRecord } from "./accounts.service.ts";
import type { Auth } from "./auth.ts";
import { mountAuthHandler } from "./auth-handler.ts";

export function accountsRoutes(routes: Routes, platform: Platform, auth: Auth): void {
  mountAuthHandler(routes, auth);
  mount(routes, getViewer)(async ({ viewer }) => ({
    success: true,
    data: {
      user: viewer ? await viewerRecord(platform, viewer.id) : null,
      shop: {
        name: "Thumbsmith",
        currency: "USD",
        demo: platform.config.demo,
        buyMoreBelow: 5,
        federated: [],
      },
    },
  }));
}
