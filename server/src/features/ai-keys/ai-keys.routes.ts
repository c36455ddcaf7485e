import {
  createAiKey,
  deleteAiKey,
  listAiKeys,
  testAiKey,
  toggleAiKey,
  updateAiKey,
} from "#contract/ai-keys.ts";
import { actorOf } from "#server/features/audit/audit.service.ts";
import { readModelsInUse } from "#server/features/models/models-in-use.ts";
import { mount, type Routes } from "#server/platform/http/mount.ts";
import type { Platform } from "#server/platform/platform.ts";
import type { Gemini } from "#server/providers/gemini/gemini.ts";
import { addKey, deleteKey, editKey, listKeys, toggleKey } from "./ai-keys.service.ts";
import { type KeyPool, longestWaitMs } from "./key-pool.ts";
import { testKey } from "./try-keys.ts";

export function aiKeysRoutes(routes: Routes, platform: Platform, gemini: Gemini, pool: KeyPool): void {
  mount(routes, listAiKeys).handle(async ({ viewer }) => {
    if (viewer.role === "Admin") return { success: true, data: await listKeys(platform) };
    const wait = await pool.availableIn((await readModelsInUse(platform)).imageModel);
    return { success: true, data: wait !== null && wait <= longestWaitMs ? [{ key: "managed" }] : [] };
  });

  mount(routes, createAiKey).data((incoming) => addKey(platform, actorOf(incoming), incoming.body));

  mount(routes, updateAiKey).data((incoming) =>
    editKey(platform, actorOf(incoming), incoming.params.id, incoming.body),
  );

  mount(routes, toggleAiKey).data((incoming) => toggleKey(platform, actorOf(incoming), incoming.params.id));

  mount(routes, deleteAiKey).handle(async (incoming) => {
    await deleteKey(platform, actorOf(incoming), incoming.params.id);
    return { success: true };
  });

  mount(routes, testAiKey).data(({ params }) => testKey(platform, gemini, pool, params.id));
}
