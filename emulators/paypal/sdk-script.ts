import { drawButtons } from "./browser/draw-buttons.ts";
import { installSdk } from "./browser/install-sdk.ts";
import { makeButtons } from "./browser/make-buttons.ts";
import { openCheckout } from "./browser/open-checkout.ts";
import type { Emulator } from "./emulator.ts";
import { CURRENCIES } from "./money.ts";

const VERSION = "5.0.500";

const PARAMETERS: ReadonlySet<string> = new Set([
  "client-id",
  "merchant-id",
  "currency",
  "intent",
  "commit",
  "vault",
  "components",
  "disable-funding",
  "enable-funding",
  "integration-date",
  "debug",
  "buyer-country",
  "locale",
]);

const COMPONENTS: ReadonlySet<string> = new Set(["buttons", "funding-eligibility"]);

/** What is wrong with the script's query, in PayPal's words; PayPal answers it with 400. */
export function sdkProblem(emulator: Emulator, query: URLSearchParams): string | undefined {
  for (const name of query.keys()) {
    if (!PARAMETERS.has(name)) return `Disallowed query param: ${name}`;
    if (query.getAll(name).length > 1) return `Duplicate query param: ${name}`;
    if (query.get(name) === "") return `Got empty string for query param: ${name}`;
  }
  const clientId = query.get("client-id");
  if (!clientId) return "Expected client-id to be passed in query";
  if (!emulator.clients.has(clientId)) return "client-id not recognized for either production or sandbox";
  const currency = query.get("currency") ?? "USD";
  if (!CURRENCIES.has(currency)) return `Invalid query value for currency: ${currency}`;
  const intent = query.get("intent") ?? "capture";
  if (intent !== "capture") return `Invalid query value for intent: ${intent}`;
  for (const component of (query.get("components") ?? "buttons").split(",")) {
    if (!COMPONENTS.has(component)) return `Invalid query value for components: ${component}`;
  }
  return undefined;
}

/** The script itself. Its parts are functions of this program, handed to each other as arguments. */
export function sdkScript(baseUrl: string, query: URLSearchParams): string {
  const config = {
    base: baseUrl,
    clientId: query.get("client-id"),
    currency: query.get("currency") ?? "USD",
    version: VERSION,
  };
  const json = JSON.stringify(config).replaceAll("<", "\\u003c");
  return `"use strict";(${installSdk})(${json},${makeButtons},${drawButtons},${openCheckout});\n`;
}
