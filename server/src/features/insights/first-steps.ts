import type { FirstStepName, FirstSteps } from "#contract/first-steps.ts";
import { firstStepNames } from "#contract/first-steps.ts";
import { pageSlugs } from "#contract/pages.ts";
import { demoPackages } from "#server/db/seed/content/packages.ts";
import { readCachedSection } from "#server/features/content/sections.service.ts";
import { footerSection, pageSection } from "#server/features/content/sections.ts";
import { canCharge, readPaypalSettings } from "#server/features/payments/settings/paypal-settings.ts";
import { readShopSettings } from "#server/features/settings/settings.service.ts";
import type { Platform } from "#server/platform/platform.ts";
import { readFirstStepFacts } from "./insights.repository.ts";

/** What a new shop still lacks. A step is done by what stands in the shop, not by having been looked at. */
export async function readFirstSteps(platform: Platform): Promise<FirstSteps> {
  const { db, config } = platform;
  const [settings, paypal, facts, footer, ownTexts] = await Promise.all([
    readShopSettings(platform),
    readPaypalSettings(db),
    readFirstStepFacts(
      db,
      demoPackages.map(({ name }) => name),
    ),
    readCachedSection(platform, footerSection),
    Promise.all(pageSlugs.map((slug) => hasOwnText(platform, slug))),
  ]);
  const done: Record<FirstStepName, boolean> = {
    paypal: canCharge(paypal, config),
    "ai-key": facts.usable_key,
    mail: config.smtpUrl !== undefined && facts.mail,
    prices: facts.own_package,
    gift: settings.signUpGift > 0,
    legal: ownTexts.every(Boolean),
    logo: footer.middleSection.logoUrl !== footerSection.defaults.middleSection.logoUrl,
  };
  return {
    dismissed: settings.firstStepsDismissed,
    steps: firstStepNames.map((name) => ({ name, done: done[name] })),
  };
}

async function hasOwnText(platform: Platform, slug: (typeof pageSlugs)[number]): Promise<boolean> {
  const section = pageSection(slug);
  return (await readCachedSection(platform, section)).body !== section.defaults.body;
}
