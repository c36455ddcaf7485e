import type { BodyOf } from "#contract/call.ts";
import type { postTicketReply } from "#contract/support.ts";
import type { postTicketNote } from "#contract/support-staff.ts";
import type { Actor } from "#server/features/audit/audit.service.ts";
import type { Viewer } from "#server/platform/http/viewer.ts";
import type { Platform } from "#server/platform/platform.ts";
import { mailsForMessage } from "../support-mails.ts";
import { appendMessage, lockForMessage, messageExists } from "./append-message.ts";
import { requireSender, requireTicket } from "./ticket-access.ts";

/** Adds a message as owner or as support; sent again under the same key it stands once. */
export async function replyToTicket(
  platform: Platform,
  viewer: Viewer,
  actor: Actor,
  ticketId: string,
  body: BodyOf<typeof postTicketReply>,
): Promise<void> {
  const seen = await requireTicket(platform.db, viewer, ticketId);
  requireSender(viewer, seen, body.sender);
  const { key, message, sender, attachments } = body;
  const files = attachments?.length ?? 0;
  const mails = await mailsForMessage(platform, seen, { sender, message, files, authorId: viewer.id });
  const entry = { id: key, sender, message, attachments, authorId: viewer.id };
  await platform.db.transaction(async (tx) => {
    const locked = await lockForMessage(tx, seen, viewer);
    if (await messageExists(tx, ticketId, entry)) return;
    const audit = sender === "admin" ? { actor, action: "POST /api/support/tickets/{id}/replies" } : null;
    await appendMessage(platform, tx, locked, entry, mails, audit);
  });
}

/** Adds what only the staff sees. No mail, no change of the ticket. */
export async function addNote(
  platform: Platform,
  viewer: Viewer,
  actor: Actor,
  ticketId: string,
  body: BodyOf<typeof postTicketNote>,
): Promise<void> {
  const seen = await requireTicket(platform.db, viewer, ticketId);
  const entry = {
    id: body.key,
    sender: "admin" as const,
    message: body.message,
    authorId: viewer.id,
    internal: true,
  };
  await platform.db.transaction(async (tx) => {
    const locked = await lockForMessage(tx, seen, viewer);
    if (await messageExists(tx, ticketId, entry)) return;
    const audit = { actor, action: "POST /api/support/tickets/{id}/notes" };
    await appendMessage(platform, tx, locked, entry, [], audit);
  });
}
