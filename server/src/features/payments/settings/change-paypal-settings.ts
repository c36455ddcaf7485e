import type { z } from "zod";
import { contentTopic } from "#contract/content-sections.ts";
import type { ShopCurrency } from "#contract/money.ts";
import type { PaypalMode, PaypalSettingsRecord, paypalSettingsInput } from "#contract/paypal-settings.ts";
import type { Config } from "#server/config.ts";
import type { Tx } from "#server/db/database.ts";
import { type Actor, recordAudit } from "#server/features/audit/audit.service.ts";
import { failure, invalid, isStale, stale } from "#server/platform/failure.ts";
import { omitUndefined } from "#server/platform/omit-undefined.ts";
import type { Platform } from "#server/platform/platform.ts";
import { publishOnCommit } from "#server/platform/publish-on-commit.ts";
import { findStoredSettings, lockStoredSettings, saveStoredSettings } from "../paypal-settings.repository.ts";
import { isMask, settingsRecord } from "../paypal-settings-record.ts";
import {
  canCharge,
  defaultSettings,
  isOwnClient,
  type PaypalSettings,
  secretPurpose,
  storedSettings,
} from "./paypal-settings.ts";

export { decryptSecret, isMask, webhookUrl } from "../paypal-settings-record.ts";
export { canCharge, isInUse, type PaypalSettings } from "./paypal-settings.ts";

export async function readPaypalSettings(tx: Tx): Promise<PaypalSettings & { version: number }> {
  const { data, version } = await findStoredSettings(tx);
  return { ...storedSettings.parse(data), version };
}

/** The one currency in which the shop shows and charges. */
export async function shopCurrency(platform: Pick<Platform, "db">): Promise<ShopCurrency> {
  return (await readPaypalSettings(platform.db)).currency;
}

export async function readSettingsRecord(
  platform: Platform,
  forAdmin: boolean,
): Promise<PaypalSettingsRecord> {
  const settings = await readPaypalSettings(platform.db);
  return settingsRecord(platform, settings, settings.version, forAdmin);
}

/** Whether payments are taken and PayPal does not know where to tell of them. The demo registers by itself. */
export async function lacksWebhook({ db, config }: Pick<Platform, "db" | "config">): Promise<boolean> {
  const settings = await readPaypalSettings(db);
  return !config.demo && canCharge(settings, config) && settings[settings.mode].webhookId === "";
}

/** Without it, what happens to a payment beside the buyer's browser is learnt late, and of disputes nothing. */
export async function warnOfMissingWebhook(platform: Platform): Promise<void> {
  const isMissing = await lacksWebhook(platform).catch(() => false);
  if (isMissing)
    platform.log.warn("no PayPal webhook is registered: see Settings, Paypal Setup, 'Register webhook'");
}

type Changes = z.output<typeof paypalSettingsInput>;

export async function changePaypalSettings(
  platform: Platform,
  actor: Actor,
  { version, ...changes }: Changes,
): Promise<PaypalSettingsRecord> {
  return writeSettings(platform, actor, "PUT /api/paypal-settings", version, (before) => {
    const after = changedSettings(platform, before, changes);
    requireCredentials(after, platform.config);
    return after;
  });
}

export async function resetPaypalSettings(platform: Platform, actor: Actor): Promise<PaypalSettingsRecord> {
  return writeSettings(platform, actor, "POST /api/paypal-settings/reset", undefined, () =>
    defaultSettings(),
  );
}

/** Keeps the webhook's id for a mode; the credentials must still be those that it was made with. */
export async function saveWebhookId(
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

/** The demo's settings, pointing at its emulator, where none were ever saved. */
export async function seedPaypalSettings(
  platform: Platform,
  credentials: { clientId: string; secret: string },
): Promise<void> {
  await platform.db.transaction(async (tx) => {
    const stored = await lockStoredSettings(tx);
    if (stored.version > 0) return;
    const sealedSecret = platform.encryption.encrypt(credentials.secret, secretPurpose("sandbox"));
    const sandbox = { clientId: credentials.clientId, sealedSecret, webhookId: "" };
    await saveStoredSettings(tx, { data: { ...defaultSettings(), enablePayPal: true, sandbox }, version: 1 });
  });
}

async function writeSettings(
  platform: Platform,
  actor: Actor,
  action: string,
  version: number | undefined,
  change: (before: PaypalSettings) => PaypalSettings,
): Promise<PaypalSettingsRecord> {
  return publishOnCommit(platform, contentTopic, { part: "paypal-settings" }, async (tx) => {
    const stored = await lockStoredSettings(tx);
    const before: PaypalSettings = storedSettings.parse(stored.data);
    if (isStale(version, stored)) throw stale(settingsRecord(platform, before, stored.version, true));
    const after = change(before);
    await saveStoredSettings(tx, { data: after, version: stored.version + 1 });
    await recordAudit(tx, actor, { action, subject: "paypal-settings", before, after });
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
      : platform.encryption.encrypt(secret, secretPurpose(mode));
  return {
    ...before,
    mode,
    enablePayPal: changes.enablePayPal ?? before.enablePayPal,
    currency: changes.currency ?? before.currency,
    buttonStyles: { ...before.buttonStyles, ...omitUndefined(changes.buttonStyles ?? {}) },
    [mode]: { clientId, sealedSecret, webhookId },
  };
}

function requireCredentials(settings: PaypalSettings, config: Pick<Config, "demo">): void {
  if (!settings.enablePayPal) return;
  const { clientId, sealedSecret } = settings[settings.mode];
  const fields: Record<string, string> = {};
  if (!isOwnClient(clientId, config)) fields.clientId = "Enter the client ID before you enable PayPal.";
  if (sealedSecret === null) fields.clientSecret = "Enter the client secret before you enable PayPal.";
  if (Object.keys(fields).length > 0) throw invalid(fields);
}
