import type { DesignDocument, Layer, TextLayer } from "#contract/design-document.ts";
import { canvas, tenth } from "../canvas.ts";
import type { Box } from "../text/lay-out.ts";
import { layOutText } from "../text/lay-out.ts";
import type { Fonts } from "../text/letters.ts";
import { badgeCorner, coverOf, sharedArea } from "./badge.ts";
import { seenTexts } from "./letters.ts";

/** From the picture's edges. */
const margin = 16;
/** How finely places are tried. */
const step = 16;

export const moved = <L extends Layer>(layer: L, dx: number, dy: number): L => ({
  ...layer,
  x: tenth(layer.x + dx),
  y: tenth(layer.y + dy),
});

const shifted = ({ x, y, width, height }: Box, dx: number, dy: number): Box => ({
  x: x + dx,
  y: y + dy,
  width,
  height,
});

/**
 * The shortest way for a layer to a place within the picture, off the badge and off all other words that it does not lie
 * on already; null where there is none. `layer` may be another than the document's own: a larger one, say.
 */
export function wayToRoom(
  { layers }: DesignDocument,
  layer: Layer,
  fonts: Fonts,
): { dx: number; dy: number } | null {
  const cover = coverOf(layer, fonts);
  const before = layers.find(({ id }) => id === layer.id);
  const held = before ? coverOf(before, fonts) : [];
  const others = seenTexts({ layers })
    .filter(({ id }) => id !== layer.id)
    .flatMap((other) => coverOf(other, fonts))
    .filter((box) => held.every((own) => sharedArea(own, box) === 0));
  const taken = [badgeCorner, ...others];
  const isFree = (dx: number, dy: number) =>
    cover.every((box) => {
      const there = shifted(box, dx, dy);
      return taken.every((each) => sharedArea(there, each) === 0);
    });
  const [left, right] = [edge(cover, "x"), canvas.width - margin - end(cover, "x", "width")];
  const [top, bottom] = [edge(cover, "y"), canvas.height - margin - end(cover, "y", "height")];
  for (const [dx, dy] of ways)
    if (dx >= left && dx <= right && dy >= top && dy <= bottom && isFree(dx, dy)) return { dx, dy };
  return null;
}

/** How far boxes may go back at most, and where they end. */
const edge = (boxes: readonly Box[], axis: "x" | "y") => margin - Math.min(...boxes.map((box) => box[axis]));
const end = (boxes: readonly Box[], axis: "x" | "y", length: "width" | "height") =>
  Math.max(...boxes.map((box) => box[axis] + box[length]));

/** Nearest first. */
const ways: readonly (readonly [number, number])[] = Array.from({ length: 161 }, (_, column) =>
  Array.from({ length: 91 }, (_, row): [number, number] => [(column - 80) * step, (row - 45) * step]),
)
  .flat()
  .sort((a, b) => Math.hypot(...a) - Math.hypot(...b));

/** A text in another size with all that grows with it; its middle stays. */
export function resizedText(layer: TextLayer, factor: number, fonts: Fonts): TextLayer {
  const { outline, shadow, plate } = layer;
  const times = (value: number, most: number) => Math.min(most, tenth(value * factor));
  const larger: TextLayer = {
    ...layer,
    size: Math.min(400, Math.ceil(layer.size * factor * 10) / 10),
    ...(outline ? { outline: { ...outline, width: times(outline.width, 40) } } : {}),
    ...(shadow
      ? {
          shadow: {
            ...shadow,
            x: times(shadow.x, 200),
            y: times(shadow.y, 200),
            blur: times(shadow.blur, 60),
          },
        }
      : {}),
    ...(plate
      ? { plate: { ...plate, padding: times(plate.padding, 200), radius: times(plate.radius, 400) } }
      : {}),
  };
  const [from, to] = [layOutText(layer, fonts).box, layOutText(larger, fonts).box];
  return moved(
    larger,
    from.x + from.width / 2 - to.x - to.width / 2,
    from.y + (from.height - to.height) / 2 - to.y,
  );
}
