import type { ComponentPropsWithRef, CSSProperties, ElementType, ReactNode } from "react";
import css from "#web/ui/elements/layout.module.css";
import { type Polymorphic, takeComponent } from "#web/ui/elements/polymorphic.ts";
import { classes, type Space, type StyleProps, spaceOf, takeStyle } from "#web/ui/elements/style-props.ts";

type FlowProps = StyleProps & {
  gap?: Space | undefined;
  align?: CSSProperties["alignItems"];
  justify?: CSSProperties["justifyContent"];
  className?: string | undefined;
  children?: ReactNode;
};

function flow(props: FlowProps & { wrap?: CSSProperties["flexWrap"] }) {
  const [style, { gap, align, justify, wrap, ...others }] = takeStyle(props);
  const own = { gap: gap && spaceOf(gap), alignItems: align, justifyContent: justify, flexWrap: wrap };
  return { others, style: { ...own, ...style } };
}

type GroupProps = FlowProps & { wrap?: CSSProperties["flexWrap"]; grow?: boolean | undefined };

/** Things beside each other, in as many lines as they need. */
export function Group(props: Polymorphic<GroupProps, "div">) {
  const { grow, className, ...rest } = props;
  const { others, style } = flow(rest);
  return (
    <div {...others} className={classes(css.group, className)} style={style} data-grow={grow || undefined} />
  );
}

/** Things below each other. */
export function Stack<T extends ElementType = "div">(props: Polymorphic<FlowProps, T>) {
  const [Component, { className, ...rest }] = takeComponent(props, "div");
  const { others, style } = flow(rest);
  return <Component {...others} className={classes(css.stack, className)} style={style} />;
}

type Columns = { base: number; xs?: number; sm?: number; lg?: number };
type GridProps = StyleProps & { cols: Columns; spacing?: Space; className?: string; children?: ReactNode };

/** Columns of equal width, as many as `cols` says from each width of the window on. */
export function SimpleGrid<T extends ElementType = "div">(props: Polymorphic<GridProps, T>) {
  const [Component, all] = takeComponent(props, "div");
  const [style, { cols, spacing, className, ...others }] = takeStyle(all);
  const { base, xs = base, sm = xs, lg = sm } = cols;
  const columns = { "--base": base, "--xs": xs, "--sm": sm, "--lg": lg } as CSSProperties;
  return (
    <Component
      {...others}
      className={classes(css.grid, className)}
      style={{ ...columns, gap: spacing && spaceOf(spacing), ...style }}
    />
  );
}

/** Rows and columns without pages, sorts or search: those are DataTable's. */
export function Table(props: ComponentPropsWithRef<"table">) {
  return <table {...props} className={classes(css.table, props.className)} />;
}

type CardProps = StyleProps & { className?: string | undefined; children?: ReactNode };

/** A surface of its own on the page. */
export function Card<T extends ElementType = "div">(props: Polymorphic<CardProps, T>) {
  const [Component, all] = takeComponent(props, "div");
  const [style, { className, ...others }] = takeStyle(all);
  return <Component {...others} className={classes(css.card, className)} style={style} />;
}
