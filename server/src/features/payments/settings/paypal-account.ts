import type { PaypalMode } from "#contract/paypal-settings-form.ts";
import { type Actor, systemActor } from "#server/features/audit/audit.service.ts";
import { failure, invalid } from "#server/platform/failure.ts";
import type { Platform } from "#server/platform/platform.ts";
import { paypalBaseUrl } from "#server/providers/paypal/address.ts";
import type { PaypalPayee } from "#server/providers/paypal/answers.ts";
import { openPaypal, type Paypal } from "#server/providers/paypal/paypal.ts";
import {
  isForbidden,
  isWrongCredentials,
  type PaypalResult,
  reasonOf,
  unknown,
} from "#server/providers/paypal/result.ts";
import type { AttemptRow } from "../attempts/attempts.repository.ts";
import { saveWebhookId } from "./change-paypal-settings.ts";
import {
  canCharge,
  decryptSecret,
  isMask,
  isOfAccount,
  type PaypalSettings,
  readPaypalSettings,
  webhookUrl,
} from "./paypal-settings.ts";

/** Of one HTTP call to PayPal. */
const callTimeoutMs = 8_000;

type Needs = Pick<Platform, "config" | "log" | "encryption">;

/** PayPal with the credentials of a mode; null where there are none. */
export function paypalClient(platform: Needs, settings: PaypalSettings, mode: PaypalMode): Paypal | null {
  const { clientId, sealedSecret } = settings[mode];
  const clientSecret = decryptSecret(platform, mode, sealedSecret);
  return clientId && clientSecret ? paypalWith(platform, mode, { clientId, clientSecret }) : null;
}

/** Reads the settings first; for work on an attempt that was made in that mode. */
export async function paypalForMode(platform: Platform, mode: PaypalMode): Promise<Paypal | null> {
  return paypalClient(platform, await readPaypalSettings(platform.db), mode);
}

/**
 * Whether PayPal refuses because an attempt was made with another account than the one in use: it will go on to. Of one
 * from before client ids were kept the payee tells, where PayPal had named it by the id that stays.
 */
export async function isOfAnotherAccount(
  platform: Platform,
  attempt: Pick<AttemptRow, "mode" | "clientId" | "payeeMerchantId">,
  answer: PaypalResult<unknown>,
): Promise<boolean> {
  const isKept =
    (answer.kind === "unknown" && isForbidden(answer.reason)) ||
    (answer.kind === "refused" && answer.status === 404);
  if (!isKept) return false;
  const { mode, clientId, payeeMerchantId } = attempt;
  if (clientId !== null) return !isOfAccount(attempt, await readPaypalSettings(platform.db));
  const own = payeeMerchantId === null ? null : await ownPayee(platform, mode);
  return own?.kind === "ok" && own.value.merchantId !== null && own.value.merchantId !== payeeMerchantId;
}

const payees = new Map<string, PaypalPayee>();

/** The payee of the shop's own orders, as PayPal names it. Read once for each process and client id. */
export async function ownPayee(platform: Platform, mode: PaypalMode): Promise<PaypalResult<PaypalPayee>> {
  const settings = await readPaypalSettings(platform.db);
  const key = `${paypalBaseUrl(platform.config, mode)} ${settings[mode].clientId}`;
  const known = payees.get(key);
  if (known) return { kind: "ok", status: 200, value: known };
  const asked = await paypalClient(platform, settings, mode)?.ownPayee(settings.currency);
  if (asked?.kind !== "ok") return asked ?? unknown("no credentials");
  const payee = asked.value;
  if (!payee?.merchantId && !payee?.email) return unknown("PayPal names no payee");
  payees.set(key, payee);
  return { ...asked, value: payee };
}

function paypalWith(
  platform: Needs,
  mode: PaypalMode,
  credentials: { clientId: string; clientSecret: string },
): Paypal {
  return openPaypal({ baseUrl: paypalBaseUrl(platform.config, mode), ...credentials }, callTimeoutMs);
}

export interface CredentialsToTry {
  mode?: PaypalMode | undefined;
  clientId?: string | undefined;
  clientSecret?: string | undefined;
}

/** Asks PayPal for a token; what is not given, or still masked, is taken from the stored pair of the mode. */
export async function tryCredentials(platform: Platform, given: CredentialsToTry): Promise<PaypalMode> {
  const settings = await readPaypalSettings(platform.db);
  const mode = given.mode ?? settings.mode;
  const clientId = given.clientId || settings[mode].clientId;
  const typed = given.clientSecret && !isMask(given.clientSecret) ? given.clientSecret : null;
  const clientSecret = typed ?? decryptSecret(platform, mode, settings[mode].sealedSecret);
  if (!clientId) throw invalid({ clientId: "Please enter a client ID." });
  if (!clientSecret) throw invalid({ clientSecret: "Please enter a client secret." });
  const result = await paypalWith(platform, mode, { clientId, clientSecret }).tryCredentials();
  if (result.kind === "ok") return mode;
  if (isWrongCredentials(reasonOf(result))) {
    throw invalid({ clientSecret: "PayPal does not accept this client ID and secret." });
  }
  throw failure("PROVIDER_FAILED", `PayPal did not answer as expected: ${reasonOf(result)}.`);
}

