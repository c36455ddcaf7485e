import { getFirstSteps } from "#contract/first-steps.ts";
import { getInsights } from "#contract/insights.ts";
import { lacksWebhook } from "#server/features/payments/settings/paypal-settings.ts";
import { shopCurrency } from "#server/features/settings/settings.service.ts";
import { mount, type Routes } from "#server/platform/http/mount.ts";
import type { Platform } from "#server/platform/platform.ts";
import { readFirstSteps } from "./first-steps.ts";
import { readInsights } from "./insights.service.ts";

export function insightsRoutes(routes: Routes, platform: Platform): void {
  mount(routes, getInsights).handle(async ({ query }) => ({
    success: true,
    data: await readInsights(platform.db, query.days, {
      currency: await shopCurrency(platform),
      webhookMissing: await lacksWebhook(platform),
    }),
  }));

  mount(routes, getFirstSteps).handle(async () => ({ success: true, data: await readFirstSteps(platform) }));
}
