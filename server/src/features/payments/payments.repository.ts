import { and, asc, eq, inArray, isNull } from "drizzle-orm";
import type { Tx } from "#server/db/database.ts";
import { creditBookings, creditEntries } from "#server/db/tables/credits.ts";
import { outbox } from "#server/db/tables/mail.ts";
import { webhookEvents } from "#server/db/tables/payments.ts";
import { users } from "#server/db/tables/users.ts";

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

/** The admins that can sign in. */
export async function findAdminEmails(tx: Tx): Promise<string[]> {
  const rows = await tx
    .select({ email: users.email })
    .from(users)
    .where(and(eq(users.role, "Admin"), isNull(users.disabledAt), isNull(users.deletedAt)))
    .orderBy(asc(users.createdAt))
    .limit(20);
  return rows.map((row) => row.email);
}
