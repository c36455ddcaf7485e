import { PayPalButtons, PayPalScriptProvider, usePayPalScriptReducer } from "@paypal/react-paypal-js";
import { useEffect, useState } from "react";
import type { ButtonStyles, PaypalSettingsRecord } from "#contract/paypal-settings.ts";
import styles from "#web/features/paypal-settings/buttons.module.css";
import { DrawnButtons } from "#web/features/paypal-settings/drawn-buttons.tsx";
import { paypalScriptOptions } from "#web/ui/paypal-script.ts";

/**
 * What the editor's preview frames: PayPal's own buttons by the saved client ID in the chosen style, and where its
 * script can't draw them, an approximation that says so. It takes no clicks.
 */
export function ButtonsPage(props: {
  settings: Pick<PaypalSettingsRecord, "clientId" | "currency" | "sdkUrl">;
  styleOf: ButtonStyles;
  demo: boolean;
}) {
  const { settings, styleOf, demo } = props;
  const { clientId, currency, sdkUrl } = settings;
  const [options, setOptions] = useState<ReturnType<typeof paypalScriptOptions>>();
  const usable = clientId !== "" && (clientId !== "test" || demo);
  useEffect(() => {
    if (usable) setOptions(paypalScriptOptions({ clientId, currency, sdkUrl }));
  }, [usable, clientId, currency, sdkUrl]);

  return (
    <main className={styles.page}>
      {!usable && <Drawn styleOf={styleOf} why="PayPal draws the real buttons once a client ID is saved." />}
      {usable && !options && <Waiting />}
      {options && (
        <PayPalScriptProvider options={options}>
          <RealButtons styleOf={styleOf} />
        </PayPalScriptProvider>
      )}
    </main>
  );
}

function RealButtons({ styleOf }: { styleOf: ButtonStyles }) {
  const [{ isInitial, isPending, isRejected }] = usePayPalScriptReducer();
  const [failed, setFailed] = useState(false);
  if (isRejected || failed) return <Drawn styleOf={styleOf} why="PayPal's script could not be loaded." />;
  return (
    <>
      <p className={styles.note}>PayPal's own buttons, as buyers see them. Here they take no clicks.</p>
      {(isInitial || isPending) && <Waiting />}
      <div className={styles.real} inert>
        <PayPalButtons
          style={styleOf}
          createOrder={() => Promise.reject(new Error("A preview takes no payment."))}
          onError={() => setFailed(true)}
        />
      </div>
    </>
  );
}

function Drawn({ styleOf, why }: { styleOf: ButtonStyles; why: string }) {
  return (
    <>
      <p className={styles.note}>An approximation: {why}</p>
      <DrawnButtons styleOf={styleOf} />
    </>
  );
}

function Waiting() {
  return (
    <div role="status" aria-label="Loading payment options..." className={styles.waiting}>
      <span />
      <span />
    </div>
  );
}
