import { and, desc, eq, getTableColumns, inArray, isNull, or, type SQL, sql } from "drizzle-orm";
import { displayMoney } from "#contract/money.ts";
import { receiptNumberIn } from "#contract/orders.ts";
import type { SearchHit } from "#contract/search.ts";
import type { Tx } from "#server/db/database.ts";
import { holdsText, pageOfFound } from "#server/db/paging.ts";
import { orders } from "#server/db/tables/orders.ts";
import {
  captures,
  paymentAttempts,
  reversals,
  strayPayments,
  strayReason,
} from "#server/db/tables/payments.ts";
import { ticketHead, tickets } from "#server/db/tables/support.ts";
import { users } from "#server/db/tables/users.ts";

type Row = SearchHit & Record<string, unknown>;

/** Five of each kind, newest first. */
export async function findHits(tx: Tx, text: string): Promise<SearchHit[]> {
  const parts = await Promise.all([
    findUsers(tx, text),
    findOrders(tx, text),
    findStrayPayments(tx, text),
    findTickets(tx, text),
  ]);
  return parts.flat();
}

async function findUsers(tx: Tx, text: string): Promise<SearchHit[]> {
  const { rows } = await tx.execute<Row>(sql`
    select 'user' as kind, id as "_id", name as title, email || ' · ' || role as detail
    from users where id = any(${await newestWith(tx, users, text)}) order by created_at desc, id desc`);
  return rows;
}

/**
 * What a buyer may quote of a payment is no part of what the lists show: it is found when given whole, also of an order that
 * was cancelled or paid twice.
 */
export async function findOrders(tx: Tx, text: string): Promise<SearchHit[]> {
  const code = text.toUpperCase();
  const { rows } = await tx.execute<Row>(sql`
    with found as materialized (
      select unnest(${await newestWith(tx, orders, text)}) as id
      union (select id from ${orders} where order_id = ${code})
      union (select id from ${orders} where payment_id = ${code})
      union (select id from ${orders} where paypal_transaction_id = ${code})
      union (select id from ${orders} where receipt_number = ${receiptNumberIn(text)})
      union (select order_id from ${paymentAttempts} where paypal_order_id = ${code})
      union (select order_id from ${captures} where id = ${code} or lower(payer_email) = ${text.toLowerCase()})
      union (select order_id from ${reversals} where id = ${code})
    )
    select case kind when 'item' then 'item-order' else 'order' end as kind, id as "_id",
      order_id || ' · ' || product_name as title,
      customer_name || ' · ' || case when deleted_at is null then payment_status else 'cancelled' end as detail
    from ${orders} join found using (id) order by created_at desc limit 5`);
  return rows;
}

/** By the same of the payment or of what went back of it: the dashboard shows only those of the last 30 days. */
async function findStrayPayments(tx: Tx, text: string): Promise<SearchHit[]> {
  const code = text.toUpperCase();
  const isMeant = or(
    eq(strayPayments.id, code),
    eq(sql`lower(${strayPayments.payerEmail})`, text.toLowerCase()),
    inArray(
      strayPayments.id,
      tx.select({ id: reversals.captureId }).from(reversals).where(eq(reversals.id, code)),
    ),
  );
  const newest = desc(strayPayments.createdAt);
  const row = { ...getTableColumns(strayPayments), reason: strayReason };
  const rows = await tx.select(row).from(strayPayments).where(isMeant).orderBy(newest).limit(5);
  return rows.map(({ id, amountMinor, currency, payerEmail, reason, returnedAt }) => ({
    kind: "stray-payment",
    _id: id,
    title: `${currency ? displayMoney(amountMinor, currency) : "Unknown amount"} · ${id}`,
    detail: `${payerEmail ?? "unknown payer"} · ${returnedAt ? "went back" : reason}`,
  }));
}

/** The ids of the five newest rows with the text, as a parameter. */
async function newestWith(tx: Tx, table: typeof users | typeof orders, text: string): Promise<SQL> {
  const { ids } = await pageOfFound(
    tx,
    {
      from: table,
      id: table.id,
      where: and(isNull(table.deletedAt), holdsText(table.searchText, text)),
      seeksText: true,
      keys: [table.createdAt, table.id].map((by) => ({ by, ascending: false })),
    },
    { limit: 5, offset: 0 },
  );
  return sql`${sql.param(ids)}::text[]`;
}

async function findTickets(tx: Tx, text: string): Promise<SearchHit[]> {
  const where = holdsText(ticketHead, text);
  const keys = [tickets.createdAt, tickets.id].map((by) => ({ by, ascending: false }));
  const list = { from: tickets, id: tickets.id, where, seeksText: true, keys };
  const { ids } = await pageOfFound(tx, list, { limit: 5, offset: 0 });
  const { rows } = await tx.execute<Row>(sql`
    select 'ticket' as kind, id as "_id", subject as title, user_name || ' · ' || status as detail from tickets
    where id = any(${sql.param(ids)}::text[]) order by created_at desc, id desc`);
  return rows;
}
