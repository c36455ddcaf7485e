import { getLatestPurchase } from "#contract/payments.ts";
import { pageApi, revalidateOnPathChange, undefinedOnError } from "#web/api/loaders.ts";
import { LatestPurchase } from "#web/features/orders/latest-purchase.tsx";
import { loadOrderPage } from "#web/features/orders/order-page.ts";
import { OwnPackageOrders } from "#web/features/orders/own-orders.tsx";
import { pageTitle } from "#web/features/shell/page-title.ts";
import { requireViewer } from "#web/features/shell/require-viewer.ts";
import { PageHeader } from "#web/ui/page-header.tsx";
import type { Route } from "./+types/subscription-history";

export const meta = pageTitle("Subscription History");

export async function loader({ context, request, url }: Route.LoaderArgs) {
  const { userEmail } = await requireViewer({ context, request });
  const api = pageApi(context);
  const [page, purchase] = await Promise.all([
    loadOrderPage(api, { kind: "package", search: url.search, pendingOnly: false, email: userEmail }),
    undefinedOnError(api(getLatestPurchase, { query: { kind: "package" } })),
  ]);
  return { page, purchase };
}

/** Page, sort and search are the screen's own matter once it stands. */
export const shouldRevalidate = revalidateOnPathChange;

export default function SubscriptionHistory({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <LatestPurchase kind="package" loaded={loaderData.purchase} />
      <PageHeader
        title="Subscription History"
        description="Every package that you ordered, and how long it lasts."
      />
      <OwnPackageOrders page={loaderData.page} caption="Subscription History" />
    </>
  );
}
