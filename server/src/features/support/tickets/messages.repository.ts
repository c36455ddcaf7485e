import { and, asc, eq, getTableColumns, inArray, isNull, max } from "drizzle-orm";
import type { Tx } from "#server/db/database.ts";
import { ticketAttachments, ticketMessages } from "#server/db/tables/support.ts";
import { users } from "#server/db/tables/users.ts";

export type MessageRow = typeof ticketMessages.$inferSelect & { authorName: string | null };

const columns = { ...getTableColumns(ticketMessages), authorName: users.name };

/** Everything after the opening messages, notes included, in the order in which it was written. */
export async function findMessages(tx: Tx, ticketIds: readonly string[]): Promise<MessageRow[]> {
  if (ticketIds.length === 0) return [];
  return tx
    .select(columns)
    .from(ticketMessages)
    .leftJoin(users, eq(users.id, ticketMessages.authorId))
    .where(inArray(ticketMessages.ticketId, [...ticketIds]))
    .orderBy(asc(ticketMessages.ticketId), asc(ticketMessages.position));
}

export async function findMessage(tx: Tx, id: string): Promise<MessageRow | null> {
  const [row] = await tx
    .select(columns)
    .from(ticketMessages)
    .leftJoin(users, eq(users.id, ticketMessages.authorId))
    .where(eq(ticketMessages.id, id));
  return row ?? null;
}

/** Only under the ticket's lock. */
export async function nextPosition(tx: Tx, ticketId: string): Promise<number> {
  const [row] = await tx
    .select({ last: max(ticketMessages.position) })
    .from(ticketMessages)
    .where(eq(ticketMessages.ticketId, ticketId));
  return (row?.last ?? 0) + 1;
}

export async function insertMessage(tx: Tx, message: typeof ticketMessages.$inferInsert): Promise<void> {
  await tx.insert(ticketMessages).values(message);
}

export type AttachmentRow = typeof ticketAttachments.$inferSelect;

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
