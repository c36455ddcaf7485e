import type { z } from "zod";
import type { PaypalSettingsRecord } from "#contract/paypal-settings.ts";
import { type PaypalMode, paypalModes, type paypalSettingsInput } from "#contract/paypal-settings-form.ts";
import type { Config } from "#server/config.ts";
import { demoPaypalClient } from "#server/db/seed/content/demo-paypal.ts";
import { lockSettings, saveSettings } from "#server/db/stored-settings.ts";
import { type Actor, recordAudit } from "#server/features/audit/audit.service.ts";
import { paypalSettingsName } from "#server/features/settings/settings.service.ts";
import { writeContent } from "#server/platform/content-cache.ts";
import { failure, invalid, isStale, stale } from "#server/platform/failure.ts";
import { omitUndefined } from "#server/platform/omit-undefined.ts";
import type { Platform } from "#server/platform/platform.ts";
import { reencryptEach } from "#server/platform/reencrypt.ts";
import {
  defaultSettings,
  isMask,
  isOwnClient,
  type PaypalSettings,
  secretPurpose,
  settingsRecord,
  storedSettings,
} from "./paypal-settings.ts";

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

/** The demo's settings, where none were ever saved. The webhook follows once the emulator answers. */
export async function seedDemoPaypal(platform: Platform): Promise<void> {
  const { clientId, secret } = demoPaypalClient;
  await platform.db.transaction(async (tx) => {
    const stored = await lockSettings(tx, paypalSettingsName);
    if (stored.version > 0) return;
    const sealedSecret = platform.encryption.encrypt(secret, secretPurpose("sandbox"));
    const sandbox = { clientId, sealedSecret, webhookId: "" };
    await saveSettings(tx, paypalSettingsName, {
      data: { ...defaultSettings(), enablePayPal: true, sandbox },
      version: 1,
    });
  });
}

async function writeSettings(
  platform: Platform,
  actor: Actor,
  action: string,
  version: number | undefined,
  change: (before: PaypalSettings) => PaypalSettings,
): Promise<PaypalSettingsRecord> {
  return writeContent(platform, "currency", async (tx) => {
    const stored = await lockSettings(tx, paypalSettingsName);
    const before: PaypalSettings = storedSettings.parse(stored.data);
    if (isStale(version, stored)) throw stale(settingsRecord(platform, before, stored.version, true));
    const after = change(before);
    await saveSettings(tx, paypalSettingsName, { data: after, version: stored.version + 1 });
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
  const sentId = changes.webhookId ?? stored.webhookId;
  // A webhook belongs to its account, so that its id goes with the client id, also where a form sends it along unchanged.
  const webhookId = clientId !== stored.clientId && sentId === stored.webhookId ? "" : sentId;
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

/**
 * Encrypts PayPal's client secrets under the present APP_SECRET, so that a former one can be dropped, and logs those
 * that none opens. The version stays: to an admin who has the form open nothing has changed.
 */
export async function reencryptClientSecrets({ db, encryption, log }: Platform): Promise<void> {
  await db.transaction(async (tx) => {
    const { data, version } = await lockSettings(tx, paypalSettingsName);
    const settings: PaypalSettings = storedSettings.parse(data);
    const modes = paypalModes.map((mode) => ({ mode }));
    const words = { one: "PayPal's client secret", many: "PayPal's client secrets" };
    const naming = { ...words, id: ["mode", "mode"] } as const;
    const reencrypted = await reencryptEach(log, naming, modes, async ({ mode }) => {
      const { sealedSecret } = settings[mode];
      const fresh = sealedSecret && encryption.reencrypt(sealedSecret, secretPurpose(mode));
      if (!fresh) return false;
      settings[mode] = { ...settings[mode], sealedSecret: fresh };
    });
    if (reencrypted > 0) await saveSettings(tx, paypalSettingsName, { data: settings, version });
  });
}
