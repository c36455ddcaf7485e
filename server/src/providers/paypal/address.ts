import type { Config } from "#server/config.ts";

type Addresses = Pick<Config, "paypalApiUrl" | "paypalSdkUrl" | "demo" | "appUrl">;

const apiByMode = {
  sandbox: "https://api-m.sandbox.paypal.com",
  live: "https://api-m.paypal.com",
} as const;

/** Base address of PayPal's REST API, without a trailing slash: an own one, the demo's, or the mode's. */
export function paypalBaseUrl(config: Addresses, mode: "sandbox" | "live"): string {
  return config.paypalApiUrl ?? (config.demo ? demoUrl(config) : apiByMode[mode]);
}

/** Address of the browser's script without its query; PayPal tells the mode by the client id. */
export function paypalSdkUrl(config: Addresses): string {
  return config.paypalSdkUrl ?? (config.demo ? `${demoUrl(config)}/sdk/js` : "https://www.paypal.com/sdk/js");
}

function demoUrl(config: Addresses): string {
  return `${config.appUrl}/demo/paypal`;
}
