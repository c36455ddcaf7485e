import type { ApiClient } from "#contract/call.ts";
import { listItemOrders, listOrders, type OrderKind } from "#contract/orders.ts";
import { orLater } from "#web/api/query.tsx";

/** The kind of a person's newest order, which is the one they come to look at; packages where there is none. */
export async function latestKind(api: ApiClient, email: string): Promise<OrderKind> {
  const input = { query: { userEmail: email, page: 1, pageSize: 1 } };
  const [packages, items] = await Promise.all([
    orLater(api(listOrders, input)),
    orLater(api(listItemOrders, input)),
  ]);
  const packageDate = packages?.data[0]?.createdAt ?? "";
  const itemDate = items?.data[0]?.createdAt ?? "";
  return itemDate > packageDate ? "item" : "package";
}
