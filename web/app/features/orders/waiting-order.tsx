import { Clock3 } from "lucide-react";
import { Link } from "react-router";
import type { ApiClient } from "#contract/call.ts";
import {
  type ItemOrderRecord,
  listItemOrders,
  listOrders,
  type OrderKind,
  type OrderRecord,
} from "#contract/orders.ts";
import { undefinedOnError } from "#web/api/loaders.ts";
import { payPath } from "#web/features/orders/order-cells.tsx";
import { daysGone } from "#web/features/orders/purchase-notes.tsx";
import { useViewer } from "#web/features/shell/viewer.ts";
import { Alert } from "#web/ui/elements/alert.tsx";
import { isPast } from "#web/ui/formatted-date.tsx";
import { OrderPrice } from "#web/ui/order-price.tsx";

export type Waiting = Pick<
  OrderRecord,
  "_id" | "orderId" | "orderDate" | "createdAt" | "totalPrice" | "currency" | "Validity" | "membershipLevel"
>;

/** The newest own order of a product that waits for its payment and can still be paid. */
export async function findWaitingOrder(
  api: ApiClient,
  userEmail: string,
  kind: OrderKind,
  productId: string,
): Promise<Waiting | undefined> {
  const input = { query: { userEmail, paymentStatus: "pending", page: 1, pageSize: 100 } };
  const list = await undefinedOnError<{ body: (OrderRecord | ItemOrderRecord)[] }>(
    kind === "package" ? api(listOrders, input) : api(listItemOrders, input),
  );
  const order = list?.body.find((order) => order.packageId === productId && !isOver(order));
  if (!order) return undefined;
  const { _id, orderId, orderDate, createdAt, totalPrice, currency, Validity } = order;
  const membershipLevel = "membershipLevel" in order ? order.membershipLevel : null;
  return { _id, orderId, orderDate, createdAt, totalPrice, currency, Validity, membershipLevel };
}

const isOver = (order: OrderRecord | ItemOrderRecord) =>
  "membershipUntil" in order && order.membershipUntil !== null && isPast(order.membershipUntil);

/** Tells whoever is about to order something again that an order of it waits. It stands in nobody's way. */
export function WaitingOrder(props: {
  kind: OrderKind;
  order: Waiting;
  /** The list of what waits. */
  listPath: string;
}) {
  const { kind, order, listPath } = props;
  const { user } = useViewer();
  const gone = user && daysGone(user, { ...order, validity: order.Validity });
  return (
    <Alert
      role="note"
      icon={<Clock3 size={20} aria-hidden />}
      title={`You have ordered this ${kind} already`}
      mb="lg"
    >
      <p>
        Order {order.orderId} of {order.orderDate} is not paid yet. What you order here is another one.
      </p>
      {gone && <p>{gone}</p>}
      <p>
        <a href={payPath(kind, order)}>
          Pay <OrderPrice text={order.totalPrice} currency={order.currency} />
        </a>
        {" or "}
        <Link to={listPath}>see what waits</Link>
      </p>
    </Alert>
  );
}
