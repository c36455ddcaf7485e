import { sql } from "drizzle-orm";
import { items, packages } from "./tables/catalogue.ts";
import { orders } from "./tables/orders.ts";

/** A package's feature lines of today, where the order has none of its own. Of a statement on `orders`, as below. */
export const presentPoints = sql<
  string[] | null
>`case when ${orders.kind} = 'package' and ${orders.points} is null then (
  select ${packages.points} from ${packages} where ${packages.id} = ${orders.productId}
) end`;

/** Null where the item is archived. */
export const isItemActive = sql<boolean | null>`case when ${orders.kind} = 'item' then (
  select ${items.isActive} from ${items} where ${items.id} = ${orders.productId} and ${items.archivedAt} is null
) end`;
