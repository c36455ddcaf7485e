import type { RateLimit } from "#contract/call.ts";
import { encryptMail, type Mail, mailBrand, renderMail } from "#server/features/mail/queue-mail.ts";
import type { Platform } from "#server/platform/platform.ts";
import { guestLinkMilliseconds, guestToken } from "./guests/guest-token.ts";
import { findOwnerAddress, findStaff, listStaff } from "./staff/staff.repository.ts";
import { findNewestAnswer } from "./tickets/messages.repository.ts";
import type { Side, TicketRow } from "./tickets/tickets.repository.ts";

type Ticket = Pick<TicketRow, "id" | "userId" | "userName" | "userEmail" | "subject" | "assigneeId">;

interface MailedMessage {
  sender: Side;
  message: string;
  /** How many files go along with it. */
  files: number;
  authorId: string | null;
  isNew?: boolean;
}

/** Of one member, or in a visitor's ticket. What comes beyond is told in the console alone: a mail server has a quota. */
const noticesOfOne: RateLimit = { name: "support-notice", max: 30, windowSeconds: 3600, by: "user" };

/** Several messages of one ticket within this time make one notice to the staff, as long as nobody answers in between. */
const noticeMilliseconds = 10 * 60 * 1000;

/**
 * The mails that tell the other side of a message. Made before the transaction that writes it, since they take
 * the template and other rows; queued in it.
 */
export async function mailsForMessage(
  platform: Platform,
  ticket: Ticket,
  entry: MailedMessage,
): Promise<Mail[]> {
  if (entry.sender === "user") return noticesToStaff(platform, ticket, entry);
  return ticket.userId === null
    ? [await answerToVisitor(platform, ticket, entry)]
    : answerToUser(platform, ticket, ticket.userId, entry);
}

async function answerToUser(
  platform: Platform,
  ticket: Ticket,
  ownerId: string,
  { message, files }: Pick<MailedMessage, "message" | "files">,
): Promise<Mail[]> {
  const owner = await findOwnerAddress(platform.db, ownerId);
  if (!owner) return [];
  const ticketUrl = `${platform.config.appUrl}/user/support?ticket=${ticket.id}`;
  const body = await renderMail(
    "ticket-answered",
    { customerName: owner.name, subject: ticket.subject, message, files, ticketUrl },
    await mailBrand(platform),
  );
  return [{ to: owner.email, subject: `Re: ${ticket.subject}`, ...body, templateName: "Ticket answered" }];
}

async function answerToVisitor(
  platform: Platform,
  ticket: Ticket,
  { message, files }: Pick<MailedMessage, "message" | "files">,
): Promise<Mail> {
  const replyUrl = `${platform.config.appUrl}/support/reply?token=${guestToken(platform, ticket.id)}`;
  const body = await renderMail(
    "contact-answered",
    { customerName: ticket.userName, subject: ticket.subject, message, files, replyUrl },
    await mailBrand(platform),
  );
  return encryptMail(platform, {
    to: ticket.userEmail,
    subject: `Re: ${ticket.subject}`,
    ...body,
    templateName: "Contact answered",
    expiresAt: new Date(Date.now() + guestLinkMilliseconds),
  });
}

/** To the one who has the ticket, else to all who could take it; never to the author. */
async function noticesToStaff(
  platform: Platform,
  ticket: Ticket,
  entry: Omit<MailedMessage, "sender">,
): Promise<Mail[]> {
  const assignee = ticket.assigneeId ? await findStaff(platform.db, ticket.assigneeId) : null;
  const staff = (assignee ? [assignee] : await listStaff(platform.db)).filter(
    ({ id }) => id !== entry.authorId,
  );
  if (staff.length === 0) return [];
  const { isUsedUp } = await platform.rateLimits.take(noticesOfOne, ticket.userId ?? ticket.id);
  if (isUsedUp) return [];
  const isNew = entry.isNew ?? false;
  const body = await renderMail(
    "support-notice",
    {
      from: ticket.userName,
      subject: ticket.subject,
      message: entry.message,
      files: entry.files,
      isNew,
      ticketUrl: `${platform.config.appUrl}/admin/support-messages?ticket=${ticket.id}`,
    },
    await mailBrand(platform),
  );
  const span = isNew
    ? "new"
    : `${Math.floor(Date.now() / noticeMilliseconds)}:${await findNewestAnswer(platform.db, ticket.id)}`;
  return staff.map((member) => ({
    to: member.email,
    subject: `${isNew ? "New support message" : "New reply"}: ${ticket.subject}`,
    ...body,
    templateName: "Support notice",
    dedupeKey: `support-notice:${ticket.id}:${member.id}:${span}`,
  }));
}
