import type { CSSProperties } from "react";

export type Size = "xs" | "sm" | "md" | "lg" | "xl";
/** A step of the scale, or any other length of CSS; a number is pixels. */
export type Space = Size | (string & {}) | number;

/** What an element can be told of its place among its neighbours, as margins and bounds. */
export type StyleProps = {
  mt?: Space | undefined;
  mb?: Space | undefined;
  ml?: Space | undefined;
  my?: Space | undefined;
  px?: Space | undefined;
  miw?: Space | undefined;
  maw?: Space | undefined;
  mih?: Space | undefined;
  flex?: number | undefined;
  style?: CSSProperties | undefined;
};

const properties = {
  mt: "marginBlockStart",
  mb: "marginBlockEnd",
  ml: "marginInlineStart",
  my: "marginBlock",
  px: "paddingInline",
  miw: "minWidth",
  maw: "maxWidth",
  mih: "minHeight",
  flex: "flex",
} as const;

const spaces: Record<string, string> = {
  xs: "var(--space-2)",
  sm: "var(--space-3)",
  md: "var(--space-4)",
  lg: "var(--space-6)",
  xl: "var(--space-8)",
};

export const spaceOf = (space: Space) => (typeof space === "string" && spaces[space]) || space;

/** Parts the props of an element into its style and all others. */
export function takeStyle<P extends StyleProps>(
  props: P,
): [CSSProperties | undefined, Omit<P, keyof StyleProps>] {
  const others: Record<string, unknown> = {};
  let style = props.style as Record<string, unknown> | undefined;
  for (const name in props) {
    if (name === "style") continue;
    const value: unknown = props[name];
    const property = properties[name as keyof typeof properties];
    if (property === undefined) others[name] = value;
    else if (value !== undefined) style = { ...style, [property]: spaceOf(value as Space) };
  }
  return [style, others as Omit<P, keyof StyleProps>];
}

export const classes = (...names: (string | false | undefined)[]) => names.filter(Boolean).join(" ");
