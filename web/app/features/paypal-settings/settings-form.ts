import type { z } from "zod";
import type { PaypalMode, PaypalSettingsRecord, paypalSettingsInput } from "#contract/paypal-settings.ts";

/** The settings as an admin gets them: the fields that visitors lack are there. */
export type AdminSettings = PaypalSettingsRecord &
  Required<Pick<PaypalSettingsRecord, "mode" | "sandbox" | "live" | "version" | "webhookUrl">>;

export type SettingsForm = Required<
  Pick<
    z.output<typeof paypalSettingsInput>,
    "enablePayPal" | "mode" | "clientId" | "clientSecret" | "webhookId" | "currency"
  >
> & { buttonStyles: PaypalSettingsRecord["buttonStyles"] };

/** The form over the settings, with the pair of the given mode. */
export function formOf(record: AdminSettings, mode: PaypalMode = record.mode): SettingsForm {
  const { enablePayPal, currency, buttonStyles } = record;
  return { enablePayPal, mode, currency, buttonStyles, ...record[mode] };
}

export function pairState({ clientId, clientSecret, webhookId }: AdminSettings["sandbox"]): string {
  if (!clientId && !clientSecret) return "No credentials";
  if (!clientId || !clientSecret) return "Incomplete";
  return webhookId ? "Credentials and webhook" : "Credentials, no webhook";
}
