import { z } from "zod";
import { type ShopCurrency, shopCurrencies } from "#contract/money.ts";
import {
  type ButtonStyles,
  buttonStyles,
  defaultButtonStyles,
  type PaypalMode,
  paypalModes,
} from "#contract/paypal-settings.ts";
import type { Config } from "#server/config.ts";
import { demoPaypalClient } from "#server/db/seed/content/demo-paypal.ts";

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
export const storedSettings = z.object({
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

/** Whether orders can be paid now: switched on, and with credentials for the mode. */
export function canCharge(settings: PaypalSettings, config: Pick<Config, "demo">): boolean {
  const { clientId, sealedSecret } = settings[settings.mode];
  return settings.enablePayPal && isOwnClient(clientId, config) && sealedSecret !== null;
}

/** The demo's client id, which stays in the settings when a demo goes live, is nobody's there. */
export function isOwnClient(clientId: string, { demo }: Pick<Config, "demo">): boolean {
  return clientId !== "" && (demo || clientId !== demoPaypalClient.clientId);
}

/** Whether a payment was begun with the mode and account that payments are taken with now. */
export function isInUse(
  { mode, clientId }: { mode: PaypalMode; clientId: string | null },
  settings: PaypalSettings,
): boolean {
  return mode === settings.mode && (clientId === null || clientId === settings[mode].clientId);
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
