import { EllipsisVertical, type LucideIcon } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import css from "#web/ui/card-menu.module.css";
import { ActionIcon } from "#web/ui/elements/button.tsx";
import { keyOf } from "#web/ui/key-of.ts";

export interface CardAction {
  label: string;
  icon: LucideIcon;
  run: () => void;
  danger?: boolean;
}

/**
 * What can be done with a card, behind three dots; the list lies over the card, which is to be `position: relative`. A
 * screen of cards needs no floating menu for it, which weighs as much as all the rest of a card.
 */
export function CardMenu({ label, actions }: { label: string; actions: CardAction[] }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const menu = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  // Blur would not do: Safari takes the focus from whatever has it as a button is pressed, and gives it to none.
  useEffect(() => {
    if (!open) return;
    const leave = ({ target }: Event) => !menu.current?.contains(target as Node) && setOpen(false);
    const ways = ["pointerdown", "focusin"];
    for (const way of ways) document.addEventListener(way, leave);
    return () => {
      for (const way of ways) document.removeEventListener(way, leave);
    };
  }, [open]);
  function close() {
    setOpen(false);
    opener.current?.focus({ preventScroll: true });
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the buttons inside.
    <div
      ref={menu}
      className={css.menu}
      data-own-keys
      onKeyDown={(event) => {
        if (keyOf(event) === "Escape" && open) close();
      }}
    >
      <ActionIcon
        ref={opener}
        className={css.opener}
        variant="subtle"
        color="gray"
        aria-label={label}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        data-renames
        onClick={({ currentTarget }) => {
          setOpen(!open);
          currentTarget.focus({ preventScroll: true });
        }}
      >
        <EllipsisVertical size={18} aria-hidden />
      </ActionIcon>
      {open && (
        <ul id={id} className={css.list} aria-label={label}>
          {actions.map(({ label: text, icon: Icon, run, danger }) => (
            <li key={text}>
              <button
                type="button"
                className={css.action}
                data-danger={danger || undefined}
                onClick={() => {
                  close();
                  run();
                }}
              >
                <Icon size={16} aria-hidden />
                {text}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
