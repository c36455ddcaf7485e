import type { BodyOf } from "#contract/call.ts";
import type { MessageLogEntry, sendMessage as sendMessageCall } from "#contract/mail.ts";
import { inOneLine } from "#contract/plain-text.ts";
import { dateIn, dayIn } from "#contract/time-zone.ts";
import type { Tx } from "#server/db/database.ts";
import { newId } from "#server/db/ids.ts";
import { type Actor, recordAudit } from "#server/features/audit/audit.service.ts";
import { shopTimeZone } from "#server/features/settings/settings.service.ts";
import { failure, invalid, requireSame } from "#server/platform/failure.ts";
import type { Platform } from "#server/platform/platform.ts";
import { isPlainAddress } from "#server/providers/mail/message.ts";
import { formerRecipient, kindInWords } from "./audience.ts";
import { findMail, findMailOfCause, type LogFilter, listMails, lockAddressee } from "./mail.repository.ts";
import { type MailToSend, type OutboxRow, requeue } from "./queue.repository.ts";
import { decryptMail, mailBrand, queueMail, renderMail } from "./queue-mail.ts";

/** Here too for the features that tell it, which may not import a repository of another. */
export { hasAdminWithMail } from "./mail.repository.ts";
export { countFailedMails } from "./queue.repository.ts";

/**
 * Queues an admin's message to one registered person, once however often it comes with one key. Throws 400 for several
 * addresses, 404 for an unknown one, 409 for a key that was used for another message.
 */
export async function sendMessage(
  platform: Platform,
  actor: Actor,
  form: BodyOf<typeof sendMessageCall>,
): Promise<void> {
  const toEmail = form.toEmail.toLowerCase();
  if (!isPlainAddress(toEmail)) throw invalid({ toEmail: "Please enter one email address." });
  // Loaded with the first message, and the library that reads it.
  const { isBlankMessage, sanitizeMessage } = await import("./sanitize-message.ts");
  const body = sanitizeMessage(form.messageBody, platform.config.appUrl);
  if (isBlankMessage(body)) throw invalid({ messageBody: "Please enter a message." });
  const { html, text } = await renderMail(
    "admin-message",
    { subject: form.subject, html: body },
    await mailBrand(platform),
  );
  await platform.db.transaction(async (tx) => {
    if (!(await lockAddressee(tx, toEmail)))
      throw failure("NOT_FOUND", "No account found with this email address.");
    const dedupeKey = `admin-message:${actor.id}:${form.idempotencyKey ?? newId()}`;
    const templateName = "Admin message" as const;
    const mail = { subject: inOneLine(form.subject), html, text, templateName, dedupeKey };
    if (!(await queueMail(tx, { to: toEmail, ...mail }))) {
      const earlier = await findMailOfCause(tx, dedupeKey);
      return requireSame(earlier ?? {}, { toEmail, ...mail });
    }
    await recordAudit(tx, actor, {
      action: "POST /send-message",
      subject: `mail:${toEmail}`,
      after: { subject: form.subject, messageBody: body },
    });
  });
}

/** Sends a mail that failed once more. Throws 404 for an unknown one, 409 where it can't be sent again. */
export async function sendAgain(platform: Platform, actor: Actor, id: string): Promise<void> {
  const mail = await findLogged(platform.db, id);
  await platform.db.transaction(async (tx) => {
    if (!(await requeue(tx, mail.id))) throw failure("CONFLICT", whyNotAgain(mail));
    const action = "POST /message-log/{id}/send-again";
    await recordAudit(tx, actor, {
      action,
      subject: `mail:${mail.toEmail}`,
      // Of a notice it is a person's words, which an erasure finds in the lines about that person alone.
      after: mail.audience === "user" ? { subject: mail.subject } : { templateName: mail.templateName },
    });
  });
}

function whyNotAgain(mail: MailToSend): string {
  if (mail.html === "") return "The contents of this message are not kept any more.";
  if (!mail.isCurrent) return "The link in this message has expired. The recipient can ask for a new one.";
  if (!mail.isForRecipient) return formerRecipient(mail.audience);
  return "This message has not failed.";
}

async function findLogged(tx: Tx, id: string): Promise<MailToSend> {
  const mail = /^\d{1,15}$/.test(id) ? await findMail(tx, Number(id)) : null;
  if (!mail) throw failure("NOT_FOUND");
  return mail;
}

export async function readMessageLog(
  platform: Platform,
  filter: LogFilter,
): Promise<{ entries: MessageLogEntry[]; total: number; more: boolean }> {
  const { rows, total, more } = await listMails(platform.db, filter);
  const timeZone = await shopTimeZone(platform);
  return { entries: rows.map((row) => logEntry(row, timeZone)), total, more };
}

/** Of a day as yyyy-mm-dd, which stands for its midnight in UTC. */
const weekday = new Intl.DateTimeFormat("en-GB", { weekday: "long", timeZone: "UTC" });

function logEntry(row: Awaited<ReturnType<typeof listMails>>["rows"][number], timeZone: string) {
  return {
    _id: String(row.id),
    toEmail: row.toEmail,
    userId: row.userId,
    subject: row.subject,
    day: weekday.format(Date.parse(dayIn(timeZone, row.createdAt))),
    date: dateIn(timeZone, row.createdAt),
    templateName: kindInWords(row.templateName),
    status: row.status,
    createdAt: row.createdAt.toISOString(),
    sentAt: row.sentAt?.toISOString() ?? null,
    attempts: row.attempts,
    lastError: row.lastError,
  } satisfies MessageLogEntry;
}

/** A queued or sent mail whole, for the demo's pages. */
export async function readMail(platform: Platform, id: string): Promise<OutboxRow> {
  return decryptMail(platform, await findLogged(platform.db, id));
}
