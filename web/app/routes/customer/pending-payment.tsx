import { Link } from "react-router";
import type { ItemOrderRecord, OrderKind, OrderRecord } from "#contract/orders.ts";
import { pageApi, revalidateOnPathChange } from "#web/api/loaders.ts";
import {
  actionsColumn,
  amountColumn,
  codeColumn,
  dateColumn,
  ItemName,
  PendingActions,
  payPath,
  statusColumn,
} from "#web/features/orders/order-cells.tsx";
import {
  loadOrderPage,
  type OrderPage,
  useFirstOrder,
  useOrderPage,
} from "#web/features/orders/order-page.ts";
import { mayBuy } from "#web/features/shell/may-buy.ts";
import { pageTitle } from "#web/features/shell/page-title.ts";
import { requireViewer } from "#web/features/shell/require-viewer.ts";
import { useViewer } from "#web/features/shell/viewer.ts";
import { DataTable } from "#web/ui/data-table.tsx";
import { Button } from "#web/ui/elements/button.tsx";
import { FormattedDate, isPast } from "#web/ui/formatted-date.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import type { DataColumn } from "#web/ui/table-model.ts";
import type { Route } from "./+types/pending-payment";

export function meta({ matches, loaderData }: Route.MetaArgs) {
  return pageTitle(texts[loaderData?.kind ?? "package"].title)({ matches });
}

/** For both kinds of orders: the path says which. */
export async function loader({ context, request, url, pattern }: Route.LoaderArgs) {
  const { userEmail: email } = await requireViewer({ context, request });
  const page = { search: url.search, pendingOnly: true, email };
  return pattern.startsWith("user/item-")
    ? loadOrderPage(pageApi(context), { ...page, kind: "item" })
    : loadOrderPage(pageApi(context), { ...page, kind: "package" });
}

/** Page, sort and search are the screen's own matter once it stands. */
export const shouldRevalidate = revalidateOnPathChange;

export default function PendingPayment({ loaderData: page }: Route.ComponentProps) {
  return page.kind === "item" ? (
    <PendingOrders key="item" page={page} columns={itemColumns} />
  ) : (
    <PendingOrders key="package" page={page} columns={packageColumns} />
  );
}

/** Days count from the order, so that fewer are left of one that waits. */
const untilColumn: DataColumn<OrderRecord> = {
  id: "membershipUntil",
  header: "Membership until",
  cell: ({ membershipUntil: end }) =>
    end ? isPast(end) ? "Its days are over" : <FormattedDate at={end} utc /> : "N/A",
};

const packageColumns: DataColumn<OrderRecord>[] = [
  {
    id: "package",
    header: "Package",
    sortKey: "packageName",
    card: "title",
    cell: (order) => order.packageName,
  },
  ...pendingColumns("package", untilColumn),
];

const itemColumns: DataColumn<ItemOrderRecord>[] = [
  {
    id: "item",
    header: "Item",
    sortKey: "packageName",
    card: "title",
    cell: (order) => <ItemName order={order} />,
  },
  ...pendingColumns("item"),
];

function pendingColumns<Row extends OrderRecord | ItemOrderRecord>(
  kind: OrderKind,
  ...own: DataColumn<Row>[]
): DataColumn<Row>[] {
  return [
    codeColumn,
    dateColumn,
    ...own,
    amountColumn,
    statusColumn("Status"),
    actionsColumn((order) => <PendingActions kind={kind} order={order} />),
  ];
}

const texts = {
  package: {
    title: "My Pending Orders",
    description: "Packages that you ordered and have not paid yet.",
    other: { to: "/user/item-pending-payment", label: "My Pending item Orders" },
    shop: { to: "/user/select-package", label: "Choose a package" },
  },
  item: {
    title: "My Pending item Orders",
    description: "Items that you ordered and have not paid yet.",
    other: { to: "/user/pending-payment", label: "My Pending Orders" },
    shop: { to: "/user/items", label: "See the items" },
  },
} as const;

function PendingOrders<K extends "package" | "item", Row extends OrderRecord | ItemOrderRecord>({
  page,
  columns,
}: {
  page: OrderPage<K>;
  columns: DataColumn<Row>[];
}) {
  const { title, description, other, shop } = texts[page.kind];
  const { user } = useViewer();
  const { query, rows, table } = useOrderPage(page);
  const first = useFirstOrder(page, query, rows);
  return (
    <>
      <PageHeader
        title={title}
        description={description}
        actions={
          <>
            <Button component={Link} to={other.to} variant="default">
              {other.label}
            </Button>
            {first && rows && rows.length > 0 && (
              // With one order its row, and the notice of a new one, carry the same way as their main button.
              <Button
                component="a"
                href={payPath(page.kind, first)}
                variant={rows.length > 1 ? "filled" : "default"}
              >
                Pay First Order
              </Button>
            )}
          </>
        }
      />
      <DataTable
        {...table}
        rows={table.rows as Row[] | undefined}
        caption={title}
        columns={columns}
        rowId={(order) => order._id}
        emptyTitle="No Pending Orders"
        emptyDrawing="orders"
        emptyText="You're all caught up with payments."
        emptyAction={
          mayBuy(user) && (
            <Button component={Link} to={shop.to} variant="default">
              {shop.label}
            </Button>
          )
        }
      />
    </>
  );
}
