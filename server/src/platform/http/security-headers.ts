import type { Config } from "#server/config.ts";

/** On every page. Cross-origin popups stay open to us (PayPal's window), and YouTube needs a referrer. */
export const securityHeaders: Record<string, string> = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "strict-origin-when-cross-origin",
  "cross-origin-opener-policy": "same-origin-allow-popups",
  "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(self)",
  "x-frame-options": "DENY",
};

const paymentPaths = /^\/(item-)?pay-now\//;
const paypalOrigins = [
  "https://www.paypal.com",
  "https://www.sandbox.paypal.com",
  "https://www.paypalobjects.com",
];

/**
 * Scripts: the shop's own files and the inline ones named by hash. Only the payment pages let PayPal in.
 * Styles may be inline because the component library writes style attributes.
 */
export function contentSecurityPolicy(config: Config, url: string, scriptHashes: readonly string[]): string {
  const payment = paymentPaths.test(url) ? paymentOrigins(config) : [];
  // The demo's approval window is this site's own, and a frame where the browser blocks windows.
  const ownWindow = payment.length > 0 && config.demo ? ["'self'"] : [];
  const video = ["https://www.youtube-nocookie.com"];
  return Object.entries({
    "default-src": ["'self'"],
    "script-src": ["'self'", ...scriptHashes, ...payment],
    "style-src": ["'self'", "'unsafe-inline'"],
    "img-src": ["'self'", "data:", "blob:", "https:"],
    "font-src": ["'self'"],
    "connect-src": ["'self'", ...payment],
    "frame-src": [...video, ...payment, ...ownWindow],
    "object-src": ["'none'"],
    "base-uri": ["'none'"],
    "form-action": ["'self'"],
    "frame-ancestors": ["'none'"],
  })
    .map(([name, values]) => `${name} ${values.join(" ")}`)
    .join("; ");
}

function paymentOrigins(config: Config): string[] {
  const own = [config.paypalSdkUrl, config.paypalApiUrl].flatMap((url) => (url ? [new URL(url).origin] : []));
  return [...new Set([...own, ...paypalOrigins])].filter((origin) => origin !== config.appUrl);
}
