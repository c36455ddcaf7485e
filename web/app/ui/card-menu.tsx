import { EllipsisVertical, type LucideIcon } from "lucide-react";
import { useId, useRef, useState } from "react";
import css from "#web/ui/card-menu.module.css";
import { ActionIcon } from "#web/ui/elements/button.tsx";

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
  const opener = useRef<HTMLButtonElement>(null);
  function close() {
    setOpen(false);
    opener.current?.focus({ preventScroll: true });
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys and focus of the buttons inside.
    <div
      className={css.menu}
      data-own-keys
      onBlur={({ relatedTarget, currentTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setOpen(false);
      }}
      onKeyDown={(event) => {
        if (event.key === "Escape" && open) close();
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
        onClick={() => setOpen(!open)}
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
