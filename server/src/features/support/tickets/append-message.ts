import type { Tx } from "#server/db/database.ts";
import { lockOwner } from "#server/db/lock-owner.ts";
import { type Actor, recordAudit } from "#server/features/audit/audit.service.ts";
import { type Mail, queueMail } from "#server/features/mail/queue-mail.ts";
import { failure, requireSame } from "#server/platform/failure.ts";
import type { Viewer } from "#server/platform/http/viewer.ts";
import type { Platform } from "#server/platform/platform.ts";
import { bindAttachments } from "../attachments/attachments.repository.ts";
import { requireSameFiles } from "../attachments/require-same-files.ts";
import { publishTicketEvent } from "../support-events.ts";
import { findMessage, insertMessage, nextPosition } from "./messages.repository.ts";
import { requireRoomInTicket, ticketNotFound } from "./ticket-access.ts";
import { lockTicket, type Side, saveTicket, type TicketRow } from "./tickets.repository.ts";

export interface NewMessage {
  /** Made from what the client sent, so that a repeated request finds its own first message. */
  id: string;
  sender: Side;
  /** Null for a visitor. */
  authorId: string | null;
  message: string;
  attachments?: readonly string[] | undefined;
  internal?: boolean;
}

/** A ticket under its lock. */
export interface LockedTicket {
  ticket: TicketRow;
  isOwnerErased: boolean;
}

/**
 * Locks a ticket that is to be written to, after its owner: a message comes before an erasure of the owner or not at all, and
 * what tells the owner of one as well.
 */
export async function lockForMessage(
  tx: Tx,
  { id, userId }: Pick<TicketRow, "id" | "userId">,
  viewer: Viewer,
): Promise<LockedTicket> {
  const isOwn = viewer.id === userId;
  // What an owner writes is counted over all their tickets, so it comes one after another.
  const isOwnerErased = userId !== null && !(await lockOwner(tx, userId, isOwn ? "no key update" : "share"));
  if (isOwnerErased && isOwn) throw failure("UNAUTHENTICATED");
  const ticket = await lockTicket(tx, id);
  if (!ticket) throw ticketNotFound();
  return { ticket, isOwnerErased };
}

/** Whether this very message stands already. Throws 409 where the id is somebody else's, or of another message. */
export async function messageExists(
  tx: Tx,
  ticketId: string,
  { attachments = [], internal = false, ...entry }: NewMessage,
): Promise<boolean> {
  const found = await findMessage(tx, entry.id);
  if (!found) return false;
  if (found.ticketId !== ticketId || found.authorId !== entry.authorId) throw failure("CONFLICT");
  requireSame(found, { ...entry, internal });
  await requireSameFiles(tx, { ticketId, messageId: entry.id }, attachments);
  return true;
}

/**
 * Adds one message under the ticket's lock: at the end, at the server's time. A user's message sets the ticket in
 * progress, also a closed one; a closed ticket takes none from the staff (409), but notes. One whose owner was erased takes
 * neither (409): what the staff writes speaks of the person, and nothing would erase it any more. The owner's have a bound.
 * What the staff answers is no spam.
 */
export async function appendMessage(
  platform: Platform,
  tx: Tx,
  { ticket, isOwnerErased }: LockedTicket,
  entry: NewMessage,
  mails: readonly Mail[],
  audit: { actor: Actor; action: string } | null,
): Promise<void> {
  if (isOwnerErased)
    throw failure("CONFLICT", "The account of this ticket was deleted. Nothing can be added to it.");
  if (entry.sender === "admin" && !entry.internal && ticket.status === "closed") {
    throw failure("CONFLICT", "This ticket is closed. Reopen it to answer.");
  }
  if (entry.sender === "user") await requireRoomInTicket(tx, ticket, entry.message);
  const { internal = false, attachments = [], ...fields } = entry;
  const files = [...new Set(attachments)];
  const createdAt = new Date();
  const position = await nextPosition(tx, ticket.id);
  await insertMessage(tx, { ...fields, ticketId: ticket.id, position, internal, createdAt });
  if (files.length > 0) {
    const to = { ticketId: ticket.id, messageId: entry.id, uploadedBy: entry.authorId };
    const bound = await bindAttachments(tx, files, to);
    if (bound !== files.length)
      throw failure("NOT_FOUND", "An attachment was not found. Please attach it again.");
  }
  const cleared =
    entry.sender === "admin" && !internal && ticket.suspectedSpam ? { suspectedSpam: false } : {};
  if (!internal) {
    await saveTicket(tx, ticket.id, {
      lastMessageAt: createdAt,
      ...(entry.sender === "user" && ticket.status !== "in-progress"
        ? { status: "in-progress" as const }
        : {}),
      ...cleared,
    });
  }
  for (const mail of mails) await queueMail(tx, mail);
  if (audit) {
    await recordAudit(tx, audit.actor, {
      action: audit.action,
      subject: `ticket:${ticket.id}`,
      after: { message: entry.message, internal, ...cleared },
    });
  }
  await publishTicketEvent(platform.events, tx, ticket, internal ? "note" : "message");
}
