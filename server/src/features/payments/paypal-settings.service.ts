import { z } from "zod";
import { type ShopCurrency, shopCurrencies } from "#contract/money.ts";
import {
  type ButtonStyles,
  buttonStyles,
  defaultButtonStyles,
  type PaypalMode,
  type PaypalSettingsRecord,
  paypalModes,
  type paypalSettingsInput,
} from "#contract/paypal-settings.ts";
import type { Tx } from "#server/db/database.ts";
import { type Actor, recordAudit } from "#server/features/audit/audit.service.ts";
import { failure, invalid } from "#server/platform/failure.ts";
import type { Platform } from "#server/platform/platform.ts";
import { paypalSdkUrl } from "#server/providers/paypal/address.ts";
import { findStoredSettings, lockStoredSettings, saveStoredSettings } from "./paypal-settings.repository.ts";

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
const storedSettings = z.object({
  enablePayPal: z.boolean().catch(false),
  mode: z.enum(paypalModes).catch("sandbox"),
  currency: z.enum(shopCurrencies).catch("USD"),
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

export async function readPaypalSettings(tx: Tx): Promise<PaypalSettings & { version: number }> {
  const { data, version } = await findStoredSettings(tx);
  return { ...storedSettings.parse(data), version };
}

/** The one currency in which the shop shows and charges. */
export async function shopCurrency(platform: Pick<Platform, "db">): Promise<ShopCurrency> {
  return (await readPaypalSettings(platform.db)).currency;
}

/** Whether orders can be paid now: switched on, and with credentials for the mode. */
export function canCharge(settings: PaypalSettings): boolean {
  const { clientId, sealedSecret } = settings[settings.mode];
  return settings.enablePayPal && clientId !== "" && sealedSecret !== null;
}

export async function readSettingsRecord(
  platform: Platform,
  forAdmin: boolean,
): Promise<PaypalSettingsRecord> {
  const settings = await readPaypalSettings(platform.db);
  return settingsRecord(platform, settings, settings.version, forAdmin);
}

type Changes = z.output<typeof paypalSettingsInput>;

export async function changePaypalSettings(
  platform: Platform,
  actor: Actor,
  { version, ...changes }: Changes,
): Promise<PaypalSettingsRecord> {
  return writeSettings(platform, actor, "PUT /api/paypal-settings", version, (before) => {
    const after = changedSettings(platform, before, changes);
    requireCredentials(after);
    return after;
  });
}

export async function resetPaypalSettings(platform: Platform, actor: Actor): Promise<PaypalSettingsRecord> {
  return writeSettings(platform, actor, "POST /api/paypal-settings/reset", undefined, () =>
    defaultSettings(),
  );
}

/** Keeps the webhook's id for a mode; the credentials must still be those that it was made with. */
export async function keepWebhookId(
  platform: Platform,
  actor: Actor,
  mode: PaypalMode,
  clientId: string,
  webhookId: string,
): Promise<void> {
  await writeSettings(platform, actor, "POST /api/paypal-settings/webhook", undefined, (before) => {
    if (before[mode].clientId !== clientId)
      throw failure("CONFLICT", "The credentials were changed meanwhile.");
    return { ...before, [mode]: { ...before[mode], webhookId } };
  });
}

/** The demo's settings, pointing at its stand-in, where none were ever saved. */
export async function seedPaypalSettings(
  platform: Platform,
  credentials: { clientId: string; secret: string },
): Promise<void> {
  await platform.db.transaction(async (tx) => {
    const stored = await lockStoredSettings(tx);
    if (stored.version > 0) return;
    const sealedSecret = platform.secrets.seal(credentials.secret, secretPurpose("sandbox"));
    const sandbox = { clientId: credentials.clientId, sealedSecret, webhookId: "" };
    await saveStoredSettings(tx, { data: { ...defaultSettings(), enablePayPal: true, sandbox }, version: 1 });
  });
}

function defaultSettings(): PaypalSettings {
  return {
    enablePayPal: false,
    mode: "sandbox",
    currency: "USD",
    buttonStyles: defaultButtonStyles,
    sandbox: noPair,
    live: noPair,
  };
}

async function writeSettings(
  platform: Platform,
  actor: Actor,
  action: string,
  version: number | undefined,
  change: (before: PaypalSettings) => PaypalSettings,
): Promise<PaypalSettingsRecord> {
  return platform.db.transaction(async (tx) => {
    const stored = await lockStoredSettings(tx);
    const before: PaypalSettings = storedSettings.parse(stored.data);
    if (version !== undefined && version !== stored.version) {
      throw failure("STALE_VERSION", undefined, {
        data: settingsRecord(platform, before, stored.version, true),
      });
    }
    const after = change(before);
    await saveStoredSettings(tx, { data: after, version: stored.version + 1 });
    await recordAudit(tx, actor, { action, subject: "paypal-settings", before, after });
    await platform.events.publish(tx, "content", { part: "paypal-settings" });
    return settingsRecord(platform, after, stored.version + 1, true);
  });
}

function changedSettings(
  platform: Platform,
  before: PaypalSettings,
  changes: Omit<Changes, "version">,
): PaypalSettings {
  const mode = changes.mode ?? before.mode;
  const stored = before[mode];
  const clientId = changes.clientId ?? stored.clientId;
  const secret = changes.clientSecret;
  // Another account's webhook proves nothing for this one, so its id does not outlive the client id.
  const webhookId = changes.webhookId ?? (clientId === stored.clientId ? stored.webhookId : "");
  const sealedSecret =
    secret === undefined || secret === "" || isMask(secret)
      ? stored.sealedSecret
      : platform.secrets.seal(secret, secretPurpose(mode));
  return {
    ...before,
    mode,
    enablePayPal: changes.enablePayPal ?? before.enablePayPal,
    currency: changes.currency ?? before.currency,
    buttonStyles: { ...before.buttonStyles, ...definedOnly(changes.buttonStyles ?? {}) },
    [mode]: { clientId, sealedSecret, webhookId },
  };
}

function definedOnly<T extends object>(values: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as never;
}

function requireCredentials(settings: PaypalSettings): void {
  if (!settings.enablePayPal) return;
  const { clientId, sealedSecret } = settings[settings.mode];
  const fields: Record<string, string> = {};
  if (clientId === "") fields.clientId = "Enter the client ID before you enable PayPal.";
  if (sealedSecret === null) fields.clientSecret = "Enter the client secret before you enable PayPal.";
  if (Object.keys(fields).length > 0) throw invalid(fields);
}

const maskSigns = "••••••••";

export function isMask(text: string): boolean {
  return /^[•*]{4,}/.test(text);
}

function maskOf(platform: Platform, mode: PaypalMode, sealed: string | null): string {
  const secret = openSecret(platform, mode, sealed);
  if (sealed === null) return "";
  return secret !== null && secret.length >= 12 ? maskSigns + secret.slice(-4) : maskSigns;
}

/** Null where there is none, or where it was sealed under a secret that is no longer known. */
export function openSecret(platform: Platform, mode: PaypalMode, sealed: string | null): string | null {
  if (sealed === null) return null;
  try {
    return platform.secrets.open(sealed, secretPurpose(mode));
  } catch (error) {
    platform.log.error({ err: error, mode }, "the PayPal client secret cannot be opened");
    return null;
  }
}

function settingsRecord(
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
    enablePayPal: canCharge(settings),
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
