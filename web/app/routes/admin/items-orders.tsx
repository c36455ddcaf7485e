import { OrderDesk } from "#web/features/order-desk/order-desk.tsx";
import { pageTitle } from "#web/features/session/page-title.ts";

export const meta = pageTitle("Item Orders Management");

export default function AdminItemOrders() {
  return <OrderDesk kind="item" />;
}
