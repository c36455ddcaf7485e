import { useEffect, useState } from "react";

const paymentPath = /^\/(item-)?pay-now\//;

/** Whether the browser loaded this document for a payment page, or came to one inside the app. */
function isPaymentDocument(): boolean {
  const [navigation] = performance.getEntriesByType("navigation");
  return !navigation || paymentPath.test(new URL(navigation.name).pathname);
}

/**
 * True once PayPal's script may be loaded. Only a payment page's own document has a policy that lets it in; a page
 * that was reached inside the app (after signing in, or by Back) is loaded anew first.
 */
export function useOwnDocument(): boolean {
  const [own, setOwn] = useState(false);
  useEffect(() => {
    if (isPaymentDocument()) setOwn(true);
    else location.reload();
  }, []);
  return own;
}
