import { leastTextSize, mostTextSize, type TextLayer } from "#contract/design-document.ts";
import { canvas } from "#drawing/canvas.ts";
import { type Box, layOutText } from "#drawing/text/lay-out.ts";
import { margin } from "#web/features/designs/editor/snapping.ts";
import { fontOf } from "#web/ui/drawn/fonts.ts";

/** Where a text's `x` is when its box begins at a place. */
export const anchorOf = (align: TextLayer["align"], { x, width }: Pick<Box, "x" | "width">): number =>
  align === "left" ? x : align === "centre" ? x + width / 2 : x + width;

/** As large as the picture between its margins allows, in the middle of its width. */
export function fitted(layer: TextLayer, fonts = fontOf): { size: number; x: number; y: number } {
  const { box } = layOutText(layer, fonts);
  if (box.width === 0) return layer;
  const room = { width: canvas.width - 2 * margin, height: canvas.height - 2 * margin };
  const fitting = Math.min(mostTextSize / layer.size, room.width / box.width, room.height / box.height);
  const scale = Math.max(fitting, leastTextSize / layer.size);
  const [width, height] = [box.width * scale, box.height * scale];
  return {
    size: Math.max(leastTextSize, Math.floor(layer.size * scale * 10) / 10),
    x: anchorOf(layer.align, { x: (canvas.width - width) / 2, width }),
    y: Math.min(Math.max(margin, layer.y), canvas.height - margin - height),
  };
}
