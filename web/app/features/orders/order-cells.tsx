import { Download } from "lucide-react";
import { Link } from "react-router";
import type { ItemOrderRecord, OrderKind, OrderRecord } from "#contract/orders.ts";
import { CancelOrder } from "#web/features/orders/cancel-order.tsx";
import styles from "#web/features/orders/order-cells.module.css";
import { itemPath } from "#web/features/shell/item-path.ts";
import { Button } from "#web/ui/elements/button.tsx";
import { ImageWithFallback } from "#web/ui/image-with-fallback.tsx";
import { OrderPrice } from "#web/ui/order-price.tsx";
import { StatusBadge } from "#web/ui/status-badge.tsx";
import type { DataColumn } from "#web/ui/table-model.ts";

function OrderCode({ orderId }: { orderId: string }) {
  return <span className={styles.code}>{orderId}</span>;
}

/** What was to pay, and what of it went back. */
function OrderAmount({ order }: { order: AnyOrder }) {
  const { totalPrice, refundedAmount, currency } = order;
  return (
    <span className={styles.amount}>
      <OrderPrice text={totalPrice} currency={currency} />
      {Number(refundedAmount) > 0 && (
        <span className={styles.back}>
          <OrderPrice text={refundedAmount} currency={currency} /> refunded
        </span>
      )}
    </span>
  );
}

/** Picture and name of an item, which leads to its page while that is there. */
export function ItemName({ order }: { order: ItemOrderRecord }) {
  const name = order.itemName || order.packageName;
  return (
    <span className={styles.item}>
      <ImageWithFallback
        src={order.imageUrl}
        alt=""
        ratio={16 / 9}
        className={styles.picture}
        sizes="5rem"
        loading="lazy"
      />
      {order.hasPage ? (
        <Link to={itemPath(order)} className={styles.name}>
          {name}
        </Link>
      ) : (
        <span className={styles.name}>{name}</span>
      )}
    </span>
  );
}

/** The address of an order's payment page. */
export function payPath(kind: OrderKind, order: Pick<AnyOrder, "_id" | "orderId">): string {
  return kind === "package" ? `/pay-now/${order.orderId}` : `/item-pay-now/${order._id}`;
}

/**
 * A link that loads a document of its own: only the payment page's policy lets PayPal in, and a page that is reached
 * inside the app keeps the policy of the page before.
 */
function PayNow({ kind, order }: { kind: OrderKind; order: AnyOrder }) {
  return (
    <Button
      component="a"
      href={payPath(kind, order)}
      size="sm"
      aria-label={`Pay Now: order ${order.orderId}`}
    >
      Pay Now
    </Button>
  );
}

export function PendingActions({ kind, order }: { kind: OrderKind; order: AnyOrder }) {
  return (
    <span className={styles.actions}>
      <PayNow kind={kind} order={order} />
      <CancelOrder kind={kind} id={order._id} orderId={order.orderId} />
    </span>
  );
}

/** The receipt of a paid order as a file; nothing while there is none. */
export function Receipt(props: {
  kind: OrderKind;
  order: Pick<AnyOrder, "_id" | "orderId" | "receiptNumber">;
  size?: "sm" | "md";
}) {
  const { kind, order, size = "sm" } = props;
  if (order.receiptNumber === null) return null;
  const path = kind === "package" ? "order" : "item-order";
  return (
    <Button
      component="a"
      href={`/${path}/${order._id}/receipt`}
      download
      variant="default"
      size={size}
      miw="max-content"
      leftSection={<Download size={16} aria-hidden />}
      aria-label={`Download the receipt of order ${order.orderId}`}
    >
      Receipt
    </Button>
  );
}

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
    cell: (order) => <StatusBadge status={order.paymentStatus} />,
  };
}

export function actionsColumn<Row extends AnyOrder>(cell: DataColumn<Row>["cell"]): DataColumn<Row> {
  return { id: "actions", header: "Actions", headerHidden: true, card: "bare", align: "end", cell };
}
