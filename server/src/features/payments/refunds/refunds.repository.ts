import { and, asc, eq, getTableColumns, isNotNull, lte, sql } from "drizzle-orm";
import type { Tx } from "#server/db/database.ts";
import { moneyIsGone, refundRequests, reversals } from "#server/db/tables/payments.ts";

export type ReversalRow = typeof reversals.$inferSelect;
export type NewReversalRow = typeof reversals.$inferInsert;
export type RefundRequestRow = typeof refundRequests.$inferSelect;
export type NewRefundRequestRow = typeof refundRequests.$inferInsert;

export async function postponeRefund(tx: Tx, id: string, now: Date): Promise<void> {
  await tx
    .update(refundRequests)
    .set({ checkAt: new Date(now.getTime() + 60_000) })
    .where(and(eq(refundRequests.id, id), lte(refundRequests.checkAt, now)));
}

export async function findReversal(tx: Tx, id: string): Promise<ReversalRow | null> {
  const [row] = await tx.select().from(reversals).where(eq(reversals.id, id));
  return row ?? null;
}

/** `askedAt`: when the shop itself asked PayPal for the refund. */
export async function findReversalsOfOrder(
  tx: Tx,
  orderId: string,
): Promise<(ReversalRow & { askedAt: Date | null })[]> {
  const askedAt = sql<Date | null>`(
    select min(q.created_at) from ${refundRequests} q
    where q.order_id = ${reversals}.order_id and q.refund_id = ${reversals}.id)`.mapWith(
    refundRequests.createdAt,
  );
  return tx
    .select({ ...getTableColumns(reversals), askedAt })
    .from(reversals)
    .where(eq(reversals.orderId, orderId))
    .orderBy(asc(reversals.createdAt));
}

export async function insertReversal(tx: Tx, row: NewReversalRow): Promise<void> {
  await tx.insert(reversals).values(row);
}

export async function updateReversal(tx: Tx, id: string, changes: Partial<NewReversalRow>): Promise<void> {
  await tx.update(reversals).set(changes).where(eq(reversals.id, id));
}

/**
 * Notes once when reversals of an order came back, as the shop won their dispute; one whose dispute was lost in the end
 * has not.
 */
export async function markReturned(tx: Tx, orderId: string): Promise<void> {
  await tx.execute(sql`
    update ${reversals} r set returned_at = case when ${moneyIsGone} then null else coalesce((
        select max(w.occurred_at) from ${reversals} w where w.order_id = r.order_id and w.capture_id = r.capture_id
          and w.state = 'won' and w.occurred_at >= r.occurred_at), now()) end
    where r.order_id = ${orderId} and r.kind = 'reversal' and r.state = 'done'
      and ${moneyIsGone} = (r.returned_at is not null)`);
}

export async function findRefundRequest(tx: Tx, id: string): Promise<RefundRequestRow | null> {
  const [row] = await tx.select().from(refundRequests).where(eq(refundRequests.id, id));
  return row ?? null;
}

export async function findRefundRequestsOfOrder(tx: Tx, orderId: string): Promise<RefundRequestRow[]> {
  return tx
    .select()
    .from(refundRequests)
    .where(eq(refundRequests.orderId, orderId))
    .orderBy(asc(refundRequests.createdAt));
}

export async function insertRefundRequest(tx: Tx, row: NewRefundRequestRow): Promise<RefundRequestRow> {
  const [made] = await tx.insert(refundRequests).values(row).returning();
  return made!;
}

export async function updateRefundRequest(
  tx: Tx,
  id: string,
  changes: Partial<NewRefundRequestRow>,
): Promise<void> {
  await tx.update(refundRequests).set(changes).where(eq(refundRequests.id, id));
}

/** False where it was finished meanwhile, by another call with the same request id. */
export async function updateOpenRefund(
  tx: Tx,
  id: string,
  changes: Partial<NewRefundRequestRow>,
): Promise<boolean> {
  const { rowCount } = await tx
    .update(refundRequests)
    .set(changes)
    .where(and(eq(refundRequests.id, id), eq(refundRequests.state, "open")));
  return rowCount === 1;
}

export async function findDueRefunds(tx: Tx, now: Date, limit: number): Promise<RefundRequestRow[]> {
  return tx
    .select()
    .from(refundRequests)
    .where(and(isNotNull(refundRequests.checkAt), lte(refundRequests.checkAt, now)))
    .orderBy(asc(refundRequests.checkAt))
    .limit(limit);
}
