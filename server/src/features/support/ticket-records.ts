import type { InternalNote, TicketEntry, TicketRecord } from "#contract/support.ts";
import type { AttachmentRecord } from "#contract/support-attachments.ts";
import type { Tx } from "#server/db/database.ts";
import {
  type AttachmentRow,
  findAttachments,
  findMessages,
  type MessageRow,
} from "./conversation.repository.ts";
import type { ListedTicket, Side } from "./tickets.repository.ts";

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
  const { ticket } = row;
  const filesOf = (messageId: string | null) =>
    files.filter((file) => file.messageId === messageId).map(attachmentRecord);
  const record: TicketRecord = {
    _id: ticket.id,
    subject: ticket.subject,
    message: ticket.message,
    phone: ticket.phone,
    ticketStatus: ticket.status,
    priority: ticket.priority,
    version: ticket.version,
    createdAt: ticket.createdAt.toISOString(),
    updatedAt: ticket.updatedAt.toISOString(),
    lastMessageAt: ticket.lastMessageAt.toISOString(),
    ticketUserName: ticket.userName,
    ticketUserEmail: ticket.userEmail,
    ticketUserRole: "user",
    ticketUserProfileURL: row.profileUrl,
    fromMember: ticket.userId !== null,
    attachments: filesOf(null),
    adminMessage: messages
      .filter((message) => !message.internal)
      .map((message) => entryOf(message, ticket.userName, filesOf(message.id), side)),
    unread: row.unread,
  };
  if (side === "user") return record;
  return {
    ...record,
    internalNotes: messages.filter((message) => message.internal).map(noteOf),
    assignee: ticket.assigneeId ? { _id: ticket.assigneeId, userName: row.assigneeName ?? "" } : null,
    suspectedSpam: ticket.suspectedSpam,
  };
}

function entryOf(
  message: MessageRow,
  ownerName: string,
  attachments: AttachmentRecord[],
  side: Side,
): TicketEntry {
  const staffName = side === "admin" ? (message.authorName ?? "Support") : "Support";
  return {
    _id: message.id,
    message: message.message,
    timestamp: message.createdAt.toISOString(),
    sender: message.sender,
    position: message.position,
    authorName: message.sender === "user" ? ownerName : staffName,
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
  return {
    _id: row.id,
    name: row.name,
    mimeType: row.mimeType as AttachmentRecord["mimeType"],
    bytes: row.bytes,
    url: `/api/support/attachments/${row.id}`,
  };
}
