import type { ButtonOptions, DrawButtons, MakeButtons, OpenCheckout, SdkConfig } from "./types.ts";

/**
 * Puts the namespace on the window, under the name that the script's tag asks for.
 * Sent to browsers as text: it may use nothing from outside itself.
 */
export function installSdk(given: SdkConfig, make: MakeButtons, draw: DrawButtons, open: OpenCheckout): void {
  const script = document.currentScript instanceof HTMLScriptElement ? document.currentScript : undefined;
  // The address that the browser really used: behind a proxy it can differ from the configured one.
  const base = script?.src.includes("/sdk/js")
    ? script.src.slice(0, script.src.indexOf("/sdk/js"))
    : given.base;
  const config = { ...given, base };
  const sources = ["paypal", "card"];
  const api = {
    version: config.version,
    FUNDING: { PAYPAL: "paypal", CARD: "card", PAYLATER: "paylater", CREDIT: "credit", VENMO: "venmo" },
    Buttons: (options: ButtonOptions = {}) => make(config, { ...options }, draw, open),
    getFundingSources: () => sources,
    isFundingEligible: (source: string) => sources.includes(source),
    rememberFunding: () => undefined,
  };
  Object.assign(window, { [script?.dataset.namespace || "paypal"]: api });
}
