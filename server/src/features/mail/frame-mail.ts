import { renderMail } from "./render-mail.ts";

export interface LayoutMail {
  title: string;
  /** Plain texts; line breaks stay. */
  paragraphs: readonly string[];
  /** `url` is absolute. */
  button?: { label: string; url: string } | undefined;
  /** The shop's name and public address for head and foot of the mail. */
  shopName?: string | undefined;
  appUrl?: string | undefined;
}

/** A mail in the shop's frame, for features that write their own texts: `queueMail(tx, { ...await wrapInLayout(…) })`. */
export async function wrapInLayout(mail: LayoutMail): Promise<{ html: string; text: string }> {
  const { title, paragraphs, button } = mail;
  const appUrl = mail.appUrl ?? (button ? new URL(button.url).origin : "http://localhost:3000");
  return renderMail(
    "frame",
    { title, paragraphs, button },
    { shopName: mail.shopName ?? "Thumbsmith", appUrl },
  );
}
