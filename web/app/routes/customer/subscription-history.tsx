import { pageApi } from "#web/api/loaders.ts";
import { loadOrderPage, newestFirst } from "#web/features/orders/order-page.ts";
import { OwnPackageOrders } from "#web/features/orders/own-orders.tsx";
import { pageTitle } from "#web/features/shell/page-title.ts";
import { requireViewer } from "#web/features/shell/require-viewer.ts";
import { PageHeader } from "#web/ui/page-header.tsx";
import { tableQueryOf } from "#web/ui/table-url.ts";
import type { Route } from "./+types/subscription-history";

export const meta = pageTitle("Subscription History");

export async function loader({ context, request, url }: Route.LoaderArgs) {
  const { userEmail } = await requireViewer({ context, request });
  const query = tableQueryOf(url.search, newestFirst);
  return loadOrderPage(pageApi(context), { kind: "package", query, pendingOnly: false, email: userEmail });
}

export default function SubscriptionHistory({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PageHeader
        title="Subscription History"
        description="Every package that you ordered, and how long it lasts."
      />
      <OwnPackageOrders page={loaderData} caption="Subscription History" />
    </>
  );
}
