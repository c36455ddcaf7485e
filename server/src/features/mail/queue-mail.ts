import type { RateLimit } from "#contract/call.ts";
import { inOneLine } from "#contract/plain-text.ts";
import type { Config } from "#server/config.ts";
import { countWithin } from "#server/db/count-within.ts";
import type { Tx } from "#server/db/database.ts";
import { readShopSettings } from "#server/features/settings/settings.service.ts";
import { isDeletedUserEmail } from "#server/platform/deleted-user.ts";
import type { Platform } from "#server/platform/platform.ts";
import { shortDigest } from "#server/platform/short-digest.ts";
import { audienceOf, type MailKind } from "./audience.ts";
import { insertMail, type OutboxRow } from "./queue.repository.ts";
import type { MailBrand } from "./templates/layout.tsx";
import type { TemplateName, TemplateProps } from "./templates/render-template.tsx";

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
 * Name and address of the shop, for the head and foot of its mails. Pass the transaction where there is one: as many of
 * them as there are connections would wait for one more each.
 */
export async function mailBrand(platform: Platform, tx?: Tx): Promise<MailBrand> {
  return brandFrom(tx ?? platform, platform.config);
}

/** The same for a command, which has no platform. */
export async function brandFrom(
  source: Platform | Tx,
  { appUrl }: Pick<Config, "appUrl">,
): Promise<MailBrand> {
  const { shopName } = await readShopSettings(source);
  return { shopName, appUrl };
}

/** To be awaited before a transaction that makes a mail: on a busy machine the first time takes longer than one may idle. */
export const loadTemplates = () => import("./templates/render-template.tsx");

/**
 * A template's mail as HTML with its text part. The templates are JSX, which plain Node can't read. They are
 * loaded only when a mail is made, so that commands may import whatever queues mails.
 */
export async function renderMail<N extends TemplateName>(
  template: N,
  props: TemplateProps[N],
  brand: MailBrand,
): Promise<{ html: string; text: string }> {
  const { renderTemplate } = await loadTemplates();
  return renderTemplate(template, props, brand);
}

/** A heading, paragraphs and a button; one that cannot be rendered must not undo what it tells, and goes out bare. */
export async function renderPlain(
  platform: Platform,
  brand: MailBrand,
  mail: TemplateProps["plain"],
): Promise<Pick<Mail, "html" | "text">> {
  try {
    return await renderMail("plain", mail, brand);
  } catch (error) {
    platform.log.error({ err: error }, "a mail could not be rendered");
    return plain([...mail.paragraphs, ...(mail.button ? [mail.button.url] : [])]);
  }
}

export function plain(paragraphs: string[]): Pick<Mail, "html" | "text"> {
  const escaped = paragraphs.map((text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`));
  return { html: escaped.map((text) => `<p>${text}</p>`).join("\n"), text: `${paragraphs.join("\n\n")}\n` };
}

export function absolute(platform: Platform, url: string): string {
  return url.startsWith("/") ? `${platform.config.appUrl}${url}` : url;
}

/**
 * Queues a mail in the transaction of its cause: it goes out if and only if the cause is committed. None is made for
 * an erased person, or a second time of one cause: false then.
 */
export async function queueMail(tx: Tx, mail: Mail): Promise<boolean> {
  if (isDeletedUserEmail(mail.to)) return false;
  return insertMail(tx, {
    toEmail: mail.to,
    subject: inOneLine(mail.subject),
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

/** Of one kind to one address. */
const noticesPerAddress: RateLimit = { name: "account-notice", max: 5, windowSeconds: 3600, by: "user" };

/**
 * Queues a notice of what was done with an account, in the transaction that does it. Whoever made the account in a stranger's
 * name could fill that one's box, and have the shop's mails taken for spam: the fifth of a kind is the last one of its hour.
 * It is counted by the address, since an account is deleted and made anew in a moment.
 */
export async function queueNotice({ rateLimits }: Platform, tx: Tx, mail: Mail): Promise<void> {
  const sent = await countWithin(tx, noticesPerAddress, `${mail.templateName}:${shortDigest(mail.to)}`);
  if (sent <= rateLimits.mostOf(noticesPerAddress)) await queueMail(tx, mail);
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
