import type { GuestConversation } from "#contract/support-guest.ts";
import type { Tx } from "#server/db/database.ts";
import { failure } from "#server/platform/failure.ts";
import type { Platform } from "#server/platform/platform.ts";
import { findAttachments } from "../attachments/attachments.repository.ts";
import { mailsForMessage } from "../support-mails.ts";
import { appendMessage, messageExists } from "../tickets/append-message.ts";
import { findMessages } from "../tickets/messages.repository.ts";
import { attachmentRecord } from "../tickets/ticket-records.ts";
import { findTicketRow, lockTicket, type TicketRow } from "../tickets/tickets.repository.ts";
import { verifyGuestToken } from "./guest-token.ts";

/** The visitor's ticket behind a mailed link. A member's ticket is never opened by one. */
export async function requireGuestTicket(platform: Platform, token: string): Promise<TicketRow> {
  const id = verifyGuestToken(platform, token);
  const ticket = id ? await findTicketRow(platform.db, id) : null;
  if (!ticket || ticket.userId !== null) throw failure("NOT_FOUND", "This link is not valid any more.");
  return ticket;
}

export async function readGuestConversation(platform: Platform, token: string): Promise<GuestConversation> {
  return conversationOf(platform.db, await requireGuestTicket(platform, token), token);
}

async function conversationOf(tx: Tx, ticket: TicketRow, token: string): Promise<GuestConversation> {
  const messages = (await findMessages(tx, [ticket.id])).filter((message) => !message.internal);
  const files = Map.groupBy(await findAttachments(tx, [ticket.id]), (file) => file.messageId);
  return {
    subject: ticket.subject,
    message: ticket.message,
    userName: ticket.userName,
    ticketStatus: ticket.status,
    createdAt: ticket.createdAt.toISOString(),
    entries: messages.map(({ id, message, createdAt, sender }) => ({
      message,
      timestamp: createdAt.toISOString(),
      sender,
      attachments: (files.get(id) ?? []).map((file) => ({
        ...attachmentRecord(file),
        url: `/api/support/guest-attachments/${file.id}?token=${encodeURIComponent(token)}`,
      })),
    })),
  };
}

export async function replyAsGuest(
  platform: Platform,
  reply: { token: string; key: string; message: string; attachments?: readonly string[] | undefined },
): Promise<GuestConversation> {
  const { token, key, message, attachments } = reply;
  const seen = await requireGuestTicket(platform, token);
  const mails = await mailsForMessage(platform, seen, {
    sender: "user",
    message,
    files: attachments?.length ?? 0,
    authorId: null,
  });
  const entry = { id: key, sender: "user" as const, message, authorId: null, attachments };
  await platform.db.transaction(async (tx) => {
    const ticket = await lockTicket(tx, seen.id);
    if (!ticket) throw failure("NOT_FOUND");
    if (await messageExists(tx, ticket.id, entry)) return;
    await appendMessage(platform, tx, { ticket, isOwnerErased: false }, entry, mails, null);
  });
  return readGuestConversation(platform, token);
}
