import { isAdmin } from "#contract/roles.ts";
import { getShopSettings, updateShopSettings } from "#contract/shop-settings.ts";
import { publicSettingNames, type ShopSettings } from "#contract/shop-settings-form.ts";
import { actorOf } from "#server/features/audit/audit.service.ts";
import { mount, type Routes } from "#server/platform/http/mount.ts";
import type { Platform } from "#server/platform/platform.ts";
import { changeShopSettings, readShopSettings, readVersionedSettings } from "./settings.service.ts";

export function settingsRoutes(routes: Routes, platform: Platform): void {
  mount(routes, getShopSettings).handle(async ({ viewer }) => {
    if (!isAdmin(viewer)) return { success: true, data: publicPart(await readShopSettings(platform)) };
    const { settings, version } = await readVersionedSettings(platform);
    return { success: true, data: { ...settings, version } };
  });

  mount(routes, updateShopSettings).data(async (incoming) => {
    const { version: expected, ...changes } = incoming.body;
    const { settings, version } = await changeShopSettings(platform, actorOf(incoming), changes, expected);
    return { ...settings, version };
  });
}

function publicPart(settings: ShopSettings): Pick<ShopSettings, (typeof publicSettingNames)[number]> {
  const entries = publicSettingNames.map((name) => [name, settings[name]]);
  return Object.fromEntries(entries) as Pick<ShopSettings, (typeof publicSettingNames)[number]>;
}
