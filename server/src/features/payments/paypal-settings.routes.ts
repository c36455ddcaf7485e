import * as calls from "#contract/paypal-settings.ts";
import { actorOf } from "#server/features/audit/audit.service.ts";
import { mount, type Routes } from "#server/platform/http/mount.ts";
import type { Platform } from "#server/platform/platform.ts";
import {
  changePaypalSettings,
  readSettingsRecord,
  resetPaypalSettings,
} from "./settings/change-paypal-settings.ts";
import { registerWebhook, tryCredentials } from "./settings/paypal-account.ts";

export function paypalSettingsRoutes(routes: Routes, platform: Platform): void {
  mount(routes, calls.getPaypalSettings).handle(async ({ viewer }) => ({
    success: true,
    data: await readSettingsRecord(platform, viewer?.role === "Admin"),
  }));
  mount(routes, calls.putPaypalSettings).handle(async (incoming) => ({
    success: true,
    data: await changePaypalSettings(platform, actorOf(incoming), incoming.body),
    message: "PayPal settings updated successfully",
  }));
  mount(routes, calls.resetPaypalSettings).handle(async (incoming) => ({
    success: true,
    data: await resetPaypalSettings(platform, actorOf(incoming)),
    message: "PayPal settings reset successfully",
  }));
  mount(routes, calls.testPaypalSettings).handle(async ({ body }) => ({
    success: true,
    data: { mode: await tryCredentials(platform, body) },
    message: "PayPal accepts these credentials.",
  }));
  mount(routes, calls.registerPaypalWebhook).handle(async (incoming) => ({
    success: true,
    data: await registerWebhook(platform, actorOf(incoming), incoming.body.mode),
    message: "Webhook registered.",
  }));
}
