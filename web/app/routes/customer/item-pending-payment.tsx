import { pageApi } from "#web/api/page-api.ts";
import { loadOrderPage, newestFirst } from "#web/features/orders/order-page.ts";
import { PendingItemOrders } from "#web/features/orders/pending-orders.tsx";
import { pageTitle } from "#web/features/shell/page-title.ts";
import { requireViewer } from "#web/features/shell/require-viewer.ts";
import { tableQueryOf } from "#web/ui/table-url.ts";
import type { Route } from "./+types/item-pending-payment";

export const meta = pageTitle("My Pending item Orders");

export async function loader({ context, request, url }: Route.LoaderArgs) {
  const { userEmail } = await requireViewer({ context, request });
  const query = tableQueryOf(url.search, newestFirst);
  return loadOrderPage(pageApi(context), { kind: "item", query, pendingOnly: true, email: userEmail });
}

export default function ItemPendingPayment({ loaderData }: Route.ComponentProps) {
  return <PendingItemOrders {...loaderData} />;
}
