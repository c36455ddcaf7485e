import { data } from "react-router";
import { getPackage } from "#contract/packages.ts";
import { isMissing } from "#web/api/is-missing.ts";
import { pageApi } from "#web/api/page-api.ts";
import { orLater } from "#web/api/query.tsx";
import { loadBilling } from "#web/features/orders/billing.ts";
import { PackageCheckout } from "#web/features/orders/checkout-screen.tsx";
import { pageTitle } from "#web/features/shell/page-title.ts";
import { requireViewer } from "#web/features/shell/require-viewer.ts";
import type { Route } from "./+types/buy";

export const meta = pageTitle("Checkout");

export async function loader({ context, request, params: { id } }: Route.LoaderArgs) {
  const viewer = await requireViewer({ context, request });
  const api = pageApi(context);
  const found = api(getPackage, { params: { id } });
  const [loaded, missing, start] = await Promise.all([
    orLater(found),
    isMissing(found),
    loadBilling(api, viewer),
  ]);
  return data({ id, loaded, missing, ...start }, { status: missing ? 404 : 200 });
}

export default function Buy({ loaderData }: Route.ComponentProps) {
  return <PackageCheckout {...loaderData} />;
}
