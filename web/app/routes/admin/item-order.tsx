import { OrderDetail } from "#web/features/admin-orders/order-detail.tsx";
import { pageTitle } from "#web/features/shell/page-title.ts";
import type { Route } from "./+types/item-order";

export const meta = pageTitle("Item order");

export default function AdminItemOrder({ params }: Route.ComponentProps) {
  return <OrderDetail kind="item" id={params.id} />;
}
