/** Tiptap wraps a list entry's text in a paragraph; the public page would give it a paragraph's margins. */
export function withPlainEntries(html: string): string {
  return html.replace(/<li><p>((?:(?!<\/?(?:p|li|ul|ol)\b)[\s\S])*)<\/p><\/li>/g, "<li>$1</li>");
}

/** An entry of a list as Word copies it: a paragraph, the bullet or number written before its text. */
const entries = /(?:<p\b[^>]*mso-list:[^>]*>[\s\S]*?<\/p>\s*)+/gi;
const entry = /<p\b[^>]*>([\s\S]*?)<\/p>\s*/gi;

/** Between conditions, which browsers hand on as comments and some programs leave out, a span that says itself what it is. */
const marker =
  /<!(?:--)?\[if !supportLists\](?:--)?>[\s\S]*?<!(?:--)?\[endif\](?:--)?>|<span\b[^>]*mso-list:\s*Ignore[^>]*>[^<]*(?:<span\b[^>]*>[^<]*<\/span>[^<]*)*<\/span>/i;

const textOf = (html: string) => html.replace(/<[^>]*>|&nbsp;/g, "").trim();

/** Of levels within levels it makes one. */
function listOf(paragraphs: string): string {
  return paragraphs
    .replace(entry, (_, text: string) => {
      const tag = /^\(?[\da-z]{1,5}[.)]/i.test(textOf(marker.exec(text)?.[0] ?? "")) ? "ol" : "ul";
      return `<${tag}><li>${text.replace(marker, "").trim()}</li></${tag}>`;
    })
    .replace(/<\/(ul|ol)><\1>/g, "");
}

/**
 * What was copied from a word processor or a page, for the editor: it knows no heading of the page's own rank and none below
 * the third under it, and no tables, whose cells would run together as one word.
 */
export function pastedHtml(html: string): string {
  return html
    .replace(entries, listOf)
    .replace(/<(\/?)h1\b/gi, "<$1h2")
    .replace(/<(\/?)h[56]\b/gi, "<$1h4")
    .replace(/<\/?(?:table|caption|thead|tbody|tfoot|colgroup|col|tr)\b[^>]*>/gi, "")
    .replace(/<(\/?)t[dh]\b[^>]*>/gi, "<$1div>");
}
