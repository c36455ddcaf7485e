import sanitizeHtml from "sanitize-html";
import { isAllowedInMail, isSitePath } from "#contract/urls.ts";

const options: sanitizeHtml.IOptions = {
  allowedTags: [
    "p",
    "br",
    "hr",
    "h1",
    "h2",
    "h3",
    "h4",
    "strong",
    "b",
    "em",
    "i",
    "u",
    "s",
    "a",
    "ul",
    "ol",
    "li",
    "blockquote",
    "code",
    "pre",
    "img",
    "span",
    "div",
    "table",
    "thead",
    "tbody",
    "tr",
    "th",
    "td",
  ],
  allowedAttributes: {
    a: ["href", "title"],
    img: ["src", "alt", "width", "height"],
    td: ["colspan", "rowspan"],
    th: ["colspan", "rowspan"],
  },
  allowedSchemes: ["https", "http", "mailto", "tel"],
  allowedSchemesByTag: { img: ["https", "http"] },
  allowProtocolRelative: false,
  disallowedTagsMode: "discard",
  // A picture without an address shows as a broken one.
  exclusiveFilter: ({ tag, attribs }) => tag === "img" && !attribs.src,
  nestingLimit: 50,
};

/**
 * What an admin wrote in the editor, without anything that runs, loads frames or styles the page around it. A mail has no
 * site: a path leads to the shop's whole address, and what would lead nowhere has no address.
 */
export function sanitizeMessage(html: string, appUrl: string): string {
  const withWhole = (name: "href" | "src") => (tagName: string, attribs: sanitizeHtml.Attributes) => {
    const { [name]: address = "", ...others } = attribs;
    const whole = isSitePath(address) ? appUrl + address : address;
    return { tagName, attribs: isAllowedInMail(whole) ? { ...others, [name]: whole } : others };
  };
  const transformTags = { a: withWhole("href"), img: withWhole("src") };
  return sanitizeHtml(html, { ...options, transformTags }).trim();
}

/** Whether anything is left to read or see. */
export function isBlankMessage(html: string): boolean {
  const text = sanitizeHtml(html, { allowedTags: [], allowedAttributes: {} }).replace(/&nbsp;|\u00a0/g, " ");
  return text.trim() === "" && !/<img\s[^>]*src=/i.test(html);
}
