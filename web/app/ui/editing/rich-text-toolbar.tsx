import type { Editor } from "@tiptap/react";
import { type FocusEvent, type KeyboardEvent, useId, useState } from "react";
import { type Control, groups, useControlStates } from "#web/ui/editing/rich-text-controls.ts";
import { RichTextLink } from "#web/ui/editing/rich-text-link.tsx";
import styles from "#web/ui/editing/rich-text-toolbar.module.css";
import { stepByKey } from "#web/ui/elements/step-by-key.ts";

/** What can be done with the text: one stop of the Tab key, the arrow keys go from button to button. */
export function RichTextToolbar(props: {
  editor: Editor | null;
  textId: string;
  isAllowedLink: (url: string) => boolean;
}) {
  const { editor, textId, isAllowedLink } = props;
  const linkId = useId();
  const [linkOpener, setLinkOpener] = useState<HTMLElement | null>(null);
  const [lastFocused, setLastFocused] = useState("Bold");
  const { active, disabled } = useControlStates(editor);
  const tabStop = disabled.includes(lastFocused) ? "Bold" : lastFocused;

  function press({ run }: Control, button: HTMLElement) {
    if (run) editor && run(editor.chain().focus()).run();
    else if (linkOpener) closeLink();
    else setLinkOpener(button);
  }

  function closeLink() {
    setLinkOpener(null);
    editor?.commands.focus();
  }

  return (
    <div className={styles.bar}>
      <div
        role="toolbar"
        aria-label="Formatting"
        aria-controls={textId}
        className={styles.toolbar}
        onKeyDown={moveFocus}
        onFocus={({ target }: FocusEvent) => setLastFocused(target.getAttribute("aria-label") ?? "Bold")}
      >
        {groups.map((group) => (
          <div key={group[0]!.label} className={styles.group}>
            {group.map((control) => {
              const { label, icon: Icon, isActive, run } = control;
              const isOn = active.includes(label);
              return (
                <button
                  key={label}
                  type="button"
                  className={styles.control}
                  title={label}
                  aria-label={label}
                  aria-pressed={isActive && isOn}
                  data-active={isOn || undefined}
                  {...(run ? {} : { "aria-haspopup": "dialog", "aria-expanded": linkOpener !== null })}
                  aria-controls={!run && linkOpener ? linkId : undefined}
                  disabled={disabled.includes(label)}
                  tabIndex={label === tabStop ? 0 : -1}
                  // The text keeps the focus, and with it what is selected.
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={(event) => press(control, event.currentTarget)}
                >
                  <Icon size={17} aria-hidden />
                </button>
              );
            })}
          </div>
        ))}
      </div>
      {editor && linkOpener && (
        <RichTextLink
          id={linkId}
          editor={editor}
          isAllowed={isAllowedLink}
          opener={linkOpener}
          onClose={closeLink}
          onLeave={() => setLinkOpener(null)}
        />
      )}
    </div>
  );
}

function moveFocus(event: KeyboardEvent<HTMLElement>) {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  stepByKey(event, [...event.currentTarget.querySelectorAll<HTMLElement>("button:enabled")], "row")?.focus();
}
