import type { Layer, ShapeLayer } from "#contract/design-document.ts";
import { textOf } from "#web/features/designs/editor/rewrite-lines.ts";

export const shapeNames: Record<ShapeLayer["shape"], string> = {
  arrow: "Arrow",
  ring: "Ring",
  burst: "Burst",
  bar: "Bar",
  badge: "Badge",
};

/** By which a layer is called in lists and read out: its name, what it says, or what it is. */
export function nameOf(layer: Layer): string {
  if (layer.name) return layer.name;
  if (layer.kind === "text")
    return [...textOf(layer.lines).replace(/\s+/g, " ").trim()].slice(0, 60).join("") || "Empty text";
  return layer.kind === "shape" ? shapeNames[layer.shape] : "Picture";
}
