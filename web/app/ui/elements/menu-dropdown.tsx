import {
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
} from "react";
import css from "#web/ui/elements/menu.module.css";
import { anchorOf, useMenu } from "#web/ui/elements/menu-state.ts";
import { stepByKey } from "#web/ui/elements/step-by-key.ts";
import { classes } from "#web/ui/elements/style-props.ts";
import { keyOf } from "#web/ui/key-of.ts";

export function MenuDropdown(props: { className?: string | undefined; children: ReactNode }) {
  const { opened } = useMenu();
  return opened ? <OpenMenu {...props} /> : null;
}

const entries = (menu: Element) => [
  ...menu.querySelectorAll<HTMLElement>("[role=menuitem]:not(:disabled, [data-disabled])"),
];

function OpenMenu(props: { className?: string | undefined; children: ReactNode }) {
  const { id, position, width, set } = useMenu();
  const menu = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    // A browser without it has the menu where it stands.
    menu.current?.showPopover?.();
    entries(menu.current!)[0]?.focus({ preventScroll: true });
  }, []);
  const close = useRef(set);
  useEffect(() => {
    close.current = set;
  });
  useEffect(() => {
    function leave({ target }: PointerEvent) {
      const opener = document.getElementById(`${id}-target`);
      if (!(target instanceof Node) || menu.current?.contains(target) || opener?.contains(target)) return;
      close.current(false, false);
    }
    document.addEventListener("pointerdown", leave, true);
    return () => document.removeEventListener("pointerdown", leave, true);
  }, [id]);

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const key = keyOf(event);
    if (key === "Escape" || key === "Tab") {
      if (key === "Escape") event.preventDefault();
      event.stopPropagation();
      set(false);
      return;
    }
    const next = stepByKey(event, entries(event.currentTarget), "column");
    if (!next) return;
    event.stopPropagation();
    next.focus();
  }
  return (
    <div
      ref={menu}
      id={id}
      role="menu"
      tabIndex={-1}
      popover="manual"
      className={classes(css.menu, props.className)}
      data-position={position}
      data-own-keys
      style={{ positionAnchor: anchorOf(id), width } as CSSProperties}
      aria-labelledby={`${id}-target`}
      onKeyDown={onKeyDown}
    >
      {props.children}
    </div>
  );
}
