import {
  deleteItemOrder,
  deleteOrder,
  type ItemOrderRecord,
  isRescued,
  listItemOrders,
  listOrders,
  type OrderKind,
  type OrderRecord,
} from "#contract/orders.ts";

export type AdminOrder = OrderRecord | ItemOrderRecord;

/** What differs between the screens of both kinds; their orders are rows of one table. */
export const orderKinds = {
  package: {
    title: "Orders Management",
    path: "/admin/orders",
    list: listOrders,
    remove: deleteOrder,
    productHeader: "Package",
    paymentHeader: "Payment",
    loadingText: "Loading orders...",
    loadFailure: "Could not load orders. Please try again.",
    deleteFault: "Something went wrong while deleting.",
    detailPath: "/order",
  },
  item: {
    title: "Item Orders Management",
    path: "/admin/items-orders",
    list: listItemOrders,
    remove: deleteItemOrder,
    productHeader: "Item",
    paymentHeader: "Payment Status",
    loadingText: "Loading orders...",
    loadFailure: "Could not load item orders. Please try again.",
    deleteFault: "Something went wrong.",
    detailPath: "/item-order",
  },
} as const satisfies Record<OrderKind, object>;

export function orderPath(kind: OrderKind, order: AdminOrder): string {
  return `${orderKinds[kind].path}/${order._id}`;
}

/** By what it is known to be paid; PayPal hears of no order of which a coupon leaves nothing to pay. */
export function confirmationOf(
  order: Pick<AdminOrder, "receiptNumber" | "paymentMethod" | "reconciledBy">,
): string {
  if (order.receiptNumber === null) return "Not paid yet";
  if (order.paymentMethod === "Coupon") return "Paid by the coupon";
  return isRescued(order) ? "Rescued by the reconciler" : "Confirmed by PayPal";
}

/** Item names over 30 characters end in an ellipsis. */
export function shortName(name: string): string {
  const letters = [...name];
  return letters.length > 30 ? `${letters.slice(0, 30).join("")}…` : name;
}

/** Both kinds share their screens; the path tells which one is shown. */
export const kindOf = ({ pathname }: { pathname: string }): OrderKind =>
  pathname.toLowerCase().startsWith(orderKinds.item.path) ? "item" : "package";
