import type { OrderKind } from "#contract/orders.ts";
import { pageApi } from "#web/api/page-api.ts";
import { openingKind } from "#web/features/orders/opening-kind.ts";
import { loadOrderPage, newestFirst } from "#web/features/orders/order-page.ts";
import { OrderTabs } from "#web/features/orders/order-tabs.tsx";
import { OwnItemOrders, OwnPackageOrders } from "#web/features/orders/own-orders.tsx";
import { pageTitle } from "#web/features/shell/page-title.ts";
import { requireViewer } from "#web/features/shell/require-viewer.ts";
import { PageHeader } from "#web/ui/page-header.tsx";
import { tableQueryOf } from "#web/ui/table-url.ts";
import type { Route } from "./+types/orders";

export const meta = pageTitle("My Orders");

export async function loader({ context, request, url }: Route.LoaderArgs) {
  const { userEmail: email } = await requireViewer({ context, request });
  const api = pageApi(context);
  const asked = url.searchParams.get("show");
  const afterItem = url.pathname.startsWith("/user/orders-history");
  const kind: OrderKind =
    asked === "items" ? "item" : asked === "packages" ? "package" : await openingKind(api, email, afterItem);
  const page = { query: tableQueryOf(url.search, newestFirst), pendingOnly: false, email };
  return kind === "item"
    ? loadOrderPage(api, { ...page, kind: "item" })
    : loadOrderPage(api, { ...page, kind: "package" });
}

export default function Orders({ loaderData: page }: Route.ComponentProps) {
  return (
    <>
      <PageHeader
        title="My Orders"
        description="Your packages and items, their receipts, and what you bought."
      />
      <OrderTabs kind={page.kind}>
        {page.kind === "item" ? (
          <OwnItemOrders page={page} caption="My item orders" />
        ) : (
          <OwnPackageOrders page={page} caption="My package orders" />
        )}
      </OrderTabs>
    </>
  );
}
