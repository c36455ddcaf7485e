import { and, asc, eq, getTableColumns, gt, isNotNull, lte, type SQL, sql } from "drizzle-orm";
import type { Tx } from "#server/db/database.ts";
import {
  refundRequests,
  reversalMovements,
  reversals,
  strayPayments,
  wronglyBooked,
} from "#server/db/tables/payments.ts";

export type ReversalRow = typeof reversals.$inferSelect;
export type NewReversalRow = typeof reversals.$inferInsert;
export type NewMovementRow = typeof reversalMovements.$inferInsert;
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

/** When the shop itself asked PayPal for the refund. */
const askedAt = sql<Date | null>`(
  select min(q.created_at) from ${refundRequests} q
  where q.capture_id = ${reversals}.capture_id and q.refund_id = ${reversals}.id)`.mapWith(
  refundRequests.createdAt,
);

export type AskedReversalRow = ReversalRow & { askedAt: Date | null };

export function findReversalsOfOrder(tx: Tx, orderId: string): Promise<AskedReversalRow[]> {
  return findAskedReversals(tx, eq(reversals.orderId, orderId));
}

export function findReversalsOfCapture(tx: Tx, captureId: string): Promise<AskedReversalRow[]> {
  return findAskedReversals(tx, eq(reversals.captureId, captureId));
}

async function findAskedReversals(tx: Tx, condition: SQL): Promise<AskedReversalRow[]> {
  return tx
    .select({ ...getTableColumns(reversals), askedAt })
    .from(reversals)
    .where(condition)
    .orderBy(asc(reversals.createdAt));
}

export async function insertReversal(tx: Tx, row: NewReversalRow): Promise<ReversalRow> {
  const [made] = await tx.insert(reversals).values(row).returning();
  return made!;
}

export async function updateReversal(
  tx: Tx,
  id: string,
  changes: Partial<NewReversalRow>,
): Promise<ReversalRow> {
  const [row] = await tx.update(reversals).set(changes).where(eq(reversals.id, id)).returning();
  return row!;
}

export async function insertMovement(tx: Tx, row: NewMovementRow): Promise<void> {
  await tx.insert(reversalMovements).values(row);
}

/** As `wronglyBooked`, of what changed in the last two days. */
export async function findUnbookedPayments(
  tx: Tx,
  except: string[],
  limit: number,
): Promise<{ id: string; orderId: string }[]> {
  const isLate = sql`c.id = any(array(select capture_id from ${reversals} where updated_at > now() - interval '2 days'))
    and c.id <> all(${sql.param(except)})`;
  const { rows } = await tx.execute<{ id: string; orderId: string }>(
    sql`select id, order_id as "orderId" from ${wronglyBooked(isLate)} b limit ${limit}`,
  );
  return rows;
}

/** Stray payments that have gone back, of which nothing is booked. */
export async function findUnbookedStrays(
  tx: Tx,
  except: string[],
  limit: number,
): Promise<{ id: string; returnedAt: Date }[]> {
  const { rows } = await tx.execute<{ id: string; ms: number }>(sql`
    select s.id, (extract(epoch from s.returned_at) * 1000)::float8 as ms from ${strayPayments} s
    where s.returned_at is not null and s.amount_minor > 0 and s.id <> all(${sql.param(except)})
      and not exists (select from ${reversalMovements} v where v.capture_id = s.id)
    limit ${limit}`);
  return rows.map(({ id, ms }) => ({ id, returnedAt: new Date(ms) }));
}

export async function findMovementsOfCapture(tx: Tx, captureId: string) {
  const { reversalId, minor } = reversalMovements;
  return tx
    .select({ reversalId, minor })
    .from(reversalMovements)
    .where(eq(reversalMovements.captureId, captureId));
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

/** A refund that PayPal had taken and could not carry out was not made: it is asked for anew, if at all. */
export async function refuseFailedRefund(tx: Tx, refundId: string, lastError: string): Promise<void> {
  await tx
    .update(refundRequests)
    .set({ state: "refused", lastError })
    .where(and(eq(refundRequests.refundId, refundId), eq(refundRequests.state, "done")));
}

/** The same of those that failed in the last 30 days while a process of a former release kept them as made. */
export async function refuseLeftRefunds(tx: Tx, lastError: string): Promise<void> {
  const { id, captureId, state, updatedAt } = reversals;
  const isLate = gt(updatedAt, sql`now() - interval '30 days'`);
  await tx
    .update(refundRequests)
    .set({ state: "refused", lastError })
    .from(reversals)
    .where(
      and(
        eq(refundRequests.state, "done"),
        eq(refundRequests.captureId, captureId),
        eq(refundRequests.refundId, id),
        eq(state, "failed"),
        isLate,
      ),
    );
}

export async function findDueRefunds(tx: Tx, now: Date, limit: number): Promise<RefundRequestRow[]> {
  return tx
    .select()
    .from(refundRequests)
    .where(and(isNotNull(refundRequests.checkAt), lte(refundRequests.checkAt, now)))
    .orderBy(asc(refundRequests.checkAt))
    .limit(limit);
}
