import type { TextLayer } from "#contract/design-document.ts";
import { canvas } from "../canvas.ts";
import { channelsOf, contrast, contrastOf, luminanceOf } from "../colours.ts";
import { type Box, layOutText } from "../text/lay-out.ts";
import type { Fonts } from "../text/letters.ts";
import { outlineShare } from "./limits.ts";
import type { Pixels } from "./pixels.ts";

/** Every colour that letters of a text have. */
export const fillsOf = ({ fill, lines }: TextLayer): string[] => [
  ...new Set(lines.flat().flatMap((span) => (span.text.trim() === "" ? [] : [span.fill ?? fill]))),
];

/**
 * Of a text's letters, the worst colour among them, with what is behind: a plate, a wide outline, or the worst quarter of
 * the ground's pixels there. Null as long as a ground that counts is not known, and for a text without letters.
 */
export function textContrast(layer: TextLayer, ground: Pixels | null, fonts: Fonts): number | null {
  const { plate, outline, size, opacity } = layer;
  const fills = fillsOf(layer);
  if (fills.length === 0) return null;
  const even = plate ?? (outline && outline.width >= outlineShare * size ? outline : undefined);
  const share = (plate?.opacity ?? (even ? 1 : 0)) * opacity;
  if (even && share === 1) return Math.min(...fills.map((fill) => contrast(fill, even.colour)));
  if (!ground) return null;
  const pixels = pixelsUnder(layer, ground, fonts);
  if (pixels.length === 0) return null;
  const overEven = mixer(even?.colour, share);
  const behind = pixels.map((pixel) => luminanceOf(...overEven(pixel)));
  const ratios = (fill: string) => {
    const over = mixer(fill, opacity);
    return behind.map((each, at) => contrastOf(luminanceOf(...over(pixels[at]!)), each));
  };
  return Math.min(...fills.map((fill) => worstQuarter(ratios(fill))));
}

type Rgb = [number, number, number];

/** Puts a colour over pixels, of which there are many: the colour is read once. */
function mixer(colour: string | undefined, share: number): (pixel: Rgb) => Rgb {
  if (colour === undefined || share === 0) return (pixel) => pixel;
  const over = channelsOf(colour);
  if (share === 1) return () => over;
  return (pixel) => [0, 1, 2].map((channel) => pixel[channel]! * (1 - share) + over[channel]! * share) as Rgb;
}

function worstQuarter(ratios: number[]): number {
  const worst = Float64Array.from(ratios)
    .sort()
    .subarray(0, Math.ceil(ratios.length / 4));
  return worst.reduce((sum, each) => sum + each, 0) / worst.length;
}

/** Of the ground, under the letters of each line. */
function pixelsUnder(layer: TextLayer, { data, width, height }: Pixels, fonts: Fonts): Rgb[] {
  const { lines, box } = layOutText(layer, fonts);
  const step = canvas.width / width;
  const seen = turnedAboutMiddle(box, layer.rotation);
  const found: Rgb[] = [];
  for (const { ink } of lines) {
    if (!ink) continue;
    for (let y = ink.y; y < ink.y + ink.height; y += step)
      for (let x = ink.x; x < ink.x + ink.width; x += step) {
        const [seenX, seenY] = seen(x, y);
        const [column, row] = [Math.floor(seenX / step), Math.floor(seenY / step)];
        if (column < 0 || row < 0 || column >= width || row >= height) continue;
        const at = (row * width + column) * 4;
        found.push([data[at]!, data[at + 1]!, data[at + 2]!]);
      }
  }
  return found;
}

function turnedAboutMiddle(box: Box, degrees: number): (x: number, y: number) => [number, number] {
  const angle = (degrees * Math.PI) / 180;
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  const [cx, cy] = [box.x + box.width / 2, box.y + box.height / 2];
  return (x, y) => [cx + (x - cx) * cos - (y - cy) * sin, cy + (x - cx) * sin + (y - cy) * cos];
}
