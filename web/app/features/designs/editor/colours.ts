import type { DesignDocument, TextLayer } from "#contract/design-document.ts";
import { canvas } from "#drawing/canvas.ts";
import { contrast, hslOf, luminance, luminanceOf, contrastOf as ratioOf } from "#drawing/colours.ts";
import { layOutText } from "#drawing/text/lay-out.ts";
import type { Fonts } from "#drawing/text/letters.ts";
import type { ArtPixels } from "#web/features/designs/editor/art-pixels.ts";
import { turned } from "#web/features/designs/editor/geometry.ts";

const basics = ["#ffffff", "#000000", "#ffe11a", "#e3121f", "#0b63d8", "#16a34a"];

/** Those that the document has, the most used first, those of its art, and a few that are always at hand. */
export function coloursOf({ art, layers }: DesignDocument, pixels: ArtPixels | null): string[] {
  const found = (JSON.stringify({ art, layers }).match(/#[0-9a-f]{6}/gi) ?? []).map((each) =>
    each.toLowerCase(),
  );
  const counts = new Map<string, number>();
  for (const colour of found) counts.set(colour, (counts.get(colour) ?? 0) + 1);
  const used = [...counts].sort((a, b) => b[1] - a[1]).map(([colour]) => colour);
  return [...new Set([...used.slice(0, 6), ...(pixels ? coloursOfArt(pixels) : []), ...basics])].slice(0, 14);
}

const hues = 12;
const mostOfArt = 5;

/** One of each hue that the art has much of, as strong as it comes there. */
export function coloursOfArt({ data }: ArtPixels): string[] {
  const kinds = Array.from({ length: hues }, () => ({
    weight: 0,
    sum: [0, 0, 0] as [number, number, number],
  }));
  for (let at = 0; at < data.length; at += 4) {
    const rgb = [data[at]!, data[at + 1]!, data[at + 2]!] as const;
    const [hue, saturation, lightness] = hslOf(...rgb);
    // Grey, and what is nearly black or white, has no hue that anybody sees.
    const weight = saturation < 0.2 || lightness < 0.12 || lightness > 0.92 ? 0 : saturation ** 2;
    const kind = kinds[Math.floor((hue / 360) * hues) % hues]!;
    kind.weight += weight;
    for (const channel of [0, 1, 2] as const) kind.sum[channel] += weight * rgb[channel];
  }
  const enough = data.length / 4 / 400;
  return kinds
    .filter(({ weight }) => weight > enough)
    .sort((a, b) => b.weight - a.weight)
    .slice(0, mostOfArt)
    .map(({ weight, sum }) => `#${sum.map((value) => hex(value / weight)).join("")}`);
}

const hex = (value: number) => Math.round(value).toString(16).padStart(2, "0");

/**
 * Of a text's letters, the worst colour among them, with what is behind: a plate, a wide outline, or the worst quarter of
 * the art's pixels there. Null as long as the art is not known.
 */
export function contrastOf(layer: TextLayer, pixels: ArtPixels | null, fonts: Fonts): number | null {
  const { fill, lines, plate, outline, size } = layer;
  const fills = [...new Set([...lines.flat().map((span) => span.fill ?? fill)])];
  const even = plate?.opacity === 1 ? plate : outline && outline.width >= 0.06 * size ? outline : null;
  if (even) return Math.min(...fills.map((each) => contrast(each, even.colour)));
  if (!pixels) return null;
  const behind = luminancesBehind(layer, pixels, fonts);
  if (behind.length === 0) return null;
  return Math.min(
    ...fills.map((each) => worstQuarter(behind.map((ground) => ratioOf(luminance(each), ground)))),
  );
}

function worstQuarter(ratios: number[]): number {
  const worst = ratios.sort((a, b) => a - b).slice(0, Math.ceil(ratios.length / 4));
  return worst.reduce((sum, each) => sum + each, 0) / worst.length;
}

/** Of the pixels under the letters of each line. */
function luminancesBehind(layer: TextLayer, { data, width, height }: ArtPixels, fonts: Fonts): number[] {
  const { lines, box } = layOutText(layer, fonts);
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const step = canvas.width / width;
  const found: number[] = [];
  for (const { ink } of lines) {
    if (!ink) continue;
    for (let y = ink.y; y < ink.y + ink.height; y += step)
      for (let x = ink.x; x < ink.x + ink.width; x += step) {
        const seen = turned({ x, y }, middle, layer.rotation);
        const [column, row] = [Math.floor(seen.x / step), Math.floor(seen.y / step)];
        if (column < 0 || row < 0 || column >= width || row >= height) continue;
        const at = (row * width + column) * 4;
        found.push(luminanceOf(data[at]!, data[at + 1]!, data[at + 2]!));
      }
  }
  return found;
}
