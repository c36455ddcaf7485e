import { seedDemoPaypal } from "#server/features/payments/settings/change-paypal-settings.ts";
import { seedContent } from "./db/seed/seed-content.ts";
import { ensureFirstAdmin } from "./features/accounts/first-admin.ts";
import { removeDemoKey, seedDemoKey } from "./features/ai-keys/ai-keys.service.ts";
import { seedItems } from "./features/catalogue/items.service.ts";
import { seedPackages } from "./features/catalogue/packages.service.ts";
import type { Platform } from "./platform/platform.ts";

/**
 * Fills in what a new shop lacks; in the demo also what a newcomer buys and generates with, of which a shop that is no
 * demo any more loses the key. Safe at every start.
 * Answers the first admin's credentials where they were made up here: to be printed, once.
 */
export async function seedShop(platform: Platform): Promise<{ email: string; password: string } | null> {
  const { demo } = platform.config;
  await platform.db.transaction((tx) => seedContent(tx, { demo }));
  if (demo) await seedDemo(platform);
  else await removeDemoKey(platform);
  return ensureFirstAdmin(platform);
}

async function seedDemo(platform: Platform): Promise<void> {
  await platform.db.transaction(async (tx) => {
    await seedPackages(tx);
    await seedItems(tx);
  });
  await seedDemoPaypal(platform);
  await seedDemoKey(platform);
}