/** Registers the shop's address with PayPal, or finds it registered, and keeps the webhook's id. */
export async function registerWebhook(
  platform: Platform,
  actor: Actor,
  asked: PaypalMode | undefined,
): Promise<{ mode: PaypalMode; webhookId: string; webhookUrl: string }> {
  const settings = await readPaypalSettings(platform.db);
  const mode = asked ?? settings.mode;
  const paypal = paypalClient(platform, settings, mode);
  if (!paypal) throw invalid({ clientId: "Please save a client ID and secret first." });
  const made = await paypal.createWebhook(webhookUrl(platform));
  if (made.kind !== "ok") {
    if (isWrongCredentials(reasonOf(made))) {
      throw invalid({ clientSecret: "PayPal does not accept this client ID and secret." });
    }
    throw failure("PROVIDER_FAILED", `PayPal did not register the webhook: ${reasonOf(made)}.`);
  }
  await saveWebhookId(platform, actor, mode, settings[mode].clientId, made.value);
  return { mode, webhookId: made.value, webhookUrl: webhookUrl(platform) };
}

/**
 * In the demo the shop registers its webhook by itself once the emulator answers, and again where the emulator has lost
 * its memory. True when nothing is left to do.
 */
export async function ensureDemoWebhook(platform: Platform): Promise<boolean> {
  const settings = await readPaypalSettings(platform.db);
  const { mode } = settings;
  const paypal = settings.enablePayPal ? paypalClient(platform, settings, mode) : null;
  if (!paypal) return false;
  const { webhookId } = settings[mode];
  if (webhookId) {
    const known = await paypal.readWebhook(webhookId);
    if (known.kind !== "ok") return false;
    if (known.value) return true;
  }
  try {
    await registerWebhook(platform, systemActor, mode);
    return true;
  } catch (error) {
    platform.log.debug({ err: error }, "the demo's webhook is not registered yet");
    return false;
  }
}

/**
 * Asks PayPal whether the credentials of the mode in use work and its webhook leads to this shop.
 *
 * @throws one sentence that says what to do.
 */
export async function checkPaypal(
  platform: Pick<Platform, "config" | "db" | "log" | "encryption">,
): Promise<string> {
  const settings = await readPaypalSettings(platform.db);
  const { mode } = settings;
  const where = "in the back office's Paypal Setup";
  if (!settings.enablePayPal && !settings.live.clientId && !settings.sandbox.clientId)
    throw new Error(`nothing can be paid: enter client ID and secret ${where}, and switch it on`);
  if (!settings.enablePayPal) return `switched off ${where}: nothing can be paid`;
  if (!canCharge(settings, platform.config))
    throw new Error(`enter the ${mode} client ID and secret ${where}`);
  const paypal = paypalClient(platform, settings, mode);
  if (!paypal)
    throw new Error(
      `the ${mode} secret was stored under another APP_SECRET: bring that back, or enter the secret anew`,
    );
  const tried = await paypal.tryCredentials();
  if (tried.kind !== "ok") {
    const reason = reasonOf(tried);
    throw new Error(
      isWrongCredentials(reason)
        ? `PayPal does not accept the ${mode} client ID and secret: correct them ${where}`
        : `PayPal does not answer as expected (${reason}): let this machine reach it`,
    );
  }
  const register = `press 'Register webhook' ${where}`;
  const { webhookId } = settings[mode];
  if (!webhookId)
    throw new Error(`no webhook is registered, so payments of closed browsers come late: ${register}`);
  const registered = await paypal.readWebhook(webhookId);
  if (registered.kind !== "ok")
    throw new Error(`PayPal does not tell of the webhook (${reasonOf(registered)})`);
  if (registered.value === null) throw new Error(`PayPal does not know the webhook any more: ${register}`);
  const { url, lacks } = registered.value;
  if (url !== webhookUrl(platform))
    throw new Error(`the webhook leads to ${url} instead of ${webhookUrl(platform)}: ${register}`);
  if (lacks.length > 0) throw new Error(`PayPal does not tell of ${lacks.join(", ")}: ${register}`);
  return `${mode}, signed in, webhook registered${mode === "sandbox" ? "; play money only" : ""}`;
}
