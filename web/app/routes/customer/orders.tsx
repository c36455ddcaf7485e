import type { ReactNode } from "react";
import { Link, useLocation } from "react-router";
import type { ApiClient } from "#contract/call.ts";
import type { OrderKind } from "#contract/orders.ts";
import { getLatestPurchase } from "#contract/payments.ts";
import { pageApi, revalidateOnPathChange, undefinedOnError } from "#web/api/loaders.ts";
import { LatestPurchase } from "#web/features/orders/latest-purchase.tsx";
import { loadOrderPage, type OrderPage } from "#web/features/orders/order-page.ts";
import { OwnItemOrders, OwnPackageOrders } from "#web/features/orders/own-orders.tsx";
import { pageTitle } from "#web/features/shell/page-title.ts";
import { requireViewer } from "#web/features/shell/require-viewer.ts";
import styles from "#web/routes/customer/orders.module.css";
import { PageHeader } from "#web/ui/page-header.tsx";
import type { Route } from "./+types/orders";

export const meta = pageTitle("My Orders");

export async function loader({ context, request, url, pattern }: Route.LoaderArgs) {
  const { userEmail: email } = await requireViewer({ context, request });
  const api = pageApi(context);
  const afterItem = pattern.startsWith("user/orders-history");
  const first = { search: "", pendingOnly: false, email };
  const kind = kindAsked(url.search) ?? (await openingKind(api, first, afterItem));
  const page = { ...first, search: url.search };
  const [loaded, purchase] = await Promise.all([
    kind === "item"
      ? loadOrderPage(api, { ...page, kind: "item" })
      : loadOrderPage(api, { ...page, kind: "package" }),
    undefinedOnError(api(getLatestPurchase, { query: { kind } })),
  ]);
  return { page: loaded, purchase };
}

/** Kind, page, sort and search are the screen's own matter once it stands. */
export const shouldRevalidate = revalidateOnPathChange;

export default function Orders({ loaderData: { page, purchase } }: Route.ComponentProps) {
  const kind = kindAsked(useLocation().search) ?? page.kind;
  return (
    <>
      <LatestPurchase key={kind} kind={kind} loaded={kind === page.kind ? purchase : undefined} />
      <PageHeader
        title="My Orders"
        description="Your packages and items, their receipts, and what you bought."
      />
      <OrderTabs kind={kind}>
        {kind === "item" ? (
          <OwnItemOrders page={pageOf(page, kind)} caption="My item orders" />
        ) : (
          <OwnPackageOrders page={pageOf(page, kind)} caption="My package orders" />
        )}
      </OrderTabs>
    </>
  );
}

const tabs = [
  { kind: "package", show: "packages", label: "Packages" },
  { kind: "item", show: "items", label: "Items" },
] as const;

function kindAsked(search: string): OrderKind | undefined {
  const asked = new URLSearchParams(search).get("show");
  return tabs.find(({ show }) => show === asked)?.kind;
}

/** The list of a kind; of the one that the loader was not asked for, nothing is there yet. */
function pageOf<K extends OrderKind>(page: OrderPage<"package"> | OrderPage<"item">, kind: K): OrderPage<K> {
  return (page.kind === kind ? page : { ...page, kind, answer: undefined }) as OrderPage<K>;
}

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
  first: { search: string; pendingOnly: boolean; email: string },
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
