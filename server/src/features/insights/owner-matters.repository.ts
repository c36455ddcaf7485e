import { sql } from "drizzle-orm";
import type { Tx } from "#server/db/database.ts";
import { outbox } from "#server/db/tables/mail.ts";
import { orders } from "#server/db/tables/orders.ts";
import { captures, refusedRefunds, reversals } from "#server/db/tables/payments.ts";

export interface OrderMatter extends Record<string, unknown> {
  /** PayPal's id of the payment. */
  captureId: string;
  amountMinor: number;
  /** Null of a payment that belongs to no order, as what follows. */
  currency: string | null;
  id: string | null;
  kind: "package" | "item" | null;
  orderId: string | null;
}

export type DisputeMatter = OrderMatter & { answerByMs: number | null };

const ofOrder = sql`c.currency, o.id, o.kind, o.order_id as "orderId"`;

/** First those that have to be answered first. */
export async function findOpenDisputes(tx: Tx): Promise<DisputeMatter[]> {
  const { rows } = await tx.execute<DisputeMatter>(sql`
    select r.capture_id as "captureId", r.amount_minor as "amountMinor", ${ofOrder},
      (extract(epoch from r.answer_by) * 1000)::float8 as "answerByMs"
    from ${reversals} r left join ${captures} c on c.id = r.capture_id left join ${orders} o on o.id = r.order_id
    where r.kind = 'dispute' and r.state = 'open' order by r.answer_by, r.created_at limit 20`);
  return rows;
}

export async function findRefusedRefunds(tx: Tx): Promise<OrderMatter[]> {
  const { rows } = await tx.execute<OrderMatter>(sql`
    select c.capture_id as "captureId", c.amount_minor as "amountMinor", ${ofOrder}
    from (select q.*, c.currency from ${refusedRefunds}) c join ${orders} o on o.id = c.order_id
    order by c.created_at limit 20`);
  return rows;
}

/** Mails that the mail server has not taken for twenty minutes, by five tries, and what it said last. */
export async function findStuckMails(tx: Tx): Promise<{ count: number; lastError: string | null }> {
  const { rows } = await tx.execute<{ count: number; lastError: string | null }>(sql`
    select count(*)::int as count, (array_agg(last_error order by next_attempt_at desc))[1] as "lastError"
    from ${outbox} where status = 'queued' and attempts >= 5 and last_error is not null`);
  return rows[0]!;
}
