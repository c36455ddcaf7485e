import { z } from "zod";
import type { ShopCurrency } from "#contract/money.ts";
import type { PaypalSettingsRecord } from "#contract/paypal-settings.ts";
import {
  type ButtonStyles,
  buttonStyles,
  defaultButtonStyles,
  type PaypalMode,
  paypalModes,
} from "#contract/paypal-settings-form.ts";
import type { Config } from "#server/config.ts";
import type { Tx } from "#server/db/database.ts";
import { demoPaypalClient } from "#server/db/seed/content/demo-paypal.ts";
import { findSettings } from "#server/db/stored-settings.ts";
import { paypalSettingsName, storedCurrency } from "#server/features/settings/settings.service.ts";
import type { Platform } from "#server/platform/platform.ts";
import { paypalSdkUrl } from "#server/providers/paypal/address.ts";

/** One merchant account of one mode. */
export interface CredentialPair {
  clientId: string;
  /** Sealed for `secretPurpose(mode)`; null where none was entered. */
  sealedSecret: string | null;
  webhookId: string;
}

export interface PaypalSettings {
  enablePayPal: boolean;
  mode: PaypalMode;
  currency: ShopCurrency;
  buttonStyles: ButtonStyles;
  sandbox: CredentialPair;
  live: CredentialPair;
}

export const secretPurpose = (mode: PaypalMode): string => `paypal-secret:${mode}`;

const noPair: CredentialPair = { clientId: "", sealedSecret: null, webhookId: "" };

const pair = z
  .object({
    clientId: z.string().catch(""),
    sealedSecret: z.string().nullable().catch(null),
    webhookId: z.string().catch(""),
  })
  .catch(noPair);

/** A stored record that names no label gets 'pay'; settings that were never saved have the default, 'paypal'. */
export const storedSettings = storedCurrency.extend({
  enablePayPal: z.boolean().catch(false),
  mode: z.enum(paypalModes).catch("sandbox"),
  buttonStyles: z
    .object({
      layout: buttonStyles.shape.layout.catch(defaultButtonStyles.layout),
      color: buttonStyles.shape.color.catch(defaultButtonStyles.color),
      shape: buttonStyles.shape.shape.catch(defaultButtonStyles.shape),
      label: buttonStyles.shape.label.catch("pay"),
    })
    .catch(defaultButtonStyles),
  sandbox: pair,
  live: pair,
});

/** Whether orders can be paid now: switched on, and with credentials for the mode. */
export function canCharge(settings: PaypalSettings, config: Pick<Config, "demo">): boolean {
  const { clientId, sealedSecret } = settings[settings.mode];
  return settings.enablePayPal && isOwnClient(clientId, config) && sealedSecret !== null;
}

/** The demo's client id, which stays in the settings when a demo goes live, is nobody's there. */
export function isOwnClient(clientId: string, { demo }: Pick<Config, "demo">): boolean {
  return clientId !== "" && (demo || clientId !== demoPaypalClient.clientId);
}

interface MadeWith {
  mode: PaypalMode;
  clientId: string | null;
}

/** Whether an attempt was made with the mode and account that are in use now. */
export function isInUse(attempt: MadeWith, settings: PaypalSettings): boolean {
  return attempt.mode === settings.mode && isOfAccount(attempt, settings);
}

/** Whether an attempt was made with the account of its mode. PayPal answers 403 for another's, now and later. */
export function isOfAccount({ mode, clientId }: MadeWith, settings: PaypalSettings): boolean {
  return clientId === null || clientId === settings[mode].clientId;
}

export function defaultSettings(): PaypalSettings {
  return {
    enablePayPal: false,
    mode: "sandbox",
    currency: "USD",
    buttonStyles: defaultButtonStyles,
    sandbox: noPair,
    live: noPair,
  };
}

export async function readPaypalSettings(tx: Tx): Promise<PaypalSettings & { version: number }> {
  const { data, version } = await findSettings(tx, paypalSettingsName);
  return { ...storedSettings.parse(data), version };
}

export async function readSettingsRecord(
  platform: Platform,
  forAdmin: boolean,
): Promise<PaypalSettingsRecord> {
  const settings = await readPaypalSettings(platform.db);
  return settingsRecord(platform, settings, settings.version, forAdmin);
}

/** Whether payments are taken and no webhook is registered for them. The demo registers by itself. */
export async function lacksWebhook({ db, config }: Platform): Promise<boolean> {
  const settings = await readPaypalSettings(db);
  return !config.demo && canCharge(settings, config) && settings[settings.mode].webhookId === "";
}

/** The sandbox's money pays nothing in a shop that takes real payments. Real money counts in either. */
export async function isSandboxInLiveShop(tx: Tx, mode: PaypalMode): Promise<boolean> {
  return mode === "sandbox" && (await readPaypalSettings(tx)).mode === "live";
}

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

/** Without a webhook the shop learns of closed browsers and refunds late, and of disputes never. */
export async function warnOfMissingWebhook(platform: Platform): Promise<void> {
  const isMissing = await lacksWebhook(platform).catch(() => false);
  if (isMissing)
    platform.log.warn("no PayPal webhook is registered: see Settings, Paypal Setup, 'Register webhook'");
}
