import type { Editor } from "@tiptap/react";
import {
  type CSSProperties,
  type FocusEvent,
  type KeyboardEvent,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from "react";
import styles from "#web/ui/editing/rich-text-link.module.css";
import { keyOf } from "#web/ui/key-of.ts";
import { takeFocus } from "#web/ui/take-focus.ts";

/**
 * Asks where what is selected leads; an empty address removes the link. It is no <form>, since it stands in the one
 * of its editor. Nothing is asked about a new tab: the server takes that off every link.
 */
export function RichTextLink(props: {
  id: string;
  editor: Editor;
  /** Whether an address leads somewhere from where the text will be read. */
  isAllowed: (url: string) => boolean;
  /** The button it stands below. */
  opener: HTMLElement;
  /** Gives the focus back to the text. */
  onClose: () => void;
  /** Leaves the focus where it went. */
  onLeave: () => void;
}) {
  const { id, editor, opener, onClose } = props;
  const panel = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const [url, setUrl] = useState<string>(() => editor.getAttributes("link").href ?? "");
  const [refused, setRefused] = useState(false);

  useEffect(() => {
    takeFocus(field.current);
    field.current?.select();
  }, []);

  function leave(to: EventTarget | null) {
    if (to instanceof Node && !panel.current?.contains(to) && !opener.contains(to)) props.onLeave();
  }
  const leaveByPointer = useEffectEvent(({ target }: PointerEvent) => leave(target));
  useEffect(() => {
    const pressed = (event: PointerEvent) => leaveByPointer(event);
    document.addEventListener("pointerdown", pressed);
    return () => document.removeEventListener("pointerdown", pressed);
  }, []);

  function save() {
    const href = url.trim();
    if (href !== "" && !props.isAllowed(href)) {
      setRefused(true);
      takeFocus(field.current);
      return;
    }
    const chain = editor.chain().focus().extendMarkRange("link");
    if (href === "") chain.unsetLink().run();
    else chain.setLink({ href, target: null }).run();
    onClose();
  }

  function onKeyDown(event: KeyboardEvent) {
    const key = keyOf(event);
    if (!["Enter", "Escape"].includes(key)) return;
    if (key === "Enter" && event.target !== field.current) return;
    // Neither the form around it is sent nor the dialog around it closed.
    event.preventDefault();
    event.stopPropagation();
    if (key === "Enter") save();
    else onClose();
  }

  return (
    <div
      ref={panel}
      id={id}
      role="dialog"
      aria-label="Link"
      className={styles.link}
      style={{ "--opener": `${opener.offsetLeft}px` } as CSSProperties}
      onKeyDown={onKeyDown}
      // Another window, where the address may be copied, is nothing it would be left for.
      onBlur={({ relatedTarget }: FocusEvent) => leave(relatedTarget)}
    >
      <input
        ref={field}
        type="url"
        className={styles.field}
        aria-label="Enter URL"
        placeholder="https://example.com/"
        aria-invalid={refused || undefined}
        aria-describedby={refused ? `${id}-error` : undefined}
        value={url}
        onChange={(event) => {
          setUrl(event.currentTarget.value);
          setRefused(false);
        }}
      />
      <button
        type="button"
        className={styles.save}
        onMouseDown={(event) => event.preventDefault()}
        onClick={save}
      >
        Save
      </button>
      {refused && (
        <p id={`${id}-error`} role="alert" className={styles.error}>
          Please enter a whole address, or a path of the shop such as /premium.
        </p>
      )}
    </div>
  );
}
