import { and, asc, eq, inArray } from "drizzle-orm";
import type { Tx } from "#server/db/database.ts";
import { creditBookings, creditEntries } from "#server/db/tables/credits.ts";
import { outbox } from "#server/db/tables/mail.ts";
import { webhookEvents } from "#server/db/tables/payments.ts";

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
