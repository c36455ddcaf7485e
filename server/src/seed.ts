import { demoPaypalClient } from "./db/seed/content/demo-paypal.ts";
import { seedContent } from "./db/seed/seed-content.ts";
import { seedDemoKey } from "./features/ai-keys/ai-keys.service.ts";
import { seedItems } from "./features/catalogue/items.service.ts";
import { seedPackages } from "./features/catalogue/packages.service.ts";
import { seedPaypalSettings } from "./features/payments/paypal-settings.service.ts";
import type { Platform } from "./platform/platform.ts";

/** Fills in what a new shop lacks; in the demo also what a newcomer buys and generates with. Safe at every start. */
export async function seedShop(platform: Platform): Promise<void> {
  const { demo } = platform.config;
  await platform.db.transaction((tx) => seedContent(tx, { demo }));
  if (!demo) return;
  await platform.db.transaction(async (tx) => {
    await seedPackages(tx);
    await seedItems(tx);
  });
  await seedPaypalSettings(platform, demoPaypalClient);
  await seedDemoKey(platform);
}
