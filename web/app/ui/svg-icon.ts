import type { LucideProps } from "lucide-react";
import { createElement } from "react";

/**
 * An icon of Lucide as a build has it: its parts are markup, where the library's own component makes an element of each and
 * works out anew for each rendering what never differs.
 */
export function svgIcon(markup: string) {
  return ({ size = 24, strokeWidth = 2, ...given }: LucideProps) =>
    createElement("svg", {
      width: size,
      height: size,
      viewBox: "0 0 24 24",
      fill: "none",
      stroke: "currentColor",
      strokeWidth,
      strokeLinecap: "round",
      strokeLinejoin: "round",
      "aria-hidden": !given["aria-label"],
      ...given,
      dangerouslySetInnerHTML: { __html: markup },
    });
}
