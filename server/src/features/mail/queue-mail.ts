import type { Tx } from "#server/db/database.ts";
import { isDeletedUserEmail } from "#server/platform/deleted-user.ts";
import type { Platform } from "#server/platform/platform.ts";
import { audienceOf, type MailKind } from "./audience.ts";
import { insertMail, type OutboxRow } from "./mail.repository.ts";

export interface Mail {
  to: string;
  subject: string;
  html: string;
  text: string;
  /** Shown in the message log. */
  templateName: MailKind;
  replyTo?: string;
  attachments?: { name: string; mimeType: string; base64: string }[];
  /** Whether `encryptMail` has encrypted html and text. */
  sealed?: boolean;
  /** When the link in it ends; it is not sent after that. */
  expiresAt?: Date;
  /** Queued once however often the same cause is handled. */
  dedupeKey?: string;
}

/**
 * Queues a mail in the transaction of its cause: it goes out if and only if the cause is committed. None is made for
 * an erased person, or a second time of one cause: false then.
 */
export async function queueMail(tx: Tx, mail: Mail): Promise<boolean> {
  if (isDeletedUserEmail(mail.to)) return false;
  return insertMail(tx, {
    toEmail: mail.to,
    subject: subjectLine(mail.subject),
    html: mail.html,
    text: mail.text,
    templateName: mail.templateName,
    audience: audienceOf(mail.templateName),
    replyTo: mail.replyTo ?? null,
    attachments: mail.attachments ?? [],
    sealed: mail.sealed ?? false,
    expiresAt: mail.expiresAt ?? null,
    dedupeKey: mail.dedupeKey ?? null,
  });
}

/** A subject as it is queued: one line. */
export function subjectLine(subject: string): string {
  return subject.replace(/[\p{Cc}\u2028\u2029]+/gu, " ").trim();
}

const purpose = "mail";

/**
 * A mail whose link lets its holder in is encrypted in the outbox, so that neither the database nor a backup of it
 * is a way in. Recipient, subject and state stay readable for the message log.
 */
export function encryptMail({ encryption }: Pick<Platform, "encryption">, mail: Mail): Mail {
  const [html, text] = [encryption.encrypt(mail.html, purpose), encryption.encrypt(mail.text, purpose)];
  return { ...mail, html, text, sealed: true };
}

/** The mail as it is sent, decrypted if it was encrypted. Throws where APP_SECRET has changed and the former one is gone. */
export function decryptMail({ encryption }: Pick<Platform, "encryption">, row: OutboxRow): OutboxRow {
  if (!row.sealed) return row;
  return { ...row, html: encryption.decrypt(row.html, purpose), text: encryption.decrypt(row.text, purpose) };
}
