import { OrderDetail } from "#web/features/order-desk/order-detail.tsx";
import { pageTitle } from "#web/features/session/page-title.ts";
import type { Route } from "./+types/order";

export const meta = pageTitle("Order");

export default function AdminOrder({ params }: Route.ComponentProps) {
  return <OrderDetail kind="package" id={params.id} />;
}
