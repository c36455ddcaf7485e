import type { Platform } from "#server/platform/platform.ts";
import type { OutboxRow } from "./mail.repository.ts";
import type { Mail } from "./queue-mail.ts";

const purpose = "mail";

/**
 * A mail whose link lets its holder in lies sealed in the outbox, so that neither the database nor a backup of it
 * is a way in. Who it goes to, its subject and its state stay readable for the message log.
 */
export function encryptMail({ encryption }: Platform, mail: Mail): Mail {
  const [html, text] = [encryption.encrypt(mail.html, purpose), encryption.encrypt(mail.text, purpose)];
  return { ...mail, html, text, sealed: true };
}

/** The mail as it is sent. Throws where APP_SECRET has changed and the former one is gone. */
export function decryptMail({ encryption }: Platform, row: OutboxRow): OutboxRow {
  if (!row.sealed) return row;
  return { ...row, html: encryption.decrypt(row.html, purpose), text: encryption.decrypt(row.text, purpose) };
}
