import type { Platform } from "#server/platform/platform.ts";
import type { Mail } from "./queue-mail.ts";
import { renderMail } from "./render-mail.ts";
import type { MailBrand, TemplateProps } from "./templates/templates.ts";

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
