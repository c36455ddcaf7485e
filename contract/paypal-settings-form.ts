import { z } from "zod";
import { plainText, recordVersion } from "./fields.ts";
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

/** `mode` picks the pair that is written; a blank or still masked secret keeps the stored one. */
export const paypalSettingsInput = z.object({
  enablePayPal: z.boolean().optional(),
  mode: z.enum(paypalModes, "Please choose a mode.").optional(),
  clientId: plainText.max(200, "Please use at most 200 characters.").optional(),
  clientSecret: plainText.max(500, "Please use at most 500 characters.").optional(),
  webhookId: plainText.max(50, "Please use at most 50 characters.").optional(),
  currency: z.enum(shopCurrencies, "Please choose a currency.").optional(),
  buttonStyles: buttonStyles.partial().optional(),
  version: recordVersion.optional(),
});
