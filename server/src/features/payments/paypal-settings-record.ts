import type { PaypalMode, PaypalSettingsRecord } from "#contract/paypal-settings.ts";
import type { Platform } from "#server/platform/platform.ts";
import { paypalSdkUrl } from "#server/providers/paypal/address.ts";
import { canCharge, type PaypalSettings, secretPurpose } from "./settings/paypal-settings.ts";

const maskSigns = "••••••••";

export function isMask(text: string): boolean {
  return /^[•*]{4,}/.test(text);
}

function maskOf(platform: Platform, mode: PaypalMode, sealed: string | null): string {
  const secret = decryptSecret(platform, mode, sealed);
  if (sealed === null) return "";
  return secret !== null && secret.length >= 12 ? maskSigns + secret.slice(-4) : maskSigns;
}

/** Null where there is none, or where it was sealed under a secret that is no longer known. */
export function decryptSecret(
  platform: Pick<Platform, "log" | "encryption">,
  mode: PaypalMode,
  sealed: string | null,
): string | null {
  if (sealed === null) return null;
  try {
    return platform.encryption.decrypt(sealed, secretPurpose(mode));
  } catch (error) {
    platform.log.error({ err: error, mode }, "the PayPal client secret cannot be opened");
    return null;
  }
}

/** What visitors may know of the settings, or all of it with the secrets masked. */
export function settingsRecord(
  platform: Platform,
  settings: PaypalSettings,
  version: number,
  forAdmin: boolean,
): PaypalSettingsRecord {
  const { mode, currency } = settings;
  const shown = (of: PaypalMode) => ({
    clientId: settings[of].clientId,
    clientSecret: maskOf(platform, of, settings[of].sealedSecret),
    webhookId: settings[of].webhookId,
  });
  const common = {
    clientId: settings[mode].clientId,
    currency,
    enablePayPal: canCharge(settings, platform.config),
    buttonStyles: settings.buttonStyles,
    sdkUrl: paypalSdkUrl(platform.config),
  };
  if (!forAdmin) return common;
  return {
    ...common,
    ...shown(mode),
    mode,
    webhookUrl: webhookUrl(platform),
    sandbox: shown("sandbox"),
    live: shown("live"),
    version,
  };
}

export function webhookUrl(platform: Pick<Platform, "config">): string {
  return `${platform.config.appUrl}/api/paypal/webhook`;
}
