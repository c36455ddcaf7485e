import { type SQL, sql } from "drizzle-orm";
import type { SearchHit } from "#contract/search.ts";
import type { Tx } from "#server/db/database.ts";
import { containsPattern } from "#server/db/paging.ts";
import { planSearch } from "#server/db/searching.ts";

type Row = SearchHit & Record<string, unknown>;

/** Five of each kind, newest first. */
export async function findHits(tx: Tx, text: string): Promise<SearchHit[]> {
  const parts = await Promise.all([findUsers(tx, text), findOrders(tx, text), findTickets(tx, text)]);
  return parts.flat();
}

async function findUsers(tx: Tx, text: string): Promise<SearchHit[]> {
  const { rows } = await tx.execute<Row>(sql`
    with found as materialized (${await newestWith(tx, sql`users`, text)})
    select 'user' as kind, id as "_id", name as title, email || ' · ' || role as detail
    from users join found using (id) order by found.created_at desc`);
  return rows;
}

/** Payment and transaction ids are no part of what the lists show; they are found when given whole. */
async function findOrders(tx: Tx, text: string): Promise<SearchHit[]> {
  const code = text.toUpperCase();
  const { rows } = await tx.execute<Row>(sql`
    with found as materialized (
      (select id from (${await newestWith(tx, sql`orders`, text)}) newest)
      union (select id from orders where payment_id = ${code} and deleted_at is null)
      union (select id from orders where paypal_transaction_id = ${code} and deleted_at is null)
    )
    select case kind when 'item' then 'item-order' else 'order' end as kind, id as "_id",
      order_id || ' · ' || product_name as title, customer_name || ' · ' || payment_status as detail
    from orders join found using (id) order by created_at desc limit 5`);
  return rows;
}

async function findTickets(tx: Tx, text: string): Promise<SearchHit[]> {
  const pattern = containsPattern(text);
  const { rows } = await tx.execute<Row>(sql`
    select 'ticket' as kind, id as "_id", subject as title, user_name || ' · ' || status as detail from tickets
    where subject ilike ${pattern} or user_email ilike ${pattern} or user_name ilike ${pattern}
    order by created_at desc limit 5`);
  return rows;
}

/** Ids and times of the five newest rows with the text: a common one is met on the way, a rare one looked up. */
async function newestWith(tx: Tx, table: SQL, text: string): Promise<SQL> {
  const newest = sql`select search_text from ${table} where deleted_at is null order by created_at desc, id desc`;
  const { isCommon, condition } = await planSearch(tx, sql`search_text`, newest, text);
  const found = sql`select id, created_at from ${table} where deleted_at is null and ${condition}`;
  // An offset keeps the planner from walking the list for a rare text.
  const from = isCommon ? found : sql`select * from (${found} offset 0) looked_up`;
  return sql`${from} order by created_at desc, id desc limit 5`;
}
