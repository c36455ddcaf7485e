import { ActionIcon, Anchor, Button, Group } from "@mantine/core";
import { Trash2 } from "lucide-react";
import { Link } from "react-router";
import type { ItemOrderRecord, OrderKind, OrderRecord } from "#contract/orders.ts";
import styles from "#web/features/admin-orders/admin-orders.module.css";
import { type AdminOrder, isPending, orderKinds, shortName } from "#web/features/admin-orders/order-kinds.ts";
import { OrderPrice } from "#web/ui/order-price.tsx";
import { StatusBadge } from "#web/ui/status-badge.tsx";
import type { DataColumn } from "#web/ui/table-model.ts";
import { UserLink } from "#web/ui/user-link.tsx";

/** Days left of the membership that an order gave. */
const daysLeftColumn: DataColumn<AdminOrder> = {
  id: "daysLeft",
  header: "Days left",
  sortKey: "daysLeft",
  cell: (order) => ("daysLeft" in order ? order.daysLeft : null) ?? "N/A",
};

export function columnsOf(
  kind: OrderKind,
  onShow: (order: OrderRecord) => void,
  deletion: { busyId: string | null; ask: (order: AdminOrder) => void },
): DataColumn<AdminOrder>[] {
  const config = orderKinds[kind];
  return [
    {
      id: "orderId",
      header: "Order ID",
      sortKey: "orderId",
      card: "title",
      cell: (order) => (
        <Anchor component={Link} to={`${config.path}/${order._id}`}>
          {order.orderId}
        </Anchor>
      ),
    },
    {
      id: "customer",
      header: "Customer",
      sortKey: "customerName",
      card: "lead",
      cell: (order) => <CustomerCell order={order} />,
    },
    {
      id: "product",
      header: config.productHeader,
      sortKey: "packageName",
      cell: (order) => <Product kind={kind} order={order} onShow={onShow} />,
    },
    { id: "date", header: "Date", sortKey: "createdAt", cell: (order) => order.orderDate },
    {
      id: "amount",
      header: "Amount",
      sortKey: "totalPrice",
      align: "end",
      card: "corner",
      cell: (order) => <OrderPrice text={order.totalPrice} currency={order.currency} />,
    },
    {
      id: "payment",
      header: config.paymentHeader,
      sortKey: "paymentStatus",
      card: "corner",
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
          <Button component={Link} to={`${config.path}/${order._id}`} variant="default" size="compact-md">
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

function Product(props: { kind: OrderKind; order: AdminOrder; onShow: (order: OrderRecord) => void }) {
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

/** Initial, name and e-mail of who ordered; the name leads to the buyer. */
function CustomerCell({ order }: { order: AdminOrder }) {
  const { userId, customerName: name, customerEmail: email } = order;
  return (
    <span className={styles.customer}>
      <span className={styles.initial} aria-hidden>
        {(name || email || "?").slice(0, 1).toUpperCase()}
      </span>
      <span className={styles.who}>
        <span>
          <UserLink id={userId}>{name || email || "N/A"}</UserLink>
        </span>
        <span className={styles.email}>{email}</span>
      </span>
    </span>
  );
}
