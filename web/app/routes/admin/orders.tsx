import { OrderDesk } from "#web/features/order-desk/order-desk.tsx";
import { pageTitle } from "#web/features/session/page-title.ts";

export const meta = pageTitle("Orders Management");

export default function AdminOrders() {
  return <OrderDesk kind="package" />;
}
