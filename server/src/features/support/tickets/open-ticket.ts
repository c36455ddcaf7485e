import type { BodyOf } from "#contract/call.ts";
import type { newSupportMessage, TicketRecord } from "#contract/support.ts";
import { contactForm } from "#contract/support-forms.ts";
import type { Tx } from "#server/db/database.ts";
import { idOfRequest } from "#server/db/ids.ts";
import { lockOwner } from "#server/db/lock-owner.ts";
import { queueMail } from "#server/features/mail/queue-mail.ts";
import { failure, invalid, requireSame } from "#server/platform/failure.ts";
import type { Viewer } from "#server/platform/http/viewer.ts";
import type { Platform } from "#server/platform/platform.ts";
import { bindAttachments } from "../attachments/attachments.repository.ts";
import { requireSameFiles } from "../attachments/require-same-files.ts";
import { publishTicketEvent } from "../support-events.ts";
import { mailsForMessage } from "../support-mails.ts";
import { requireRoomOfMember } from "./ticket-access.ts";
import { recordsOf } from "./ticket-records.ts";
import { findTicketRow, insertTicket, type TicketRow } from "./tickets.repository.ts";

type Body = BodyOf<typeof newSupportMessage>;

/**
 * Opens a ticket: name and e-mail come from the session, or from a visitor's form. Status and priority are the shop's.
 * Suspected spam sends no mail; its answer is like any other. Sent again under the same key it stands once.
 */
export async function openTicket(
  platform: Platform,
  viewer: Viewer | null,
  body: Body,
): Promise<TicketRecord> {
  const from = viewer
    ? { userName: viewer.name, userEmail: viewer.email, phone: body.phone ?? "" }
    : visitorOf(body);
  const files = viewer ? [...new Set(body.attachments ?? [])] : [];
  const fields = { ...from, subject: body.subject, message: body.message, userId: viewer?.id ?? null };
  const suspectedSpam = !viewer && isFilled(body.extra);
  const draft = { id: idOf(viewer, from.userEmail, body), assigneeId: null, suspectedSpam, ...fields };
  const mails = suspectedSpam
    ? []
    : await mailsForMessage(platform, draft, {
        sender: "user",
        message: body.message,
        files: files.length,
        authorId: viewer?.id ?? null,
        isNew: true,
      });
  return platform.db.transaction(async (tx) => {
    if (viewer && !(await lockOwner(tx, viewer.id))) throw failure("UNAUTHENTICATED");
    const ticket = await insertTicket(tx, draft);
    if (!ticket) {
      const record = await recordOf(tx, await findSame(tx, draft, files));
      // Only the signed link opens a visitor's conversation.
      return viewer ? record : { ...record, adminMessage: [] };
    }
    if (viewer) await requireRoomOfMember(tx, viewer.id);
    if (viewer && files.length > 0) {
      const bound = await bindAttachments(tx, files, {
        ticketId: ticket.id,
        messageId: null,
        uploadedBy: viewer.id,
      });
      if (bound !== files.length)
        throw failure("NOT_FOUND", "An attachment was not found. Please attach it again.");
    }
    for (const mail of mails) await queueMail(tx, mail);
    await publishTicketEvent(platform.events, tx, ticket, "created");
    return recordOf(tx, ticket);
  });
}

function idOf(viewer: Viewer | null, userEmail: string, { idempotencyKey }: Body): string {
  return idOfRequest(viewer ? ["member", viewer.id] : ["visitor", userEmail], idempotencyKey);
}

/** What stands under the key. Throws 409 where it says something else. */
async function findSame(
  tx: Tx,
  { id, subject, message }: Pick<TicketRow, "id" | "subject" | "message">,
  files: readonly string[],
): Promise<TicketRow> {
  const found = await findTicketRow(tx, id);
  if (!found) throw failure("CONFLICT");
  requireSame(found, { subject, message });
  await requireSameFiles(tx, { ticketId: id, messageId: null }, files);
  return found;
}

async function recordOf(tx: Tx, ticket: TicketRow): Promise<TicketRecord> {
  const row = { ticket, profileUrl: null, assigneeName: null, ownerState: null, unread: 0 };
  const [record] = await recordsOf(tx, [row], "user");
  return record!;
}

function isFilled(extra: unknown): boolean {
  return extra !== undefined && extra !== null && extra !== "";
}

/** What a visitor must give besides subject and message. An absent field is as good as a blank one. */
function visitorOf(body: Body): { userName: string; userEmail: string; phone: string } {
  const { ticketUserName = "", ticketUserEmail = "", phone = "", subject, message } = body;
  const result = contactForm.safeParse({ ticketUserName, ticketUserEmail, phone, subject, message });
  if (result.success) {
    return {
      userName: result.data.ticketUserName,
      userEmail: result.data.ticketUserEmail,
      phone: result.data.phone,
    };
  }
  const fields: Record<string, string> = {};
  for (const issue of result.error.issues) fields[issue.path.join(".")] ??= issue.message;
  throw invalid(fields);
}
