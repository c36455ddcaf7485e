import { and, asc, eq } from "drizzle-orm";
import type { Tx } from "#server/db/database.ts";
import { media } from "#server/db/tables/content.ts";
import { creditBookings, creditEntries } from "#server/db/tables/credits.ts";
import { generations } from "#server/db/tables/generations.ts";
import { outbox } from "#server/db/tables/mail.ts";
import { orders } from "#server/db/tables/orders.ts";
import { sessions } from "#server/db/tables/sessions.ts";

export async function findSessionsOf(tx: Tx, userId: string) {
  return tx
    .select({
      createdAt: sessions.createdAt,
      expiresAt: sessions.expiresAt,
      ipAddress: sessions.ipAddress,
      userAgent: sessions.userAgent,
    })
    .from(sessions)
    .where(eq(sessions.userId, userId))
    .orderBy(asc(sessions.createdAt));
}

export async function findOrdersOf(tx: Tx, userId: string) {
  return tx.select().from(orders).where(eq(orders.userId, userId)).orderBy(asc(orders.createdAt));
}

export async function findCreditEntriesOf(tx: Tx, userId: string) {
  return tx
    .select({
      createdAt: creditEntries.createdAt,
      amount: creditEntries.amount,
      balanceAfter: creditEntries.balanceAfter,
      reason: creditBookings.reason,
      orderId: creditBookings.orderId,
      note: creditBookings.note,
    })
    .from(creditEntries)
    .innerJoin(creditBookings, eq(creditBookings.id, creditEntries.bookingId))
    .where(and(eq(creditEntries.userId, userId), eq(creditEntries.account, "member")))
    .orderBy(asc(creditEntries.id));
}

export async function findGenerationsOf(tx: Tx, userId: string) {
  return tx
    .select({
      _id: generations.id,
      createdAt: generations.createdAt,
      stage: generations.stage,
      title: generations.title,
      niche: generations.niche,
      style: generations.style,
      customPrompt: generations.customPrompt,
      enhancedPrompt: generations.enhancedPrompt,
      deletedAt: generations.deletedAt,
    })
    .from(generations)
    .where(eq(generations.userId, userId))
    .orderBy(asc(generations.createdAt));
}

export async function findUploadsOf(tx: Tx, userId: string) {
  return tx
    .select({ url: media.url, createdAt: media.createdAt, bytes: media.bytes })
    .from(media)
    .where(eq(media.uploadedBy, userId))
    .orderBy(asc(media.createdAt));
}

export async function findMailsTo(tx: Tx, email: string) {
  return tx
    .select({
      createdAt: outbox.createdAt,
      sentAt: outbox.sentAt,
      subject: outbox.subject,
      status: outbox.status,
    })
    .from(outbox)
    .where(eq(outbox.toEmail, email))
    .orderBy(asc(outbox.id));
}
