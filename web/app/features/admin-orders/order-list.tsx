import { ActionIcon, Alert, Anchor, Button, Group } from "@mantine/core";
import { Trash2 } from "lucide-react";
import { useMemo, useState } from "react";
import { Link } from "react-router";
import {
  type ItemOrderRecord,
  type listOrders,
  type OrderKind,
  type OrderRecord,
  orderSorts,
} from "#contract/orders.ts";
import { listFailure } from "#web/api/list-failure.ts";
import { useCall } from "#web/api/query.tsx";
import { CustomerCell } from "#web/features/admin-orders/customer-cell.tsx";
import { type DeskOrder, desks, isPending, shortName } from "#web/features/admin-orders/desk.ts";
import { OrderFilters } from "#web/features/admin-orders/order-filters.tsx";
import { useDeleteOrder } from "#web/features/admin-orders/use-delete-order.ts";
import { displayAmount } from "#web/ui/amount.ts";
import { DataTable } from "#web/ui/data-table.tsx";
import { OrderPackageModal } from "#web/ui/order-package-modal.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { StatusBadge } from "#web/ui/status-badge.tsx";
import type { DataColumn } from "#web/ui/table-model.ts";
import { type TableDefaults, tablePageSize, useTableUrl } from "#web/ui/table-url.ts";

const newestFirst: TableDefaults<(typeof orderSorts)[number]> = {
  sorts: orderSorts,
  sort: "createdAt",
  order: "desc",
};
const filterNames = ["paymentStatus", "from", "to", "userEmail"] as const;

/** All orders of one kind: paged, sorted, filtered and searched in the database, with the state in the address. */
export function OrderList({ kind }: { kind: OrderKind }) {
  const desk = desks[kind];
  const { query, change, filters, setFilter } = useTableUrl(newestFirst, filterNames);
  const [shown, setShown] = useState<OrderRecord>();
  const deletion = useDeleteOrder(kind);
  const asked = {
    ...filters,
    page: query.page,
    pageSize: tablePageSize,
    sort: query.sort,
    order: query.order,
    ...(query.q ? { q: query.q } : {}),
  };
  const list = useCall(desk.list as typeof listOrders, { query: asked }, { keepPrevious: true });
  const columns = useMemo(() => columnsOf(kind, setShown, deletion), [kind, deletion]);

  return (
    <>
      <PageHeader
        title={desk.title}
        crumbs={[{ label: "Admin", to: "/admin/dashboard" }, { label: "Orders" }]}
      />
      {deletion.problem && (
        <Alert color="red" mb="md">
          {deletion.problem}
        </Alert>
      )}
      <DataTable<DeskOrder>
        caption={desk.title}
        columns={columns}
        rows={list.data as DeskOrder[] | undefined}
        rowId={(order) => order._id}
        total={list.total ?? 0}
        more={list.more}
        pageSize={tablePageSize}
        {...query}
        onChange={change}
        loading={list.isFetching}
        loadingText={desk.loadingText}
        {...(list.isError ? { error: listFailure(list.error), errorTitle: desk.loadFailure } : {})}
        onRetry={() => list.refetch()}
        emptyTitle="No orders found"
        emptyText={
          query.q || Object.keys(filters).length > 0
            ? "Nothing matches this search and these filters."
            : undefined
        }
        searchLabel="Search orders..."
        toolbar={<OrderFilters kind={kind} filters={filters} listed={asked} onFilter={setFilter} />}
      />
      <OrderPackageModal order={shown} onClose={() => setShown(undefined)} />
    </>
  );
}

/** Of the membership that an order gave. */
const daysLeftColumn: DataColumn<DeskOrder> = {
  id: "daysLeft",
  header: "Days left",
  sortKey: "daysLeft",
  cell: (order) => ("daysLeft" in order ? order.daysLeft : null) ?? "N/A",
};

function columnsOf(
  kind: OrderKind,
  onShow: (order: OrderRecord) => void,
  deletion: ReturnType<typeof useDeleteOrder>,
): DataColumn<DeskOrder>[] {
  const desk = desks[kind];
  return [
    {
      id: "orderId",
      header: "Order ID",
      sortKey: "orderId",
      card: "title",
      cell: (order) => (
        <Anchor component={Link} to={`${desk.path}/${order._id}`}>
          {order.orderId}
        </Anchor>
      ),
    },
    {
      id: "customer",
      header: "Customer",
      sortKey: "customerName",
      cell: (order) => <CustomerCell name={order.customerName} email={order.customerEmail} />,
    },
    {
      id: "product",
      header: desk.productHeader,
      sortKey: "packageName",
      cell: (order) => <Product kind={kind} order={order} onShow={onShow} />,
    },
    { id: "date", header: "Date", sortKey: "createdAt", cell: (order) => order.orderDate },
    {
      id: "amount",
      header: "Amount",
      sortKey: "totalPrice",
      align: "end",
      cell: (order) => displayAmount(order.totalPrice, order.currency),
    },
    {
      id: "payment",
      header: desk.paymentHeader,
      sortKey: "paymentStatus",
      cell: (order) => <StatusBadge kind="payment" status={order.paymentStatus} />,
    },
    ...(kind === "package" ? [daysLeftColumn] : []),
    {
      id: "actions",
      header: "Actions",
      headerHidden: true,
      card: "bare",
      align: "end",
      cell: (order) => (
        <Group gap="xs" justify="flex-end" wrap="nowrap">
          <Button component={Link} to={`${desk.path}/${order._id}`} variant="default" size="compact-md">
            Details
          </Button>
          {isPending(order) && (
            <ActionIcon
              variant="subtle"
              color="red"
              size="lg"
              aria-label={`Delete order ${order.orderId}`}
              loading={deletion.busyId === order._id}
              onClick={() => deletion.ask(order)}
            >
              <Trash2 size={18} aria-hidden />
            </ActionIcon>
          )}
        </Group>
      ),
    },
  ];
}

function Product(props: { kind: OrderKind; order: DeskOrder; onShow: (order: OrderRecord) => void }) {
  const { kind, order, onShow } = props;
  if (kind === "item") {
    const item = order as ItemOrderRecord;
    return (
      <Anchor href={`/premium/${item.slug}/${item.itemId}`} title={item.itemName}>
        {shortName(item.itemName)}
      </Anchor>
    );
  }
  if (!order.packageName) return <>N/A</>;
  return (
    <Anchor component="button" type="button" ta="start" onClick={() => onShow(order as OrderRecord)}>
      {order.packageName}
    </Anchor>
  );
}
