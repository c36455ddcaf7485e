import { and, asc, eq, isNotNull, lte } from "drizzle-orm";
import type { Tx } from "#server/db/database.ts";
import { captures, strayPayments } from "#server/db/tables/payments.ts";

export type CaptureRow = typeof captures.$inferSelect;

export type NewCaptureRow = typeof captures.$inferInsert;

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

/** False where it is known already. */
export async function insertStrayPayment(tx: Tx, row: typeof strayPayments.$inferInsert): Promise<boolean> {
  const rows = await tx
    .insert(strayPayments)
    .values(row)
    .onConflictDoNothing()
    .returning({ id: strayPayments.id });
  return rows.length > 0;
}

/** Once all of it went back, nobody has to see to it. */
export async function markStrayPaymentReturned(tx: Tx, id: string, returnedMinor: number): Promise<void> {
  await tx
    .update(strayPayments)
    .set({ returnedAt: new Date() })
    .where(and(eq(strayPayments.id, id), lte(strayPayments.amountMinor, returnedMinor)));
}
