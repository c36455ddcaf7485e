import { and, asc, desc, eq, inArray, isNotNull, isNull, lte, sql } from "drizzle-orm";
import type { Tx } from "#server/db/database.ts";
import { orders } from "#server/db/tables/orders.ts";
import { paymentAttempts } from "#server/db/tables/payments.ts";
import type { OrderRow } from "#server/features/orders/orders.service.ts";
import { openStates, polledStates, unapprovedStates } from "./attempt-states.ts";

export type AttemptRow = typeof paymentAttempts.$inferSelect;
export type NewAttemptRow = typeof paymentAttempts.$inferInsert;
export async function findAttempt(tx: Tx, id: string): Promise<AttemptRow | null> {
  const [row] = await tx.select().from(paymentAttempts).where(eq(paymentAttempts.id, id));
  return row ?? null;
}

export async function lockOrderOfAttempt(tx: Tx, id: string): Promise<OrderRow | null> {
  const orderId = tx
    .select({ id: paymentAttempts.orderId })
    .from(paymentAttempts)
    .where(eq(paymentAttempts.id, id));
  const [row] = await tx.select().from(orders).where(eq(orders.id, orderId)).for("update");
  return row ?? null;
}

export async function findAttemptOfPaypalOrder(tx: Tx, paypalOrderId: string): Promise<AttemptRow | null> {
  const [row] = await tx
    .select()
    .from(paymentAttempts)
    .where(eq(paymentAttempts.paypalOrderId, paypalOrderId));
  return row ?? null;
}

/** The newest first. */
export async function findAttemptsOfOrder(tx: Tx, orderId: string): Promise<AttemptRow[]> {
  return tx
    .select()
    .from(paymentAttempts)
    .where(eq(paymentAttempts.orderId, orderId))
    .orderBy(desc(paymentAttempts.createdAt), desc(paymentAttempts.id));
}

export async function findClaim(tx: Tx, orderId: string, captureId: string): Promise<AttemptRow | null> {
  const [row] = await tx
    .select()
    .from(paymentAttempts)
    .where(and(eq(paymentAttempts.orderId, orderId), eq(paymentAttempts.claimedCaptureId, captureId)));
  return row ?? null;
}

/** One row for each capture that is claimed for an order. An expired claim is opened again. */
export async function upsertClaim(tx: Tx, claim: NewAttemptRow): Promise<AttemptRow> {
  const { state, mode, checkAt } = claim;
  const [row] = await tx
    .insert(paymentAttempts)
    .values(claim)
    .onConflictDoUpdate({
      target: [paymentAttempts.orderId, paymentAttempts.claimedCaptureId],
      set: { state, mode, checkAt, checks: 0 },
      setWhere: and(eq(paymentAttempts.state, "expired"), isNull(paymentAttempts.paypalOrderId)),
    })
    .returning();
  return row ?? (await findClaim(tx, claim.orderId, claim.claimedCaptureId!))!;
}

export async function findOpenAttempt(tx: Tx, orderId: string): Promise<AttemptRow | null> {
  const [row] = await tx
    .select()
    .from(paymentAttempts)
    .where(and(eq(paymentAttempts.orderId, orderId), inArray(paymentAttempts.state, openStates)));
  return row ?? null;
}

/** Attempts of a user's unpaid orders that may have been captured. */
export async function findUnsettledAttemptsOfUser(tx: Tx, userId: string): Promise<AttemptRow[]> {
  const rows = await tx
    .select({ attempt: paymentAttempts })
    .from(paymentAttempts)
    .innerJoin(orders, eq(orders.id, paymentAttempts.orderId))
    .where(
      and(
        eq(orders.userId, userId),
        eq(orders.paymentStatus, "pending"),
        inArray(paymentAttempts.state, polledStates),
      ),
    )
    .orderBy(desc(paymentAttempts.createdAt))
    .limit(20);
  return rows.map((row) => row.attempt);
}

export async function insertAttempt(tx: Tx, row: NewAttemptRow): Promise<AttemptRow> {
  const [made] = await tx.insert(paymentAttempts).values(row).returning();
  return made!;
}

export async function updateAttempt(
  tx: Tx,
  id: string,
  changes: Partial<NewAttemptRow>,
): Promise<AttemptRow> {
  const [row] = await tx.update(paymentAttempts).set(changes).where(eq(paymentAttempts.id, id)).returning();
  return row!;
}

/** Those that may have been captured come before those that wait for their payer. */
export async function findDueAttempts(tx: Tx, now: Date, limit: number): Promise<AttemptRow[]> {
  return tx
    .select()
    .from(paymentAttempts)
    .where(and(isNotNull(paymentAttempts.checkAt), lte(paymentAttempts.checkAt, now)))
    .orderBy(sql`${paymentAttempts.state} = 'created'`, asc(paymentAttempts.checkAt))
    .limit(limit);
}

/** Expires all but the newest of a user's attempts that only wait for their payer. */
export async function expireOldestOpenAttempts(tx: Tx, userId: string, kept: number): Promise<void> {
  const waiting = tx
    .select({ id: paymentAttempts.id })
    .from(paymentAttempts)
    .innerJoin(orders, eq(orders.id, paymentAttempts.orderId))
    .where(and(eq(orders.userId, userId), inArray(paymentAttempts.state, unapprovedStates)))
    .orderBy(desc(paymentAttempts.createdAt), desc(paymentAttempts.id))
    .offset(kept);
  await tx
    .update(paymentAttempts)
    .set({ state: "expired", checkAt: null, lastError: "newer attempts were begun" })
    .where(and(inArray(paymentAttempts.id, waiting), inArray(paymentAttempts.state, unapprovedStates)));
}

/** Where it is still due: what could not be settled now is not tried again at once. */
export async function postponeAttempt(tx: Tx, id: string, now: Date): Promise<void> {
  await tx
    .update(paymentAttempts)
    .set({ checkAt: new Date(now.getTime() + 60_000) })
    .where(and(eq(paymentAttempts.id, id), lte(paymentAttempts.checkAt, now)));
}
