import { and, eq, inArray, isNull, lt } from "drizzle-orm";
import type { Tx } from "#server/db/database.ts";
import { ticketAttachments, tickets } from "#server/db/tables/support.ts";
import type { AttachmentRow } from "./conversation.repository.ts";

export async function insertAttachment(
  tx: Tx,
  row: typeof ticketAttachments.$inferInsert,
): Promise<AttachmentRow> {
  const [inserted] = await tx.insert(ticketAttachments).values(row).returning();
  return inserted!;
}

/** An attachment with the owner of its ticket; `ownerId` is null for a visitor's ticket and for a loose upload. */
export async function findAttachment(tx: Tx, id: string) {
  const [row] = await tx
    .select({ attachment: ticketAttachments, ownerId: tickets.userId })
    .from(ticketAttachments)
    .leftJoin(tickets, eq(tickets.id, ticketAttachments.ticketId))
    .where(eq(ticketAttachments.id, id));
  return row ?? null;
}

/** Uploads that no message took. */
export async function findLooseAttachments(tx: Tx, before: Date, limit: number): Promise<AttachmentRow[]> {
  return tx
    .select()
    .from(ticketAttachments)
    .where(and(isNull(ticketAttachments.ticketId), lt(ticketAttachments.createdAt, before)))
    .limit(limit);
}

/** Takes the row only while it is still loose; answers whether it did. */
export async function deleteLooseAttachment(tx: Tx, id: string): Promise<boolean> {
  const gone = await tx
    .delete(ticketAttachments)
    .where(and(eq(ticketAttachments.id, id), isNull(ticketAttachments.ticketId)))
    .returning({ id: ticketAttachments.id });
  return gone.length > 0;
}

/** Deletes what a person uploaded; answers the keys of the files. */
export async function deleteAttachmentsOf(tx: Tx, userId: string): Promise<string[]> {
  const own = tx.select({ id: tickets.id }).from(tickets).where(eq(tickets.userId, userId));
  const uploaded = await tx
    .delete(ticketAttachments)
    .where(eq(ticketAttachments.uploadedBy, userId))
    .returning({ fileKey: ticketAttachments.fileKey });
  const received = await tx
    .delete(ticketAttachments)
    .where(inArray(ticketAttachments.ticketId, own))
    .returning({ fileKey: ticketAttachments.fileKey });
  return [...uploaded, ...received].map((row) => row.fileKey);
}
