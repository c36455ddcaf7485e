import { demoPaypalClient } from "#server/db/seed/content/demo-paypal.ts";
import type { Platform } from "#server/platform/platform.ts";
import { seedPaypalSettings } from "./settings/change-paypal-settings.ts";

/** The demo's PayPal settings, where none were ever saved. The webhook follows once the emulator answers. */
export async function seedDemoPaypal(platform: Platform): Promise<void> {
  await seedPaypalSettings(platform, demoPaypalClient);
}
