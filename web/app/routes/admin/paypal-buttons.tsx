import { PayPalButtons, PayPalScriptProvider, usePayPalScriptReducer } from "@paypal/react-paypal-js";
import { useEffect, useState } from "react";
import { data, useRouteLoaderData } from "react-router";
import { getPaypalSettings, type PaypalSettingsRecord } from "#contract/paypal-settings.ts";
import { type ButtonStyles, buttonStyles } from "#contract/paypal-settings-form.ts";
import { pageApi } from "#web/api/loaders.ts";
import styles from "#web/features/admin-settings/paypal-buttons.module.css";
import { pageTitle } from "#web/features/shell/page-title.ts";
import { requireViewer } from "#web/features/shell/require-viewer.ts";
import type { loader as rootLoader } from "#web/root.tsx";
import { paypalScriptOptions } from "#web/ui/paypal-script.ts";
import { Status } from "#web/ui/status.tsx";
import type { Route } from "./+types/paypal-buttons";

export const meta = pageTitle("PayPal buttons preview");

/** A page for the settings' preview alone, apart from the area's shell. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const viewer = await requireViewer({ context, request });
  if (viewer.userRole !== "Admin") throw data(null, { status: 403 });
  const { clientId, currency, sdkUrl, ...more } = (await pageApi(context)(getPaypalSettings, {})).body.data;
  const asked = buttonStyles.safeParse(Object.fromEntries(new URL(request.url).searchParams));
  // PayPal's script runs on this page: it must find no more of the settings than on a payment page.
  return {
    settings: { clientId, currency, sdkUrl },
    styleOf: asked.success ? asked.data : more.buttonStyles,
  };
}

export default function PaypalButtonsPreview({ loaderData }: Route.ComponentProps) {
  const shop = useRouteLoaderData<typeof rootLoader>("root")?.shop;
  return <ButtonsPage {...loaderData} demo={shop?.demo ?? false} />;
}

/**
 * What the editor's preview frames: PayPal's own buttons by the saved client ID in the chosen style, and where its
 * script can't draw them, an approximation that says so. It takes no clicks.
 */
function ButtonsPage(props: {
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
    <div className={styles.waiting}>
      <Status className="visually-hidden">Loading payment options...</Status>
      <span />
      <span />
    </div>
  );
}

const labels: Record<ButtonStyles["label"], [before: string, after: string]> = {
  paypal: ["", ""],
  checkout: ["", " Checkout"],
  buynow: ["", " Buy Now"],
  pay: ["Pay with ", ""],
};

/** An approximation of PayPal's buttons, for when its script can't draw them. */
function DrawnButtons({ styleOf }: { styleOf: ButtonStyles }) {
  const [before, after] = labels[styleOf.label];
  return (
    <div className={styles.drawn} data-layout={styleOf.layout} data-shape={styleOf.shape}>
      <span className={styles.button} data-color={styleOf.color}>
        {before}
        <strong>PayPal</strong>
        {after}
      </span>
      {styleOf.layout === "vertical" ? (
        <span className={styles.button} data-color="black">
          Debit or Credit Card
        </span>
      ) : (
        <span className={styles.button} data-color={styleOf.color}>
          Pay Later
        </span>
      )}
    </div>
  );
}
