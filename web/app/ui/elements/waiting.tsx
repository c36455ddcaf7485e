import type { ComponentPropsWithRef, CSSProperties } from "react";
import { classes, type Size, type StyleProps, takeStyle } from "#web/ui/elements/style-props.ts";
import css from "#web/ui/elements/waiting.module.css";

/** Something is under way; give it a name where no words beside it say so. */
export function Loader(props: {
  /** Pixels. */
  size: number;
  color?: string;
  "aria-hidden"?: boolean;
  "aria-label"?: string;
}) {
  const { size, color, ...others } = props;
  const style = { "--size": `${size}px`, color } as CSSProperties;
  return (
    <span className={css.loader} style={style} role={props["aria-label"] ? "img" : undefined} {...others} />
  );
}

type SkeletonProps = StyleProps &
  Omit<ComponentPropsWithRef<"div">, "style"> & {
    height?: number | string;
    width?: number | string;
    radius?: Size;
  };

/** The place of something that is being fetched. */
export function Skeleton(props: SkeletonProps) {
  const [style, { height, width, radius, className, ...others }] = takeStyle(props);
  return (
    <div
      {...others}
      className={classes(css.skeleton, className)}
      data-skeleton
      data-radius={radius}
      style={{ height, width, ...style }}
    />
  );
}
