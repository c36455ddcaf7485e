import type { ApiClient } from "#contract/call.ts";
import { listItemOrders, listOrders, type OrderKind } from "#contract/orders.ts";
import { orLater } from "#web/api/query.tsx";

/**
 * Which kind of orders to open with: that of the person's newest order. With `itemsFirst` (an item was just paid,
 * perhaps one of long ago) items wherever there are any.
 */
export async function openingKind(api: ApiClient, email: string, itemsFirst: boolean): Promise<OrderKind> {
  const input = { query: { userEmail: email, page: 1, pageSize: 1 } };
  const [packages, items] = await Promise.all([
    orLater(api(listOrders, input)),
    orLater(api(listItemOrders, input)),
  ]);
  const packageDate = packages?.body[0]?.createdAt ?? "";
  const itemDate = items?.body[0]?.createdAt ?? "";
  return itemDate > (itemsFirst ? "" : packageDate) ? "item" : "package";
}
