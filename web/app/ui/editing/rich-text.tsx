import { Link } from "@tiptap/extension-link";
import { EditorContent, useEditor } from "@tiptap/react";
import { StarterKit } from "@tiptap/starter-kit";
import { type ReactNode, useEffect, useId } from "react";
import styles from "#web/ui/editing/rich-text.module.css";
import { pastedHtml, withPlainEntries } from "#web/ui/editing/rich-text-html.ts";
import { RichTextToolbar } from "#web/ui/editing/rich-text-toolbar.tsx";

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
    onUpdate: ({ editor: changed }) => onChange(changed.isEmpty ? "" : withPlainEntries(changed.getHTML())),
  });

  // Only a text from elsewhere (another version, the default) is put in; what is typed here is in the editor already.
  useEffect(() => {
    if (!editor || value === withPlainEntries(editor.getHTML())) return;
    if (value === "" && editor.isEmpty) return;
    if (editor.isFocused) return;
    editor.commands.setContent(value, { emitUpdate: false });
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
