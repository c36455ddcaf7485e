import type { ElementType, MouseEvent, ReactNode } from "react";
import css from "#web/ui/elements/button.module.css";
import { type Polymorphic, takeComponent } from "#web/ui/elements/polymorphic.ts";
import { classes, type StyleProps, takeStyle } from "#web/ui/elements/style-props.ts";
import { Loader } from "#web/ui/elements/waiting.tsx";

export type Color = "primary" | "accent" | "green" | "yellow" | "red" | "gray";
type Variant = "filled" | "default" | "subtle" | "light" | "outline";

type ButtonProps = StyleProps & {
  variant?: Variant | undefined;
  color?: Color | undefined;
  size?: "sm" | "md" | "lg" | "xl" | "compact-sm" | "compact-md" | undefined;
  leftSection?: ReactNode;
  rightSection?: ReactNode;
  /** Shows that its call runs; meanwhile it can't be pressed, and keeps the focus, which a disabled one would lose. */
  loading?: boolean | undefined;
  /** The same by a band of light, where the words tell it too. */
  busy?: boolean | undefined;
  /**
   * The same without a sign of its own: nothing comes of a press for now, as something runs that it waits for, or as the
   * press before used it up.
   */
  off?: boolean | undefined;
  disabled?: boolean | undefined;
  fullWidth?: boolean | undefined;
  className?: string | undefined;
  children?: ReactNode;
};

/** As a disabled button answers, the form that it submits included. */
function drop(event: MouseEvent) {
  event.preventDefault();
  event.stopPropagation();
}

const dropped = { "aria-disabled": true, onClick: drop };

/** What can be done; with `component` a link that looks so. */
export function Button<T extends ElementType = "button">(props: Polymorphic<ButtonProps, T>) {
  const [Component, all] = takeComponent(props, "button");
  const [style, own] = takeStyle(all);
  const { variant, color, size, leftSection, rightSection, loading, busy, off, fullWidth, ...others } = own;
  return (
    <Component
      {...(Component === "button" ? { type: "button" } : {})}
      {...others}
      {...(off ? { "data-disabled": true } : undefined)}
      {...(loading || busy || off ? dropped : undefined)}
      disabled={Component === "button" ? others.disabled : undefined}
      className={classes(css.button, others.className)}
      style={style}
      data-variant={variant ?? "filled"}
      data-color={color ?? "primary"}
      data-size={size ?? "md"}
      data-loading={loading || undefined}
      data-busy={busy || undefined}
      data-block={fullWidth || undefined}
      data-left={leftSection ? true : undefined}
      data-right={rightSection ? true : undefined}
    >
      {leftSection && <span className={css.section}>{leftSection}</span>}
      <span className={css.words}>{own.children}</span>
      {rightSection && <span className={css.section}>{rightSection}</span>}
      {loading && <Spinner />}
    </Component>
  );
}

type ActionIconProps = StyleProps & {
  variant?: Variant | undefined;
  color?: Color | undefined;
  /** A step, or pixels. */
  size?: "sm" | "md" | "lg" | number | undefined;
  loading?: boolean | undefined;
  off?: boolean | undefined;
  disabled?: boolean | undefined;
  className?: string | undefined;
  children?: ReactNode;
};

/** A button that is an icon; it needs a name. */
export function ActionIcon(props: Polymorphic<ActionIconProps, "button">) {
  const [style, own] = takeStyle(props);
  const { variant, color, size = "lg", loading, off, children, ...others } = own;
  const isStep = typeof size === "string";
  return (
    <button
      type="button"
      {...others}
      {...(off ? { "data-disabled": true } : undefined)}
      {...(loading || off ? dropped : undefined)}
      className={classes(css.icon, others.className)}
      style={isStep ? style : { width: size, height: size, ...style }}
      data-variant={variant ?? "subtle"}
      data-color={color ?? "gray"}
      data-size={isStep ? size : undefined}
      data-loading={loading || undefined}
    >
      {loading ? <Spinner /> : children}
    </button>
  );
}

function Spinner() {
  return (
    <span className={css.spinner}>
      <Loader size={18} color="currentColor" aria-hidden />
    </span>
  );
}
