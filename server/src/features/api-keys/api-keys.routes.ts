import { deleteKey, listKeys, makeKey as makeCall, revokeKey } from "#contract/api-keys.ts";
import { mount, type Routes } from "#server/platform/http/mount.ts";
import type { Platform } from "#server/platform/platform.ts";
import { makeKey, readKeys, removeKey, revokeFoundKey } from "./api-keys.service.ts";

export function apiKeysRoutes(routes: Routes, platform: Platform): void {
  mount(routes, listKeys).data(({ viewer }) => readKeys(platform, viewer.id));

  mount(routes, makeCall).data(({ viewer, body }) => makeKey(platform, viewer, body));

  mount(routes, deleteKey).handle(async ({ viewer, params }) => {
    await removeKey(platform, viewer, params.id);
    return { success: true, message: "Key revoked." };
  });

  mount(routes, revokeKey).handle(async ({ body, reply }) => {
    await revokeFoundKey(platform, body.key);
    reply.header("cache-control", "no-store").send();
    return undefined;
  });
}
