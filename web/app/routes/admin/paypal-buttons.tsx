import { data, useRouteLoaderData } from "react-router";
import { buttonStyles, getPaypalSettings } from "#contract/paypal-settings.ts";
import { pageApi } from "#web/api/page-api.ts";
import { ButtonsPage } from "#web/features/paypal-settings/buttons-page.tsx";
import { pageTitle } from "#web/features/shell/page-title.ts";
import { requireViewer } from "#web/features/shell/require-viewer.ts";
import type { loader as rootLoader } from "#web/root.tsx";
import type { Route } from "./+types/paypal-buttons";

export const meta = pageTitle("PayPal buttons preview");

/** A page for the settings' preview alone, apart from the area's shell. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const viewer = await requireViewer({ context, request });
  if (viewer.userRole !== "Admin") throw data(null, { status: 403 });
  const { clientId, currency, sdkUrl, ...more } = (await pageApi(context)(getPaypalSettings, {})).body.data;
  const asked = buttonStyles.safeParse(Object.fromEntries(new URL(request.url).searchParams));
  // PayPal's script runs on this page, and is to find no more of the settings than on a payment page.
  return {
    settings: { clientId, currency, sdkUrl },
    styleOf: asked.success ? asked.data : more.buttonStyles,
  };
}

export default function PaypalButtons({ loaderData }: Route.ComponentProps) {
  const shop = useRouteLoaderData<typeof rootLoader>("root")?.shop;
  return <ButtonsPage {...loaderData} demo={shop?.demo ?? false} />;
}
