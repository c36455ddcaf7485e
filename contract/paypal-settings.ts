import { z } from "zod";
import { call } from "./call.ts";
import { envelope, plainText } from "./fields.ts";
import { shopCurrencies } from "./money.ts";
import { buttonStyles, paypalModes, paypalSettingsInput } from "./paypal-settings-form.ts";

/** One mode's credentials as an admin sees them: the secret is masked, or blank where there is none. */
const pairRecord = z.object({ clientId: z.string(), clientSecret: z.string(), webhookId: z.string() });

export const paypalSettingsRecord = z.object({
  clientId: z.string(),
  currency: z.enum(shopCurrencies),
  /** False as well while there are no credentials: then nothing can be paid. */
  enablePayPal: z.boolean(),
  buttonStyles,
  /** Address of PayPal's browser script without its query. */
  sdkUrl: z.string(),
  /** For admins alone, from here on; `clientSecret` and `webhookId` are those of `mode`. */
  mode: z.enum(paypalModes).optional(),
  clientSecret: z.string().optional(),
  webhookId: z.string().optional(),
  webhookUrl: z.string().optional(),
  sandbox: pairRecord.optional(),
  live: pairRecord.optional(),
  version: z.number().int().optional(),
});
export type PaypalSettingsRecord = z.output<typeof paypalSettingsRecord>;

export const getPaypalSettings = call({
  method: "GET",
  path: "/api/paypal-settings",
  access: "visitor",
  tellsAdminsMore: true,
  summary: "What the payment page needs; an admin also gets mode, masked secrets and webhook.",
  answer: envelope(paypalSettingsRecord),
  errors: [],
});

export const putPaypalSettings = call({
  method: "PUT",
  path: "/api/paypal-settings",
  access: "admin",
  proof: "recent",
  summary: "Changes the payment settings; what is absent stays. Enabling without credentials is refused.",
  body: paypalSettingsInput,
  answer: envelope(paypalSettingsRecord),
  errors: ["INVALID_INPUT", "STALE_VERSION"],
});

export const resetPaypalSettings = call({
  method: "POST",
  path: "/api/paypal-settings/reset",
  access: "admin",
  proof: "recent",
  summary: "Clears both pairs of credentials, switches payments off and brings back the defaults.",
  answer: envelope(paypalSettingsRecord),
  errors: [],
});

export const testPaypalSettings = call({
  method: "POST",
  path: "/api/paypal-settings/test",
  access: "admin",
  proof: "session",
  summary: "Tries credentials at PayPal: those that are given, else the stored ones of the mode.",
  body: z.strictObject({
    mode: z.enum(paypalModes).optional(),
    clientId: plainText.max(200, "Please use at most 200 characters.").optional(),
    clientSecret: plainText.max(500, "Please use at most 500 characters.").optional(),
  }),
  answer: envelope(z.object({ mode: z.enum(paypalModes) })),
  errors: ["INVALID_INPUT", "PROVIDER_FAILED"],
});

export const registerPaypalWebhook = call({
  method: "POST",
  path: "/api/paypal-settings/webhook",
  access: "admin",
  proof: "recent",
  summary: "Registers the shop's webhook with PayPal and keeps its id for the mode.",
  body: z.strictObject({ mode: z.enum(paypalModes).optional() }),
  answer: envelope(z.object({ mode: z.enum(paypalModes), webhookId: z.string(), webhookUrl: z.string() })),
  errors: ["INVALID_INPUT", "PROVIDER_FAILED"],
});
