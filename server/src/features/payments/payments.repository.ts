import { and, asc, desc, eq, gt, inArray, lte, sql } from "drizzle-orm";
import type { OrderKind } from "#contract/orders.ts";
import type { Tx } from "#server/db/database.ts";
import { isItemActive } from "#server/db/ordered-product.ts";
import { preparedOnce } from "#server/db/prepared.ts";
import { creditBalances, creditBookings, creditEntries } from "#server/db/tables/credits.ts";
import { outbox } from "#server/db/tables/mail.ts";
import { orders } from "#server/db/tables/orders.ts";
import { captures, reversals, strayPayments, webhookEvents } from "#server/db/tables/payments.ts";
import { users } from "#server/db/tables/users.ts";

export type CaptureRow = typeof captures.$inferSelect;

export type NewCaptureRow = typeof captures.$inferInsert;

export type StrayPaymentRow = typeof strayPayments.$inferSelect;

export async function findDueCaptures(tx: Tx, limit: number): Promise<CaptureRow[]> {
  return tx
    .select()
    .from(captures)
    .where(lte(captures.checkAt, sql`now()`))
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

export async function lockStrayPayment(tx: Tx, id: string): Promise<StrayPaymentRow | null> {
  const [row] = await tx.select().from(strayPayments).where(eq(strayPayments.id, id)).for("no key update");
  return row ?? null;
}

/** Makes a stray payment that pays an order after all the order's, with what has gone back of it. */
export async function assignStrayPayment(tx: Tx, id: string, orderId: string): Promise<void> {
  const { rowCount } = await tx.delete(strayPayments).where(eq(strayPayments.id, id));
  if (rowCount) await tx.update(reversals).set({ orderId }).where(eq(reversals.captureId, id));
}

export async function setStrayPaymentReturned(tx: Tx, id: string, returnedAt: Date | null): Promise<void> {
  await tx.update(strayPayments).set({ returnedAt }).where(eq(strayPayments.id, id));
}

export async function findEventsOfOrder(tx: Tx, orderId: string) {
  const { id, type, resourceId, effect, createdAt } = webhookEvents;
  return tx
    .select({ id, type, resourceId, effect, createdAt })
    .from(webhookEvents)
    .where(eq(webhookEvents.orderId, orderId))
    .orderBy(asc(createdAt));
}

/** Movements of the buyer's balance and debt that belong to the order, by its public id. */
export async function findLedgerOfOrder(tx: Tx, userId: string, publicId: string) {
  return tx
    .select({
      reason: creditBookings.reason,
      createdAt: creditBookings.createdAt,
      account: creditEntries.account,
      amount: creditEntries.amount,
      balanceAfter: creditEntries.balanceAfter,
    })
    .from(creditBookings)
    .innerJoin(creditEntries, eq(creditEntries.bookingId, creditBookings.id))
    .where(
      and(
        eq(creditBookings.userId, userId),
        eq(creditBookings.orderId, publicId),
        inArray(creditEntries.account, ["member", "owed"]),
      ),
    )
    .orderBy(asc(creditEntries.id));
}

const latestPurchase = preparedOnce((tx) => {
  const userId = sql.placeholder("userId");
  const moved = (reason: "purchase" | "debt-settled") => sql<number>`(
    select coalesce(sum(e.amount), 0)::int from ${creditBookings} b join ${creditEntries} e on e.booking_id = b.id
    where b.user_id = ${userId} and b.order_id = ${orders}.order_id and e.account = 'member' and b.reason = ${reason})`;
  return tx
    .select({
      order: orders,
      isItemActive,
      /** Whether a run has used the user's credits since. */
      isUsed: sql<boolean>`exists(
        select from ${creditBookings} b
        where b.user_id = ${userId} and b.created_at > ${orders}.paid_at and b.reason in ('generation', 'hold'))`,
      added: moved("purchase"),
      settled: moved("debt-settled"),
      balance: sql<number>`coalesce(${creditBalances.balance}, 0)`.mapWith(Number),
      membership: { level: users.membership, end: users.membershipValidity },
      now: sql<Date>`now()`.mapWith(orders.createdAt),
    })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .leftJoin(creditBalances, eq(creditBalances.userId, orders.userId))
    .where(
      and(
        eq(orders.userId, userId),
        eq(orders.kind, sql.placeholder("kind")),
        eq(orders.paymentStatus, "Paid"),
        gt(orders.paidAt, sql`now() - make_interval(hours => ${sql.placeholder("hours")}::int)`),
      ),
    )
    .orderBy(desc(orders.paidAt))
    .limit(1)
    .prepare("latest_purchase");
});

/** The order that the user paid last, within so many hours, with what it brought and what the user has now. */
export async function findLatestPurchase(tx: Tx, userId: string, kind: OrderKind, hours: number) {
  const [row] = await latestPurchase(tx).execute({ userId, kind, hours });
  return row ?? null;
}

export async function findMailsOfKeys(tx: Tx, keys: string[]) {
  const { toEmail, subject, templateName, status, createdAt } = outbox;
  return tx
    .select({ toEmail, subject, templateName, status, createdAt })
    .from(outbox)
    .where(inArray(outbox.dedupeKey, keys))
    .orderBy(asc(outbox.id));
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
