import { sql } from "drizzle-orm";
import type { SearchHit } from "#contract/search.ts";
import type { Tx } from "#server/db/database.ts";
import { containsPattern } from "#server/db/paging.ts";

/** Five of each kind, newest first. Exact ids and e-mails are found by their indexes, the rest by reading. */
export async function findHits(tx: Tx, text: string): Promise<SearchHit[]> {
  const pattern = containsPattern(text);
  const code = text.toUpperCase();
  const { rows } = await tx.execute<SearchHit & Record<string, unknown>>(sql`
    (select 'user' as kind, id as "_id", name as title, email || ' · ' || role as detail from users
      where deleted_at is null and (name ilike ${pattern} or email ilike ${pattern}) order by created_at desc limit 5)
    union all
    (select case kind when 'item' then 'item-order' else 'order' end, id, order_id || ' · ' || product_name,
        customer_name || ' · ' || payment_status from orders
      where deleted_at is null and (order_id = ${code} or payment_id = ${code} or paypal_transaction_id = ${code}
        or customer_email ilike ${pattern} or customer_name ilike ${pattern} or product_name ilike ${pattern})
      order by created_at desc limit 5)
    union all
    (select 'ticket', id, subject, user_name || ' · ' || status from tickets
      where subject ilike ${pattern} or user_email ilike ${pattern} or user_name ilike ${pattern}
      order by created_at desc limit 5)`);
  return rows;
}
