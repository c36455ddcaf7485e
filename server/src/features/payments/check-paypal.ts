import type { Platform } from "#server/platform/platform.ts";
import { reasonOf } from "#server/providers/paypal/result.ts";
import { canCharge, readPaypalSettings, webhookUrl } from "./settings/change-paypal-settings.ts";
import { paypalClient } from "./settings/paypal-account.ts";

/**
 * Asks PayPal whether the credentials of the mode in use work and its news come to this shop's address.
 *
 * @throws one sentence that says what to do.
 */
export async function checkPaypal(
  platform: Pick<Platform, "config" | "db" | "log" | "encryption">,
): Promise<string> {
  const settings = await readPaypalSettings(platform.db);
  const { mode } = settings;
  const where = "in the back office's Paypal Setup";
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
      /\b401\b/.test(reason)
        ? `PayPal does not accept the ${mode} client ID and secret: correct them ${where}`
        : `PayPal does not answer as expected (${reason}): let this machine reach it`,
    );
  }
  const register = `press 'Register webhook' ${where}`;
  const { webhookId } = settings[mode];
  if (!webhookId)
    throw new Error(`no webhook is registered, so payments of closed browsers come late: ${register}`);
  const registered = await paypal.webhookAddress(webhookId);
  if (registered.kind !== "ok")
    throw new Error(`PayPal does not tell of the webhook (${reasonOf(registered)})`);
  if (registered.value === null) throw new Error(`PayPal does not know the webhook any more: ${register}`);
  if (registered.value !== webhookUrl(platform))
    throw new Error(
      `the webhook leads to ${registered.value} instead of ${webhookUrl(platform)}: ${register}`,
    );
  return `${mode}, signed in, webhook registered${mode === "sandbox" ? "; play money only" : ""}`;
}
