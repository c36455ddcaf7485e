import { and, asc, eq, inArray, isNull, lt, notInArray, or, sql, sum } from "drizzle-orm";
import type { Tx } from "#server/db/database.ts";
import type { EveryColumnBut } from "#server/db/every-column.ts";
import { ticketAttachments, tickets } from "#server/db/tables/support.ts";

export type AttachmentRow = typeof ticketAttachments.$inferSelect;

export async function insertAttachment(
  tx: Tx,
  row: typeof ticketAttachments.$inferInsert,
): Promise<AttachmentRow> {
  const [inserted] = await tx.insert(ticketAttachments).values(row).returning();
  return inserted!;
}

export type AttachmentOwner = { uploadedBy: string } | { guestTicketId: string };

/** How much the files take up that a person has sent, or the visitor who holds the link to a ticket. */
export async function bytesOfAttachments(tx: Tx, owner: AttachmentOwner): Promise<number> {
  const own =
    "uploadedBy" in owner
      ? eq(ticketAttachments.uploadedBy, owner.uploadedBy)
      : eq(ticketAttachments.guestTicketId, owner.guestTicketId);
  const [row] = await tx
    .select({ bytes: sum(ticketAttachments.bytes).mapWith(Number) })
    .from(ticketAttachments)
    .where(own);
  return row?.bytes ?? 0;
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

/** Uploads that no message took, the oldest first. */
export async function findUnusedAttachments(
  tx: Tx,
  before: Date,
  except: string[],
  limit: number,
): Promise<AttachmentRow[]> {
  return tx
    .select()
    .from(ticketAttachments)
    .where(
      and(
        isNull(ticketAttachments.ticketId),
        lt(ticketAttachments.createdAt, before),
        notInArray(ticketAttachments.id, except),
      ),
    )
    .orderBy(asc(ticketAttachments.createdAt))
    .limit(limit);
}

/** What nobody may read or put into a message any more: the row only still says which file has to go. */
const discarded = {
  ticketId: null,
  messageId: null,
  uploadedBy: null,
  guestTicketId: null,
  name: "",
} satisfies EveryColumnBut<typeof ticketAttachments, "id" | "fileKey" | "mimeType" | "bytes" | "createdAt">;

/** Gives an upload up while it is still loose; answers whether it was. */
export async function discardAttachment(tx: Tx, id: string): Promise<boolean> {
  const gone = await tx
    .update(ticketAttachments)
    .set(discarded)
    .where(and(eq(ticketAttachments.id, id), isNull(ticketAttachments.ticketId)))
    .returning({ id: ticketAttachments.id });
  return gone.length > 0;
}

export async function deleteAttachment(tx: Tx, id: string): Promise<void> {
  await tx.delete(ticketAttachments).where(eq(ticketAttachments.id, id));
}

/**
 * Gives up what lies in a person's tickets and what of theirs no message took, for the next cleaning. What a member of the
 * staff sent to others is part of those conversations, and stays there as uploaded by nobody.
 */
export async function discardAttachmentsOf(tx: Tx, userId: string): Promise<void> {
  const own = tx.select({ id: tickets.id }).from(tickets).where(eq(tickets.userId, userId));
  const uploaded = eq(ticketAttachments.uploadedBy, userId);
  // An array, since beside an `or` no index serves a subquery.
  const isInOwn = sql`${ticketAttachments.ticketId} = any(array(${own}))`;
  await tx
    .update(ticketAttachments)
    .set({ ...discarded, createdAt: new Date(0) })
    .where(or(and(uploaded, isNull(ticketAttachments.ticketId)), isInOwn));
  await tx.update(ticketAttachments).set({ uploadedBy: null }).where(uploaded);
}

export async function findAttachments(tx: Tx, ticketIds: readonly string[]): Promise<AttachmentRow[]> {
  if (ticketIds.length === 0) return [];
  return tx
    .select()
    .from(ticketAttachments)
    .where(inArray(ticketAttachments.ticketId, [...ticketIds]))
    .orderBy(asc(ticketAttachments.createdAt), asc(ticketAttachments.id));
}

/**
 * Ties own uploads that nothing holds yet to a message; answers how many there were. A visitor's own (`uploadedBy`
 * null) are those that the ticket's mailed link brought.
 */
export async function bindAttachments(
  tx: Tx,
  ids: readonly string[],
  to: { ticketId: string; messageId: string | null; uploadedBy: string | null },
): Promise<number> {
  if (ids.length === 0) return 0;
  const bound = await tx
    .update(ticketAttachments)
    .set({ ticketId: to.ticketId, messageId: to.messageId })
    .where(
      and(
        inArray(ticketAttachments.id, [...ids]),
        to.uploadedBy === null
          ? eq(ticketAttachments.guestTicketId, to.ticketId)
          : eq(ticketAttachments.uploadedBy, to.uploadedBy),
        isNull(ticketAttachments.ticketId),
      ),
    )
    .returning({ id: ticketAttachments.id });
  return bound.length;
}
