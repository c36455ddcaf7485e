import {
  type ComponentPropsWithRef,
  type CSSProperties,
  cloneElement,
  type ElementType,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  useId,
  useState,
} from "react";
import css from "#web/ui/elements/menu.module.css";
import { MenuDropdown } from "#web/ui/elements/menu-dropdown.tsx";
import { anchorOf, MenuContext, type MenuPosition, useMenu } from "#web/ui/elements/menu-state.ts";
import { type Polymorphic, takeComponent } from "#web/ui/elements/polymorphic.ts";

type MenuProps = {
  position?: MenuPosition | undefined;
  /** Pixels; else as wide as its longest entry. */
  width?: number;
  /** Held by whoever uses it, together with `onChange`. */
  opened?: boolean;
  onChange?: (opened: boolean) => void;
  /** False: whoever closes it takes the focus elsewhere. */
  returnFocus?: boolean;
  children: ReactNode;
};

/**
 * What can be done with something: `Menu.Target` around the button that opens it, `Menu.Dropdown` around `Menu.Item`s.
 * It lies in the browser's top layer, so that nothing cuts it off.
 */
export function Menu(props: MenuProps) {
  const id = useId();
  const [held, hold] = useState(false);
  const opened = props.opened ?? held;
  function set(next: boolean, giveBack = true) {
    if (next === opened) return;
    hold(next);
    props.onChange?.(next);
    if (!next && giveBack && props.returnFocus !== false) {
      document.getElementById(`${id}-target`)?.focus({ preventScroll: true });
    }
  }
  const { position = "bottom-end", width } = props;
  return <MenuContext value={{ id, opened, position, width, set }}>{props.children}</MenuContext>;
}

type TargetProps = ComponentPropsWithRef<"button">;

Menu.Target = function MenuTarget({ children }: { children: ReactElement<TargetProps> }) {
  const { id, opened, set } = useMenu();
  return cloneElement(children, {
    id: `${id}-target`,
    "aria-haspopup": "menu",
    "aria-expanded": opened,
    "aria-controls": opened ? id : undefined,
    style: { ...children.props.style, anchorName: anchorOf(id) } as CSSProperties,
    onClick: (event: MouseEvent<HTMLButtonElement>) => {
      children.props.onClick?.(event);
      set(!opened);
    },
  });
};

Menu.Dropdown = MenuDropdown;

type ItemProps = {
  leftSection?: ReactNode;
  color?: "red";
  disabled?: boolean;
  onClick?: (event: MouseEvent<HTMLElement>) => void;
  children: ReactNode;
};

Menu.Item = function MenuItem<T extends ElementType = "button">(props: Polymorphic<ItemProps, T>) {
  const { set } = useMenu();
  const [Component, all] = takeComponent(props, "button");
  const { leftSection, color, onClick, children, ...others } = all;
  return (
    <Component
      {...(Component === "button" ? { type: "button" } : {})}
      {...others}
      role="menuitem"
      tabIndex={-1}
      className={css.item}
      data-color={color}
      onPointerMove={({ currentTarget }: { currentTarget: HTMLElement }) => {
        if (document.activeElement !== currentTarget) currentTarget.focus({ preventScroll: true });
      }}
      onClick={(event: MouseEvent<HTMLElement>) => {
        set(false);
        onClick?.(event);
      }}
    >
      {leftSection && <span className={css.icon}>{leftSection}</span>}
      <span className={css.words}>{children}</span>
    </Component>
  );
};

Menu.Divider = function MenuDivider() {
  return <hr className={css.divider} />;
};

Menu.Label = function MenuLabel(props: ComponentPropsWithRef<"div">) {
  return <div {...props} className={css.label} />;
};
