import { and, asc, desc, eq, inArray, isNotNull, isNull, lte, sql } from "drizzle-orm";
import type { Tx } from "#server/db/database.ts";
import { orders } from "#server/db/tables/orders.ts";
import { captures, paymentAttempts, strayPayments, webhookEvents } from "#server/db/tables/payments.ts";
import { users } from "#server/db/tables/users.ts";

export type AttemptRow = typeof paymentAttempts.$inferSelect;
export type NewAttemptRow = typeof paymentAttempts.$inferInsert;
export type AttemptState = AttemptRow["state"];
export type CaptureRow = typeof captures.$inferSelect;
export type NewCaptureRow = typeof captures.$inferInsert;

const openStates: AttemptState[] = ["creating", "created", "capturing", "pending"];

export async function findAttempt(tx: Tx, id: string): Promise<AttemptRow | null> {
  const [row] = await tx.select().from(paymentAttempts).where(eq(paymentAttempts.id, id));
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

/** One row for each capture that is claimed for an order; one that was ended is opened again. */
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

/** Attempts of a person's unpaid orders that may have been captured. */
export async function findUnsettledAttemptsOfUser(tx: Tx, userId: string): Promise<AttemptRow[]> {
  const rows = await tx
    .select({ attempt: paymentAttempts })
    .from(paymentAttempts)
    .innerJoin(orders, eq(orders.id, paymentAttempts.orderId))
    .where(
      and(
        eq(orders.userId, userId),
        eq(orders.paymentStatus, "pending"),
        inArray(paymentAttempts.state, ["created", "capturing", "pending", "mismatch", "claimed"]),
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

/** Ends all but a person's newest attempts that only wait for their payer. */
export async function expireOldestOpenAttempts(tx: Tx, userId: string, kept: number): Promise<void> {
  const waiting = tx
    .select({ id: paymentAttempts.id })
    .from(paymentAttempts)
    .innerJoin(orders, eq(orders.id, paymentAttempts.orderId))
    .where(and(eq(orders.userId, userId), inArray(paymentAttempts.state, ["creating", "created"])))
    .orderBy(desc(paymentAttempts.createdAt), desc(paymentAttempts.id))
    .offset(kept);
  await tx
    .update(paymentAttempts)
    .set({ state: "expired", checkAt: null, lastError: "newer attempts were begun" })
    .where(
      and(inArray(paymentAttempts.id, waiting), inArray(paymentAttempts.state, ["creating", "created"])),
    );
}

/** Puts one that is still due aside, so that what cannot be settled now does not come up again at once. */
export async function postponeAttempt(tx: Tx, id: string, now: Date): Promise<void> {
  await tx
    .update(paymentAttempts)
    .set({ checkAt: new Date(now.getTime() + 60_000) })
    .where(and(eq(paymentAttempts.id, id), lte(paymentAttempts.checkAt, now)));
}

export async function findDueCaptures(tx: Tx, now: Date, limit: number): Promise<CaptureRow[]> {
  return tx
    .select()
    .from(captures)
    .where(and(isNotNull(captures.checkAt), lte(captures.checkAt, now)))
    .orderBy(asc(captures.checkAt))
    .limit(limit);
}

export async function findCapture(tx: Tx, id: string): Promise<CaptureRow | null> {
  const [row] = await tx.select().from(captures).where(eq(captures.id, id));
  return row ?? null;
}

export async function findCapturesOfOrder(tx: Tx, orderId: string): Promise<CaptureRow[]> {
  return tx
    .select()
    .from(captures)
    .where(eq(captures.orderId, orderId))
    .orderBy(asc(captures.createdAt), asc(captures.id));
}

export async function insertCapture(tx: Tx, row: NewCaptureRow): Promise<CaptureRow> {
  const [made] = await tx.insert(captures).values(row).returning();
  return made!;
}

export async function updateCapture(
  tx: Tx,
  id: string,
  changes: Partial<NewCaptureRow>,
): Promise<CaptureRow> {
  const [row] = await tx.update(captures).set(changes).where(eq(captures.id, id)).returning();
  return row!;
}

export async function hasWebhookEvent(tx: Tx, id: string): Promise<boolean> {
  const [row] = await tx.select({ id: webhookEvents.id }).from(webhookEvents).where(eq(webhookEvents.id, id));
  return row !== undefined;
}

/** False where the event is stored already. */
export async function insertWebhookEvent(tx: Tx, row: typeof webhookEvents.$inferInsert): Promise<boolean> {
  const rows = await tx
    .insert(webhookEvents)
    .values(row)
    .onConflictDoNothing()
    .returning({ id: webhookEvents.id });
  return rows.length > 0;
}

/** False where it is known already. */
export async function insertStrayPayment(tx: Tx, row: typeof strayPayments.$inferInsert): Promise<boolean> {
  const rows = await tx
    .insert(strayPayments)
    .values(row)
    .onConflictDoNothing()
    .returning({ id: strayPayments.id });
  return rows.length > 0;
}

/** Money that went back whole needs nobody any more. */
export async function markStrayPaymentReturned(tx: Tx, id: string, returnedMinor: number): Promise<void> {
  await tx
    .update(strayPayments)
    .set({ returnedAt: new Date() })
    .where(and(eq(strayPayments.id, id), lte(strayPayments.amountMinor, returnedMinor)));
}

/** Whom the shop tells of payments: the admins that can sign in. */
export async function findAdminEmails(tx: Tx): Promise<string[]> {
  const rows = await tx
    .select({ email: users.email })
    .from(users)
    .where(and(eq(users.role, "Admin"), sql`${users.disabledAt} is null`, sql`${users.deletedAt} is null`))
    .orderBy(asc(users.createdAt))
    .limit(20);
  return rows.map((row) => row.email);
}
