import { OrderDetail } from "#web/features/admin-orders/order-detail.tsx";
import { pageTitle } from "#web/features/shell/page-title.ts";
import type { Route } from "./+types/order";

export const meta = pageTitle("Order");

export default function AdminOrder({ params }: Route.ComponentProps) {
  return <OrderDetail kind="package" id={params.id} />;
}
