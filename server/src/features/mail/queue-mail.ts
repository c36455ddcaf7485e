import type { Tx } from "#server/db/database.ts";
import { isDeletedUserEmail } from "#server/platform/deleted-user.ts";
import { insertMail } from "./mail.repository.ts";

export interface Mail {
  to: string;
  subject: string;
  html: string;
  text: string;
  /** Shown in the message log. */
  templateName: string;
  replyTo?: string;
  attachments?: { name: string; mimeType: string; base64: string }[];
  /** The contents were sealed by `encryptMail`. */
  sealed?: boolean;
  /** When the link in it ends; it is not sent after that. */
  expiresAt?: Date;
  /** Queued once however often the same cause is handled. */
  dedupeKey?: string;
}

/**
 * Queues a mail in the transaction of its cause: it goes out if and only if the cause is committed. None is made for
 * an erased person.
 */
export async function queueMail(tx: Tx, mail: Mail): Promise<void> {
  if (isDeletedUserEmail(mail.to)) return;
  await insertMail(tx, {
    toEmail: mail.to,
    subject: mail.subject.replace(/[\p{Cc}\u2028\u2029]+/gu, " ").trim(),
    html: mail.html,
    text: mail.text,
    templateName: mail.templateName,
    replyTo: mail.replyTo ?? null,
    attachments: mail.attachments ?? [],
    sealed: mail.sealed ?? false,
    expiresAt: mail.expiresAt ?? null,
    dedupeKey: mail.dedupeKey ?? null,
  });
}
