import { Keyboard } from "lucide-react";
import { useEffect, useState } from "react";
import styles from "#web/features/support/shortcuts.module.css";
import { Button } from "#web/ui/elements/button.tsx";
import { Switch } from "#web/ui/elements/choice.tsx";
import { Modal } from "#web/ui/elements/modal.tsx";
import { keyOf } from "#web/ui/key-of.ts";
import { readText, writeText } from "#web/ui/storage.ts";

export interface Shortcut {
  /** As `KeyboardEvent.key` has it. */
  key: string;
  does: string;
  run: () => void;
}

const storageKey = "support-shortcuts";

const storedChoice = () => readText(storageKey) !== "off";

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest("input, textarea, select, [contenteditable], [role=dialog], [role=menu]") !== null
  );
}

/**
 * Single-key shortcuts of the console, a button that lists them, and a switch that turns them off, as speech input
 * needs (WCAG 2.1.4). They do nothing while a person types and while a dialog or menu is open.
 */
export function Shortcuts({ shortcuts }: { shortcuts: readonly Shortcut[] }) {
  const [opened, setOpened] = useState(false);
  const [on, setOn] = useState(true);

  useEffect(() => setOn(storedChoice()), []);

  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (
        keyOf(event) === "Escape" &&
        event.target instanceof HTMLElement &&
        event.target.matches("textarea, input")
      ) {
        event.target.blur();
        return;
      }
      if (!on || isTyping(event.target) || document.querySelector("[aria-modal=true]")) return;
      const found =
        keyOf(event) === "?"
          ? { run: () => setOpened(true) }
          : shortcuts.find(({ key }) => key === keyOf(event));
      if (!found) return;
      event.preventDefault();
      found.run();
    }
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, [shortcuts, on]);

  function choose(next: boolean) {
    setOn(next);
    writeText(storageKey, next ? "on" : "off");
  }

  return (
    <>
      <Button
        variant="default"
        leftSection={<Keyboard size={18} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        Shortcuts <kbd className={styles.hint}>?</kbd>
      </Button>
      <Modal opened={opened} onClose={() => setOpened(false)} title="Keyboard shortcuts">
        <dl className={styles.keys}>
          {[...shortcuts, { key: "?", does: "Show these shortcuts" }].map(({ key, does }) => (
            <div key={key} className={styles.row}>
              <dt>
                <kbd>{key}</kbd>
              </dt>
              <dd>{does}</dd>
            </div>
          ))}
          <div className={styles.row}>
            <dt>
              <kbd>Ctrl</kbd> + <kbd>Enter</kbd>
            </dt>
            <dd>Send what is written</dd>
          </div>
          <div className={styles.row}>
            <dt>
              <kbd>Esc</kbd>
            </dt>
            <dd>Leave the text box</dd>
          </div>
        </dl>
        <Switch
          mt="lg"
          label="Use single-key shortcuts"
          checked={on}
          onChange={(event) => choose(event.currentTarget.checked)}
        />
      </Modal>
    </>
  );
}
