import type { ReactNode } from "react";
import { Link, useLocation } from "react-router";
import type { ApiClient } from "#contract/call.ts";
import type { OrderKind } from "#contract/orders.ts";
import { getLatestPurchase } from "#contract/payments.ts";
import { pageApi, undefinedOnError } from "#web/api/loaders.ts";
import { LatestPurchase } from "#web/features/orders/latest-purchase.tsx";
import { loadOrderPage, newestFirst } from "#web/features/orders/order-page.ts";
import { OwnItemOrders, OwnPackageOrders } from "#web/features/orders/own-orders.tsx";
import { pageTitle } from "#web/features/shell/page-title.ts";
import { requireViewer } from "#web/features/shell/require-viewer.ts";
import styles from "#web/routes/customer/orders.module.css";
import { PageHeader } from "#web/ui/page-header.tsx";
import type { TableQuery } from "#web/ui/table-model.ts";
import { tableQueryOf } from "#web/ui/table-url.ts";
import type { Route } from "./+types/orders";

export const meta = pageTitle("My Orders");

export async function loader({ context, request, url, pattern }: Route.LoaderArgs) {
  const { userEmail: email } = await requireViewer({ context, request });
  const api = pageApi(context);
  const asked = url.searchParams.get("show");
  const afterItem = pattern.startsWith("user/orders-history");
  const first = { query: tableQueryOf("", newestFirst), pendingOnly: false, email };
  const kind: OrderKind =
    asked === "items" ? "item" : asked === "packages" ? "package" : await openingKind(api, first, afterItem);
  const page = { ...first, query: tableQueryOf(url.search, newestFirst) };
  const [loaded, purchase] = await Promise.all([
    kind === "item"
      ? loadOrderPage(api, { ...page, kind: "item" })
      : loadOrderPage(api, { ...page, kind: "package" }),
    undefinedOnError(api(getLatestPurchase, { query: { kind } })),
  ]);
  return { page: loaded, purchase };
}

export default function Orders({ loaderData: { page, purchase } }: Route.ComponentProps) {
  return (
    <>
      <LatestPurchase key={page.kind} kind={page.kind} loaded={purchase} />
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

const tabs = [
  { kind: "package", show: "packages", label: "Packages" },
  { kind: "item", show: "items", label: "Items" },
] as const;

/** The two kinds of orders as links: each has an address of its own, which Back and a bookmark find again. */
function OrderTabs({ kind, children }: { kind: OrderKind; children: ReactNode }) {
  const { pathname } = useLocation();
  return (
    <>
      <nav aria-label="Kinds of orders" className={styles.tabs}>
        {tabs.map((tab) => (
          <Link
            key={tab.kind}
            to={`${pathname}?show=${tab.show}`}
            className={styles.tab}
            aria-current={tab.kind === kind ? "page" : undefined}
            preventScrollReset
          >
            {tab.label}
          </Link>
        ))}
      </nav>
      {children}
    </>
  );
}

/**
 * Which kind of orders to open with: that of the person's newest order. With `itemsFirst` (an item was just paid,
 * perhaps one of long ago) items wherever there are any. Both are asked as the screen shows them, so that the one that it
 * opens with is there already.
 */
async function openingKind(
  api: ApiClient,
  first: { query: TableQuery; pendingOnly: boolean; email: string },
  itemsFirst: boolean,
): Promise<OrderKind> {
  const [packages, items] = await Promise.all([
    loadOrderPage(api, { ...first, kind: "package" }),
    loadOrderPage(api, { ...first, kind: "item" }),
  ]);
  const packageDate = packages.answer?.body[0]?.createdAt ?? "";
  const itemDate = items.answer?.body[0]?.createdAt ?? "";
  return itemDate > (itemsFirst ? "" : packageDate) ? "item" : "package";
}
