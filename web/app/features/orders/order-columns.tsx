import type { ItemOrderRecord, OrderRecord } from "#contract/orders.ts";
import { OrderAmount, OrderCode } from "#web/features/orders/order-cells.tsx";
import { StatusBadge } from "#web/ui/status-badge.tsx";
import type { DataColumn } from "#web/ui/table-model.ts";

type AnyOrder = OrderRecord | ItemOrderRecord;

/** The columns that the own lists share; each list has its own product and actions. */
export const codeColumn: DataColumn<AnyOrder> = {
  id: "orderId",
  header: "Order ID",
  sortKey: "orderId",
  cell: (order) => <OrderCode orderId={order.orderId} />,
};

export const dateColumn: DataColumn<AnyOrder> = {
  id: "date",
  header: "Date",
  sortKey: "createdAt",
  cell: (order) => order.orderDate,
};

export const amountColumn: DataColumn<AnyOrder> = {
  id: "amount",
  header: "Amount",
  sortKey: "totalPrice",
  align: "end",
  cell: (order) => <OrderAmount order={order} />,
};

/** `sortKey` is left out where every row has the same status. */
export function statusColumn(header: string, sortKey?: string): DataColumn<AnyOrder> {
  return {
    id: "payment",
    header,
    ...(sortKey ? { sortKey } : {}),
    cell: (order) => <StatusBadge kind="payment" status={order.paymentStatus} />,
  };
}

export function actionsColumn<Row extends AnyOrder>(cell: DataColumn<Row>["cell"]): DataColumn<Row> {
  return { id: "actions", header: "Actions", headerHidden: true, card: "bare", align: "end", cell };
}
