import sanitizeHtml from "sanitize-html";
import { isAllowedUrl } from "#contract/urls.ts";

/** What the legal pages may hold: plain formatting and links that a person could have entered elsewhere too. */
export function cleanPageHtml(html: string): string {
  return sanitizeHtml(html, {
    allowedTags: [
      "h2",
      "h3",
      "h4",
      "p",
      "ul",
      "ol",
      "li",
      "strong",
      "b",
      "em",
      "i",
      "u",
      "s",
      "a",
      "br",
      "hr",
      "blockquote",
      "code",
      "pre",
    ],
    allowedAttributes: { a: ["href", "rel"] },
    allowedSchemes: ["http", "https", "mailto", "tel"],
    allowProtocolRelative: false,
    transformTags: {
      a: (tagName, { href = "" }) => {
        const attribs: sanitizeHtml.Attributes = {};
        if (isAllowedUrl(href)) attribs.href = href;
        if (attribs.href && /^https?:/i.test(href)) attribs.rel = "noopener noreferrer";
        return { tagName, attribs };
      },
    },
  }).trim();
}

/** Whether anything would show: tags and blanks alone are nothing. */
export function hasPageText(html: string): boolean {
  return (
    sanitizeHtml(html, { allowedTags: [], allowedAttributes: {} }).replaceAll(/(&nbsp;|\s)+/g, "") !== ""
  );
}
