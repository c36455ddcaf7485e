import { OrderList } from "#web/features/admin-orders/order-list.tsx";
import { pageTitle } from "#web/features/shell/page-title.ts";

export const meta = pageTitle("Orders Management");

export default function AdminOrders() {
  return <OrderList kind="package" />;
}
