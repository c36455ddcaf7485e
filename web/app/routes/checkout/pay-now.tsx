import { data } from "react-router";
import { getOrder } from "#contract/orders.ts";
import { getPaypalSettings } from "#contract/paypal-settings.ts";
import { isMissing } from "#web/api/is-missing.ts";
import { pageApi } from "#web/api/page-api.ts";
import { orLater } from "#web/api/query.tsx";
import { PaymentScreen } from "#web/features/payments/payment-screen.tsx";
import { pageTitle } from "#web/features/shell/page-title.ts";
import { requireViewer } from "#web/features/shell/require-viewer.ts";
import type { Route } from "./+types/pay-now";

export const meta = pageTitle("Complete Your Payment");

export async function loader({ context, request, params: { id } }: Route.LoaderArgs) {
  await requireViewer({ context, request });
  const api = pageApi(context);
  const found = api(getOrder, { params: { id } });
  const [order, settings, missing] = await Promise.all([
    orLater(found),
    orLater(api(getPaypalSettings, {})),
    isMissing(found),
  ]);
  return data({ kind: "package" as const, id, order, settings, missing }, { status: missing ? 404 : 200 });
}

export default function PayNow({ loaderData }: Route.ComponentProps) {
  return <PaymentScreen data={loaderData} />;
}
