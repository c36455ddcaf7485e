import type { InternalNote, TicketEntry, TicketRecord } from "#contract/support.ts";
import type { AttachmentRecord } from "#contract/support-attachments.ts";
import type { Tx } from "#server/db/database.ts";
import { type AttachmentRow, findAttachments } from "../attachments/attachments.repository.ts";
import { findMessages, type MessageRow } from "./messages.repository.ts";
import type { ListedTicket, Side } from "./tickets.repository.ts";

/** A column that is new has to be decided on: these records are also the export of a person's tickets. */
type Nothing = Record<string, never>;

/** The tickets as the calls answer them; notes, assignee and the staff's names are for the staff alone. */
export async function recordsOf(tx: Tx, rows: readonly ListedTicket[], side: Side): Promise<TicketRecord[]> {
  const ids = rows.map(({ ticket }) => ticket.id);
  const messages = Map.groupBy(await findMessages(tx, ids), (message) => message.ticketId);
  const attachments = Map.groupBy(await findAttachments(tx, ids), (row) => row.ticketId);
  return rows.map((row) =>
    recordOf(row, messages.get(row.ticket.id) ?? [], attachments.get(row.ticket.id) ?? [], side),
  );
}

function recordOf(
  row: ListedTicket,
  messages: MessageRow[],
  files: AttachmentRow[],
  side: Side,
): TicketRecord {
  const { id, userId, userName, userEmail, subject, message, phone, status, priority, ...rest } = row.ticket;
  const { assigneeId, suspectedSpam, lastMessageAt, version, createdAt, updatedAt, ...undecided } = rest;
  undecided satisfies Nothing;
  const filesOf = (messageId: string | null) =>
    files.filter((file) => file.messageId === messageId).map(attachmentRecord);
  const record: TicketRecord = {
    _id: id,
    subject,
    message,
    phone,
    ticketStatus: status,
    priority,
    version,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    lastMessageAt: lastMessageAt.toISOString(),
    ticketUserName: userName,
    ticketUserEmail: userEmail,
    ticketUserRole: "user",
    ticketUserProfileURL: row.profileUrl,
    fromMember: userId !== null,
    attachments: filesOf(null),
    adminMessage: messages
      .filter((message) => !message.internal)
      .map((message) => entryOf(message, userName, filesOf(message.id), side)),
    unread: row.unread,
  };
  if (side === "user") return record;
  return {
    ...record,
    internalNotes: messages.filter((message) => message.internal).map(noteOf),
    assignee: assigneeId ? { _id: assigneeId, userName: row.assigneeName ?? "" } : null,
    suspectedSpam,
    userId,
    accountState: row.ownerState,
  };
}

function entryOf(
  row: MessageRow,
  ownerName: string,
  attachments: AttachmentRecord[],
  side: Side,
): TicketEntry {
  const { id, message, createdAt, sender, position, authorName, ...rest } = row;
  const { ticketId, authorId, internal, ...undecided } = rest;
  undecided satisfies Nothing;
  const staffName = side === "admin" ? (authorName ?? "Support") : "Support";
  return {
    _id: id,
    message,
    timestamp: createdAt.toISOString(),
    sender,
    position,
    authorName: sender === "user" ? ownerName : staffName,
    attachments,
  };
}

function noteOf(message: MessageRow): InternalNote {
  return {
    _id: message.id,
    message: message.message,
    timestamp: message.createdAt.toISOString(),
    position: message.position,
    authorName: message.authorName ?? "Support",
  };
}

export function attachmentRecord(row: AttachmentRow): AttachmentRecord {
  const { id, name, mimeType, bytes, ...rest } = row;
  const { ticketId, messageId, uploadedBy, guestTicketId, fileKey, createdAt, ...undecided } = rest;
  undecided satisfies Nothing;
  return {
    _id: id,
    name,
    mimeType: mimeType as AttachmentRecord["mimeType"],
    bytes,
    url: `/api/support/attachments/${id}`,
  };
}
