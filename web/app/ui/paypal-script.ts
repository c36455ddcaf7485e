/** What PayPal's browser script is loaded with, wherever its buttons are shown. In the browser alone. */
export function paypalScriptOptions(of: { clientId: string; currency: string; sdkUrl: string }) {
  return {
    clientId: of.clientId,
    currency: of.currency,
    intent: "capture",
    components: "buttons",
    sdkBaseUrl: of.sdkUrl,
    dataCspNonce: pageNonce(),
  };
}

/** The nonce of this document's CSP. Browsers hide the attribute and keep the property. */
function pageNonce(): string {
  return document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce ?? "";
}
