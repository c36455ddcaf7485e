import { Link } from "@tiptap/extension-link";
import { createDocument, type Editor, EditorContent, useEditor } from "@tiptap/react";
import { StarterKit } from "@tiptap/starter-kit";
import { type ReactNode, useEffect, useId, useRef } from "react";
import styles from "#web/ui/editing/rich-text.module.css";
import { RichTextToolbar } from "#web/ui/editing/rich-text-toolbar.tsx";
import { afterTelling, afterValue, type Told } from "#web/ui/told.ts";

/**
 * Formatted text as HTML: headings below the page's own, lists, links, quotes. Load it lazily, its library is
 * large. What it makes is sanitised on the server.
 */
export default function RichText(props: {
  label: string;
  id: string;
  value: string;
  error?: ReactNode;
  isAllowedLink: (url: string) => boolean;
  onChange: (html: string) => void;
}) {
  const { label, id, value, error, isAllowedLink, onChange } = props;
  const labelId = useId();
  const errorId = useId();
  const told = useRef<Told<string>>({ seen: value, told: [] });
  const editor = useEditor({
    extensions: [
      StarterKit.configure({ link: false, codeBlock: false, code: false, heading: { levels: [2, 3, 4] } }),
      Link.configure({ openOnClick: false, HTMLAttributes: { rel: null, target: null } }),
    ],
    content: value,
    immediatelyRender: false,
    editorProps: {
      transformPastedHTML: pastedHtml,
      attributes: {
        id,
        role: "textbox",
        "aria-multiline": "true",
        "aria-labelledby": labelId,
        ...(error ? { "aria-invalid": "true", "aria-describedby": errorId } : {}),
      },
    },
    onUpdate({ editor: changed }) {
      const html = changed.isEmpty ? "" : withPlainEntries(changed.getHTML());
      told.current = { ...told.current, told: afterTelling(told.current, html) };
      onChange(html);
    },
  });

  // Only a text from elsewhere (another version, the default, another admin's) is put in; what is typed here is in the editor
  // already, and more of it may be by the time that it comes back.
  useEffect(() => {
    if (!editor) return;
    told.current = afterValue(told.current, value, (text) => {
      putIn(editor, text);
      return {};
    });
  }, [editor, value]);

  return (
    <div>
      <div id={labelId} className={styles.label}>
        {label}
        <span className={styles.required} aria-hidden>
          {" *"}
        </span>
      </div>
      <div className={styles.editor}>
        <RichTextToolbar editor={editor} textId={id} isAllowedLink={isAllowedLink} />
        <EditorContent editor={editor} className={styles.text} />
      </div>
      {error && (
        <p id={errorId} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  );
}

/** Changes no more than what differs, so that the caret stays where it is. */
function putIn(editor: Editor, html: string): void {
  const { doc, tr } = editor.state;
  const next = createDocument(html, editor.schema);
  const start = doc.content.findDiffStart(next.content);
  const ends = doc.content.findDiffEnd(next.content);
  if (start === null || !ends) return;
  // What repeats itself is found from both sides.
  const twice = Math.max(0, start - Math.min(ends.a, ends.b));
  tr.replace(start, ends.a + twice, next.slice(start, ends.b + twice));
  editor.view.dispatch(tr.setMeta("preventUpdate", true));
}

/** Tiptap wraps a list entry's text in a paragraph; the public page would give it a paragraph's margins. */
function withPlainEntries(html: string): string {
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
