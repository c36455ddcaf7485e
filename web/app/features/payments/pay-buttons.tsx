import { PayPalButtons, PayPalScriptProvider, usePayPalScriptReducer } from "@paypal/react-paypal-js";
import { useEffect, useMemo, useState } from "react";
import type { PaypalSettingsRecord } from "#contract/paypal-settings.ts";
import { paymentTexts } from "#web/features/payments/messages.ts";
import styles from "#web/features/payments/payment.module.css";
import { Skeleton } from "#web/ui/elements/waiting.tsx";
import { paypalScriptOptions } from "#web/ui/paypal-script.ts";
import { ErrorState } from "#web/ui/states.tsx";
import { Status } from "#web/ui/status.tsx";

type ButtonEvents = {
  createOrder: () => Promise<string>;
  onApprove: (paypalOrderId: string, restart: () => void) => Promise<void>;
  onClick: () => void;
  onCancel: () => void;
  onError: () => void;
};

/** PayPal's buttons, with the script that draws them. `currency` is the order's own. */
export function PayButtons(props: {
  settings: PaypalSettingsRecord;
  currency: string;
  events: ButtonEvents;
}) {
  const { settings, currency, events } = props;
  const { clientId, sdkUrl } = settings;
  const own = useOwnDocument();
  const options = useMemo(
    () => (own ? paypalScriptOptions({ clientId, currency, sdkUrl }) : null),
    [clientId, currency, sdkUrl, own],
  );
  if (!options) return <WaitingButtons />;
  return (
    <PayPalScriptProvider key={`${sdkUrl} ${clientId} ${currency}`} options={options}>
      <Buttons styleOf={settings.buttonStyles} events={events} />
    </PayPalScriptProvider>
  );
}

function Buttons({
  styleOf,
  events,
}: {
  styleOf: Partial<PaypalSettingsRecord["buttonStyles"]> | undefined;
  events: ButtonEvents;
}) {
  const [{ isInitial, isPending, isRejected }] = usePayPalScriptReducer();
  const { layout = "vertical", color = "blue", shape = "rect", label = "pay" } = styleOf ?? {};
  if (isRejected) {
    return (
      <ErrorState
        compact
        title={paymentTexts.setupIncomplete}
        onRetry={() => location.reload()}
        retryLabel="Refresh the page"
      />
    );
  }
  return (
    <div className={styles.buttons}>
      {(isInitial || isPending) && <WaitingButtons />}
      <PayPalButtons
        style={{ layout, color, shape, label }}
        createOrder={events.createOrder}
        onApprove={(data, actions) => events.onApprove(data.orderID, () => actions.restart())}
        onClick={events.onClick}
        onCancel={events.onCancel}
        onError={events.onError}
        forceReRender={[layout, color, shape, label]}
      />
    </div>
  );
}

/** As large as the buttons, so that nothing jumps when they come. */
function WaitingButtons() {
  return (
    <div className={styles.buttons}>
      <Status className="visually-hidden">Loading payment options...</Status>
      <Skeleton height={45} radius="sm" />
      <Skeleton height={45} radius="sm" mt={12} />
    </div>
  );
}

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
function useOwnDocument(): boolean {
  const [own, setOwn] = useState(false);
  useEffect(() => {
    if (isPaymentDocument()) setOwn(true);
    else location.reload();
  }, []);
  return own;
}
