import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useMemo, useState } from "react";
import { useLocation } from "react-router";
import { pathOf } from "#contract/call.ts";
import { exportMovements } from "#contract/movements.ts";
import {
  exportOrders,
  type listOrders,
  type OrderKind,
  type OrderListQuery,
  type OrderRecord,
  orderSorts,
  paymentStatuses,
} from "#contract/orders.ts";
import { api, listFailure, statusOf } from "#web/api/client.ts";
import { useCall } from "#web/api/query.tsx";
import styles from "#web/features/admin-orders/admin-orders.module.css";
import { columnsOf } from "#web/features/admin-orders/order-columns.tsx";
import { type AdminOrder, kindOf, orderKinds, orderPath } from "#web/features/admin-orders/order-kinds.ts";
import { pageTitle } from "#web/features/shell/page-title.ts";
import { useRootData } from "#web/features/shell/root-data.ts";
import { useConfirm } from "#web/ui/confirm.tsx";
import { DataTable } from "#web/ui/data-table.tsx";
import { DateFilter } from "#web/ui/date-range.tsx";
import { editorToasts } from "#web/ui/editing/notices.tsx";
import { Alert } from "#web/ui/elements/alert.tsx";
import { Button } from "#web/ui/elements/button.tsx";
import { NativeSelect } from "#web/ui/elements/inputs.tsx";
import { isolated } from "#web/ui/isolated.ts";
import { optionsOf } from "#web/ui/options.ts";
import { OrderPackageModal } from "#web/ui/order-package-modal.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import type { QueryValues } from "#web/ui/query-in-url.ts";
import { type TableDefaults, tablePageSize, useTableUrl } from "#web/ui/table-url.ts";
import type { Route } from "./+types/orders";

const newestFirst: TableDefaults<(typeof orderSorts)[number]> = {
  sorts: orderSorts,
  sort: "createdAt",
  order: "desc",
};
const knownFilters = { paymentStatus: paymentStatuses, from: "day", to: "day" } as const;

export function meta(args: Route.MetaArgs) {
  return pageTitle(orderKinds[kindOf(args.location)].title)(args);
}

/** One screen for both kinds of order, made anew for each. */
export default function Orders() {
  const kind = kindOf(useLocation());
  return <OrderList key={kind} kind={kind} />;
}

/** All orders of one kind: paged, sorted, filtered and searched in the database, with the state in the address. */
function OrderList({ kind }: { kind: OrderKind }) {
  const config = orderKinds[kind];
  const { query, change, filters, setFilters } = useTableUrl(newestFirst, knownFilters);
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
  const list = useCall(config.list as typeof listOrders, { query: asked }, { keepPrevious: true });
  const columns = useMemo(() => columnsOf(kind, setShown, deletion), [kind, deletion]);

  return (
    <>
      <PageHeader
        title={config.title}
        crumbs={[{ label: "Admin", to: "/admin/dashboard" }, { label: "Orders" }]}
      />
      {deletion.problem && (
        <Alert color="red" mb="md">
          {deletion.problem}
        </Alert>
      )}
      <DataTable<AdminOrder>
        caption={config.title}
        columns={columns}
        rows={list.data as AdminOrder[] | undefined}
        rowId={(order) => order._id}
        rowTo={(order) => orderPath(kind, order)}
        total={list.total ?? 0}
        more={list.more}
        pageSize={tablePageSize}
        {...query}
        onChange={change}
        loading={list.isFetching}
        loadingText={config.loadingText}
        error={list.error ? listFailure(list.error) : undefined}
        errorTitle={config.loadFailure}
        onRetry={() => list.refetch()}
        emptyTitle="No orders found"
        emptyDrawing="orders"
        emptyText={
          query.q || Object.keys(filters).length > 0
            ? "Nothing matches this search and these filters."
            : undefined
        }
        searchLabel="Search orders..."
        toolbar={<OrderFilters kind={kind} filters={filters} listed={asked} onFilter={setFilters} />}
      />
      <OrderPackageModal order={shown} onClose={() => setShown(undefined)} />
    </>
  );
}

/** Deletes a pending order after a question. The documented texts; the list is read again. */
function useDeleteOrder(kind: OrderKind) {
  const config = orderKinds[kind];
  const confirm = useConfirm();
  const client = useQueryClient();
  const deletion = useMutation({
    mutationFn: (order: AdminOrder) => api(config.remove, { params: { id: order._id } }),
    onSuccess: () => editorToasts.success("Order deleted successfully!"),
    onError: (error) => editorToasts.error(problemOf(error)),
    onSettled: () => client.invalidateQueries({ queryKey: [config.list.path] }),
  });
  function problemOf(error: Error): string {
    return statusOf(error) === 409 ? "Failed to delete order." : config.deleteFault;
  }
  return {
    /** Of the last deletion; it stays on the screen after its toast. */
    problem: deletion.error && problemOf(deletion.error),
    busyId: deletion.isPending ? deletion.variables._id : null,
    async ask(order: AdminOrder): Promise<void> {
      const sure = await confirm({
        title: `Delete order ${order.orderId}?`,
        message: `${isolated(order.customerName)} can no longer pay it. If a payment is already under way, the order comes back.`,
        confirmLabel: "Delete order",
      });
      if (sure) deletion.mutate(order);
    },
  };
}

/** Payment status, period, the filtered list as CSV, and the money that moved in that period, whatever else is chosen. */
function OrderFilters(props: {
  kind: OrderKind;
  filters: Record<string, string>;
  listed: Partial<OrderListQuery>;
  onFilter: (values: QueryValues) => void;
}) {
  const { kind, filters, listed, onFilter } = props;
  const { page: _page, pageSize: _size, ...query } = listed;
  return (
    <div className={styles.filters}>
      <NativeSelect
        label="Payment"
        value={filters.paymentStatus ?? ""}
        onChange={(event) => onFilter({ paymentStatus: event.currentTarget.value })}
        data={[{ value: "", label: "All" }, ...optionsOf(paymentStatuses)]}
      />
      <DateFilter
        zone={useRootData().shop.timeZone}
        filters={filters}
        onFilter={onFilter}
        className={styles.period}
      />
      <Button
        component="a"
        variant="default"
        href={pathOf(exportOrders, { query: { ...query, kind } })}
        download
        leftSection={<Download size={16} aria-hidden />}
      >
        CSV
      </Button>
      <Button
        component="a"
        variant="default"
        href={pathOf(exportMovements, { query: { from: filters.from, to: filters.to } })}
        download
        title="Each payment, refund and reversal of these days, with PayPal's fee and the tax, for the books"
        leftSection={<Download size={16} aria-hidden />}
      >
        Movements
      </Button>
    </div>
  );
}
