import type { BodyOf } from "#contract/call.ts";
import { isSupportStaff } from "#contract/roles.ts";
import type { putSupportMessageStatus } from "#contract/support.ts";
import type { putTicketAssignee } from "#contract/support-staff.ts";
import type { Tx } from "#server/db/database.ts";
import { isId } from "#server/db/ids.ts";
import { type Actor, recordAudit } from "#server/features/audit/audit.service.ts";
import { failure, invalid, isStale, stale } from "#server/platform/failure.ts";
import type { Viewer } from "#server/platform/http/viewer.ts";
import type { Platform } from "#server/platform/platform.ts";
import { findStaff } from "../staff/staff.repository.ts";
import { publishTicketEvent } from "../support-events.ts";
import { mailsForMessage } from "../support-mails.ts";
import { appendMessage, lockForMessage } from "./append-message.ts";
import { type ConversationDiff, diffConversation } from "./diff-conversation.ts";
import { findMessages } from "./messages.repository.ts";
import { readTicket } from "./read-tickets.ts";
import { requireSender, requireTicket, ticketNotFound } from "./ticket-access.ts";
import { lockTicket, saveTicket, type TicketRow } from "./tickets.repository.ts";

type Body = BodyOf<typeof putSupportMessageStatus>;
const action = "PUT /support-message-status/{id}";

/**
 * The documented write. The list may append one message; status and priority are the staff's. With a new message
 * the staff's status counts only where the sender had seen the conversation to its end: otherwise an answer would
 * undo what a message that came meanwhile did to the ticket.
 */
export async function changeTicket(
  platform: Platform,
  viewer: Viewer,
  actor: Actor,
  ticketId: string,
  body: Body,
): Promise<void> {
  const seen = await requireTicket(platform.db, viewer, ticketId);
  const last = body.adminMessage?.at(-1);
  const mails = last
    ? await mailsForMessage(platform, seen, {
        sender: last.sender,
        message: last.message,
        files: 0,
        authorId: viewer.id,
      })
    : [];
  await platform.db.transaction(async (tx) => {
    const locked = await lockForMessage(tx, seen, viewer);
    const { ticket } = locked;
    if (isStale(body.version, ticket)) throw stale(await readTicket(tx, viewer, ticketId));
    const reading = await readList(tx, ticket, viewer, body);
    if (reading.kind === "conflict") {
      throw failure(
        "CONFLICT",
        "The conversation has changed meanwhile. Please load it again; nothing was lost.",
      );
    }
    if (reading.kind === "new") {
      const { sender, message } = reading.entry;
      requireSender(viewer, ticket, sender);
      if (message === "") throw invalid({ adminMessage: "Please enter your message" });
      const audit = sender === "admin" ? { actor, action } : null;
      const entry = { id: reading.id, sender, message, authorId: viewer.id };
      await appendMessage(platform, tx, locked, entry, mails, audit);
      if (sender === "user" || !reading.upToDate) return;
    }
    await changeState(platform, tx, ticket, viewer, actor, body);
  });
}

async function readList(tx: Tx, ticket: TicketRow, viewer: Viewer, body: Body): Promise<ConversationDiff> {
  const standing = (await findMessages(tx, [ticket.id])).filter((message) => !message.internal);
  const changesElse = isSupportStaff(viewer) && changesOf(ticket, body) !== null;
  return diffConversation(body.adminMessage ?? [], standing, {
    ticketId: ticket.id,
    authorId: viewer.id,
    changesElse,
  });
}

type Changes = Partial<Pick<TicketRow, "status" | "priority" | "suspectedSpam">>;

function changesOf(ticket: TicketRow, body: Body): Changes | null {
  const status =
    body.ticketStatus && body.ticketStatus !== ticket.status ? { status: body.ticketStatus } : {};
  const priority = body.priority && body.priority !== ticket.priority ? { priority: body.priority } : {};
  const suspicion = body.suspectedSpam === false && ticket.suspectedSpam ? { suspectedSpam: false } : {};
  const changes = { ...status, ...priority, ...suspicion };
  return Object.keys(changes).length > 0 ? changes : null;
}

async function changeState(
  platform: Platform,
  tx: Tx,
  ticket: TicketRow,
  viewer: Viewer,
  actor: Actor,
  body: Body,
): Promise<void> {
  const changes = changesOf(ticket, body);
  if (!changes) return;
  if (!isSupportStaff(viewer)) throw failure("FORBIDDEN");
  await saveTicket(tx, ticket.id, changes);
  const stateOf = ({ status, priority, suspectedSpam }: TicketRow) => ({
    ticketStatus: status,
    priority,
    ...("suspectedSpam" in changes ? { suspectedSpam } : {}),
  });
  const before = stateOf(ticket);
  const after = stateOf({ ...ticket, ...changes });
  await recordAudit(tx, actor, { action, subject: `ticket:${ticket.id}`, before, after });
  await publishTicketEvent(platform.events, tx, ticket, "status");
}

/** Gives the ticket to one of the staff, or to nobody. */
export async function assignTicket(
  platform: Platform,
  viewer: Viewer,
  actor: Actor,
  ticketId: string,
  { assigneeId, version }: BodyOf<typeof putTicketAssignee>,
): Promise<void> {
  await requireTicket(platform.db, viewer, ticketId);
  await platform.db.transaction(async (tx) => {
    const ticket = await lockTicket(tx, ticketId);
    if (!ticket) throw ticketNotFound();
    if (isStale(version, ticket)) throw stale(await readTicket(tx, viewer, ticketId));
    if (assigneeId !== null && !(isId(assigneeId) && (await findStaff(tx, assigneeId)))) {
      throw invalid({ assigneeId: "Please choose someone of the support staff." });
    }
    if (ticket.assigneeId === assigneeId) return;
    await saveTicket(tx, ticketId, { assigneeId });
    await recordAudit(tx, actor, {
      action: "PUT /api/support/tickets/{id}/assignee",
      subject: `ticket:${ticketId}`,
      before: { assigneeId: ticket.assigneeId },
      after: { assigneeId },
    });
    await publishTicketEvent(platform.events, tx, ticket, "status");
  });
}
