import type { Config } from "#server/config.ts";

/** On every page. Cross-origin popups stay open to us (PayPal's window), and YouTube needs a referrer. */
const securityHeaders: Record<string, string> = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "strict-origin-when-cross-origin",
  "cross-origin-opener-policy": "same-origin-allow-popups",
  "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(self)",
  "x-frame-options": "DENY",
};

/** Of an answer that is no page: opened as one, it may load and do nothing. */
export const answerPolicy = "default-src 'none'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'";

/** Of a file that someone uploaded or another service sent: opened by itself it can neither load nor run anything. */
export const filePolicy = "default-src 'none'; sandbox";

// The router takes an address in capitals as well.
const paymentPaths = /^\/(item-)?pay-now\//i;
/** The page with the payment buttons that the back office's settings show in a frame. */
const buttonsPreview = /^\/admin\/paypal-buttons(\?|$)/i;

/** PayPal's own origins, as its guidance for a content security policy names them. */
const paypalOrigins = ["https://*.paypal.com", "https://*.paypalobjects.com", "https://*.venmo.com"];

/** Whether the page at this address loads PayPal's script. */
export function isPaymentPage(url: string): boolean {
  return paymentPaths.test(url) || buttonsPreview.test(url);
}

/** No other site may frame a page, and of the shop's own pages one alone stands in a frame. */
export function pageHeaders(url: string): Record<string, string> {
  return buttonsPreview.test(url) ? { ...securityHeaders, "x-frame-options": "SAMEORIGIN" } : securityHeaders;
}

/**
 * Scripts: the shop's own files and the inline ones named by hash. Only the pages with its buttons let PayPal in; what its
 * script writes into frames of its own bears the page's `nonce`. Styles may be inline because elements have style attributes,
 * and the toasts a style sheet that their script writes.
 */
export function contentSecurityPolicy(
  config: Config,
  url: string,
  scriptHashes: readonly string[],
  nonce: string,
): string {
  const isPayment = isPaymentPage(url);
  const payment = isPayment ? paymentOrigins(config) : [];
  // The page with the buttons' preview, and the demo's approval window where the browser blocks windows.
  const frames = ["'self'", "https://www.youtube-nocookie.com", ...payment];
  return Object.entries({
    "default-src": ["'self'"],
    "script-src": ["'self'", ...scriptHashes, ...(isPayment ? [`'nonce-${nonce}'`] : []), ...payment],
    "style-src": ["'self'", "'unsafe-inline'", ...payment],
    // An admin may name a picture's address with http:, as the documents say.
    "img-src": ["'self'", "data:", "blob:", "http:", "https:"],
    // A video that is looked through where it is.
    "media-src": ["'self'", "blob:"],
    "font-src": ["'self'"],
    "connect-src": ["'self'", ...payment],
    "frame-src": frames,
    ...(isPayment ? { "child-src": frames } : {}),
    "object-src": ["'none'"],
    "base-uri": ["'none'"],
    "form-action": ["'self'"],
    "frame-ancestors": [buttonsPreview.test(url) ? "'self'" : "'none'"],
  })
    .map(([name, values]) => `${name} ${values.join(" ")}`)
    .join("; ");
}

function paymentOrigins(config: Config): string[] {
  const own = [config.paypalSdkUrl, config.paypalApiUrl].flatMap((url) => (url ? [new URL(url).origin] : []));
  return [...new Set([...own, ...paypalOrigins])].filter((origin) => origin !== config.appUrl);
}
