import type { SendMailOptions } from "nodemailer";
import { inOneLine } from "#contract/plain-text.ts";
import type { OutgoingMail } from "./mail-provider.ts";

/**
 * The mail as nodemailer takes it, or a refusal. Only one plain address may be a recipient: anything with blanks,
 * commas, brackets or line breaks could add recipients or header lines. Files and addresses named in a mail are
 * never read.
 */
export function messageOf(mail: OutgoingMail): SendMailOptions | { refused: string } {
  if (!isPlainAddress(mail.to)) return { refused: "The recipient's address is malformed." };
  return {
    messageId: mail.messageId,
    date: mail.date,
    // In two parts, as a name may hold what divides addresses in a line of them.
    from: { name: inOneLine(mail.from.name), address: mail.from.address },
    to: { name: "", address: mail.to },
    ...(mail.replyTo && isPlainAddress(mail.replyTo) ? { replyTo: { name: "", address: mail.replyTo } } : {}),
    subject: inOneLine(mail.subject),
    text: mail.text,
    html: mail.html,
    attachments: mail.attachments.map((file) => ({
      filename: inOneLine(file.name),
      contentType: inOneLine(file.mimeType),
      content: Buffer.from(file.base64, "base64"),
    })),
    headers: { "Auto-Submitted": "auto-generated" },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

export function isPlainAddress(address: string): boolean {
  return address.length <= 254 && /^[^\s@,;:<>()[\]"\\\p{Cc}]+@[^\s@,;:<>()[\]"\\\p{Cc}]+$/u.test(address);
}
