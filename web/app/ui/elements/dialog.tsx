import { X } from "lucide-react";
import { type CSSProperties, type ReactNode, useId, useRef, useSyncExternalStore } from "react";
import { createPortal } from "react-dom";
import { ActionIcon } from "#web/ui/elements/button.tsx";
import css from "#web/ui/elements/dialog.module.css";
import { classes } from "#web/ui/elements/style-props.ts";
import { keepFocus, useModal } from "#web/ui/elements/use-modal.ts";

type Parts = { content?: string; header?: string; body?: string; title?: string };

export type DialogProps = {
  opened: boolean;
  onClose: () => void;
  title?: ReactNode;
  /** Names it where it shows no title; then all that it shows is its children. */
  label?: string;
  /** The id of what it says, read out with its name as it opens. */
  describedBy?: string | undefined;
  size?: "sm" | "md" | "lg" | "xl" | (string & {});
  /** Names the button beside the title. */
  closeLabel?: string;
  withCloseButton?: boolean;
  closeOnEscape?: boolean;
  closeOnClickOutside?: boolean;
  classNames?: Parts | undefined;
  children?: ReactNode;
};

const sizes: Record<string, string> = { sm: "23.75rem", md: "27.5rem", lg: "38.75rem", xl: "48.75rem" };

const nothing = () => () => {};

/**
 * Over the page, which rests until it is closed. Whoever opened it gets the focus back; where that is gone,
 * focus-return.ts finds the next.
 */
export function Dialog(props: DialogProps & { kind: string }) {
  // The server has no body to put it into.
  const isClient = useSyncExternalStore(
    nothing,
    () => true,
    () => false,
  );
  return props.opened && isClient ? createPortal(<OpenDialog {...props} />, document.body) : null;
}

function OpenDialog(props: DialogProps & { kind: string }) {
  const { title, label, size = "md", classNames = {}, withCloseButton = true } = props;
  const id = useId();
  const dialog = useRef<HTMLDivElement>(null);
  const pressed = useRef<EventTarget | null>(null);
  useModal(dialog, props);

  const { closeOnClickOutside = true, onClose } = props;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the dimmed page; the keyboard has Escape.
    // biome-ignore lint/a11y/useKeyWithClickEvents: as above.
    <div
      className={css.overlay}
      data-kind={props.kind}
      style={{ "--size": sizes[size] ?? size } as CSSProperties}
      onPointerDown={({ target }) => {
        pressed.current = target;
      }}
      onMouseDown={(event) => {
        // Else the focus would leave a dialog that stays open.
        if (event.target === event.currentTarget) event.preventDefault();
      }}
      onClick={({ target, currentTarget }) => {
        // A text that is selected to beyond the dialog's edge closes nothing.
        const isOutside = target === currentTarget && pressed.current === currentTarget;
        if (isOutside && closeOnClickOutside) onClose();
      }}
    >
      <div
        ref={dialog}
        role="dialog"
        aria-modal="true"
        aria-label={label}
        aria-labelledby={label ? undefined : `${id}-title`}
        aria-describedby={props.describedBy}
        tabIndex={-1}
        className={classes(css.content, classNames.content)}
        onKeyDown={keepFocus}
      >
        {label ? (
          props.children
        ) : (
          <>
            <div className={classes(css.header, classNames.header)}>
              <h2 id={`${id}-title`} className={classes(css.title, classNames.title)}>
                {title}
              </h2>
              {withCloseButton && (
                <ActionIcon
                  className={css.close}
                  size="md"
                  aria-label={props.closeLabel ?? "Close"}
                  onClick={onClose}
                >
                  <X size={20} aria-hidden />
                </ActionIcon>
              )}
            </div>
            <div className={classes(css.body, classNames.body)}>{props.children}</div>
          </>
        )}
      </div>
    </div>
  );
}
