import type { ElementType, ReactNode } from "react";
import { type Polymorphic, takeComponent } from "#web/ui/elements/polymorphic.ts";
import { classes, type StyleProps, takeStyle } from "#web/ui/elements/style-props.ts";
import css from "#web/ui/elements/text.module.css";

type TextProps = StyleProps & {
  size?: "xs" | "sm" | "md" | "lg" | undefined;
  /** A name, or any colour of CSS. */
  c?: "dimmed" | "red" | "green" | (string & {}) | undefined;
  fw?: number | undefined;
  ta?: "start" | "center" | "end" | undefined;
  display?: "block" | "inline" | undefined;
  /** Takes size and line height from what it stands in. */
  inherit?: boolean | undefined;
  className?: string | undefined;
  children?: ReactNode;
};

const colors: Record<string, string> = {
  dimmed: "var(--color-text-muted)",
  red: "var(--color-danger-text)",
  green: "var(--color-success-text)",
};

function look(props: TextProps) {
  const [style, { size = "md", c, fw, ta, display, inherit, ...others }] = takeStyle(props);
  const own = { color: c && (colors[c] ?? c), fontWeight: fw, textAlign: ta, display };
  return { ...others, "data-size": inherit ? undefined : size, style: { ...own, ...style } };
}

/** A paragraph, or with `component` something else, in one of the reading sizes. */
export function Text<T extends ElementType = "p">(props: Polymorphic<TextProps, T>) {
  const [Component, { className, ...others }] = takeComponent(props, "p");
  return <Component {...look(others)} className={classes(css.text, className)} />;
}

/** A link within text, or with `component="button"` what looks like one. */
export function Anchor<T extends ElementType = "a">(props: Polymorphic<TextProps, T>) {
  const [Component, { className, ...others }] = takeComponent(props, "a");
  return <Component {...look(others)} className={classes(css.text, css.anchor, className)} />;
}

type TitleProps = StyleProps & {
  order: 2 | 3;
  size?: "h4" | "h5" | undefined;
  id?: string | undefined;
  className?: string | undefined;
  children?: ReactNode;
};

/** A heading, as large as another one where `size` says so. */
export function Title(props: TitleProps) {
  const [style, { order, size, className, ...others }] = takeStyle(props);
  const Heading: ElementType = `h${order}`;
  return (
    <Heading
      {...others}
      className={classes(css.title, className)}
      data-level={size ?? `h${order}`}
      style={style}
    />
  );
}
