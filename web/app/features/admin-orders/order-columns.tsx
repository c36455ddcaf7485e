import { CircleUserRound, ReceiptText, Trash2 } from "lucide-react";
import { Link } from "react-router";
import { type ItemOrderRecord, isPending, type OrderKind, type OrderRecord } from "#contract/orders.ts";
import styles from "#web/features/admin-orders/admin-orders.module.css";
import { type AdminOrder, orderKinds, orderPath, shortName } from "#web/features/admin-orders/order-kinds.ts";
import { itemPath } from "#web/features/shell/item-path.ts";
import { Menu } from "#web/ui/elements/menu.tsx";
import { Anchor } from "#web/ui/elements/text.tsx";
import { OrderPrice } from "#web/ui/order-price.tsx";
import { RowMenu } from "#web/ui/row-menu.tsx";
import { StatusBadge } from "#web/ui/status-badge.tsx";
import type { DataColumn } from "#web/ui/table-model.ts";
import { UserLink } from "#web/ui/user-link.tsx";

/** Days left of the membership that an order gave. */
const daysLeftColumn: DataColumn<AdminOrder> = {
  id: "daysLeft",
  header: "Days left",
  sortKey: "daysLeft",
  card: "hidden",
  cell: (order) => ("daysLeft" in order ? order.daysLeft : null) ?? "N/A",
};

type Deletion = { busyId: string | null; ask: (order: AdminOrder) => void };

export function columnsOf(
  kind: OrderKind,
  onShow: (order: OrderRecord) => void,
  deletion: Deletion,
): DataColumn<AdminOrder>[] {
  const config = orderKinds[kind];
  return [
    {
      id: "orderId",
      header: "Order ID",
      sortKey: "orderId",
      card: "small",
      cell: (order) => (
        <Anchor component={Link} to={orderPath(kind, order)}>
          {order.orderId}
        </Anchor>
      ),
    },
    {
      id: "customer",
      header: "Customer",
      sortKey: "customerName",
      card: "head",
      cell: (order) => <CustomerCell order={order} />,
    },
    {
      id: "product",
      header: config.productHeader,
      sortKey: "packageName",
      card: "rest",
      cell: (order) => <Product kind={kind} order={order} onShow={onShow} />,
    },
    { id: "date", header: "Date", sortKey: "createdAt", card: "small", cell: (order) => order.orderDate },
    {
      id: "amount",
      header: "Amount",
      sortKey: "totalPrice",
      align: "end",
      card: "figure",
      cell: (order) => <OrderPrice text={order.totalPrice} currency={order.currency} />,
    },
    {
      id: "payment",
      header: config.paymentHeader,
      sortKey: "paymentStatus",
      card: "figure",
      cell: (order) => <StatusBadge status={order.paymentStatus} />,
    },
    ...(kind === "package" ? [daysLeftColumn] : []),
    {
      id: "actions",
      header: "Actions",
      headerHidden: true,
      card: "menu",
      align: "end",
      cell: (order) => <OrderMenu path={orderPath(kind, order)} order={order} deletion={deletion} />,
    },
  ];
}

/** What can be done with an order beside opening it; a pending one alone can be deleted, after a question. */
function OrderMenu(props: { path: string; order: AdminOrder; deletion: Deletion }) {
  const { order, deletion } = props;
  return (
    <RowMenu label={`Actions for order ${order.orderId}`} loading={deletion.busyId === order._id}>
      <Menu.Item component={Link} to={props.path} leftSection={<ReceiptText size={16} aria-hidden />}>
        Details
      </Menu.Item>
      {order.userId && (
        <Menu.Item
          component={Link}
          to={`/admin/users/${order.userId}`}
          leftSection={<CircleUserRound size={16} aria-hidden />}
        >
          Customer
        </Menu.Item>
      )}
      {isPending(order) && (
        <Menu.Item
          color="red"
          leftSection={<Trash2 size={16} aria-hidden />}
          onClick={() => deletion.ask(order)}
        >
          Delete order
        </Menu.Item>
      )}
    </RowMenu>
  );
}

function Product(props: { kind: OrderKind; order: AdminOrder; onShow: (order: OrderRecord) => void }) {
  const { kind, order, onShow } = props;
  if (kind === "item") {
    const item = order as ItemOrderRecord;
    if (!item.hasPage) return <span title={item.itemName}>{shortName(item.itemName)}</span>;
    return (
      <Anchor href={itemPath(item)} title={item.itemName}>
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
        {[...(name || email || "?")][0]!.toUpperCase()}
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
