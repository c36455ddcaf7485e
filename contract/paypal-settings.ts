import { z } from "zod";
import { call } from "./call.ts";
import { envelope } from "./fields.ts";
import { shopCurrencies } from "./money.ts";

export const paypalModes = ["sandbox", "live"] as const;
export type PaypalMode = (typeof paypalModes)[number];

export const buttonLayouts = ["vertical", "horizontal"] as const;
export const buttonColors = ["gold", "blue", "silver", "white", "black"] as const;
export const buttonShapes = ["rect", "pill"] as const;
export const buttonLabels = ["paypal", "checkout", "buynow", "pay"] as const;

export const buttonStyles = z.object({
  layout: z.enum(buttonLayouts, "Please choose a layout."),
  color: z.enum(buttonColors, "Please choose a color."),
  shape: z.enum(buttonShapes, "Please choose a shape."),
  label: z.enum(buttonLabels, "Please choose a label."),
});
export type ButtonStyles = z.output<typeof buttonStyles>;

export const defaultButtonStyles: ButtonStyles = {
  layout: "vertical",
  color: "blue",
  shape: "rect",
  label: "paypal",
};

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

/** `mode` picks the pair that is written; a blank or still masked secret keeps the stored one. */
export const paypalSettingsInput = z.object({
  enablePayPal: z.boolean().optional(),
  mode: z.enum(paypalModes, "Please choose a mode.").optional(),
  clientId: z.string().trim().max(200, "Please use at most 200 characters.").optional(),
  clientSecret: z.string().trim().max(500, "Please use at most 500 characters.").optional(),
  webhookId: z.string().trim().max(50, "Please use at most 50 characters.").optional(),
  currency: z.enum(shopCurrencies, "Please choose a currency.").optional(),
  buttonStyles: buttonStyles.partial().optional(),
  version: z.number().int().optional(),
});

export const getPaypalSettings = call({
  method: "GET",
  path: "/api/paypal-settings",
  access: "visitor",
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
    clientId: z.string().trim().max(200).optional(),
    clientSecret: z.string().trim().max(500).optional(),
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
