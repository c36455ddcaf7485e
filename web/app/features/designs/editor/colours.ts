import { getBrand } from "#contract/brand.ts";
import type { DesignDocument } from "#contract/design-document.ts";
import type { Pixels } from "#drawing/check/pixels.ts";
import { hslOf } from "#drawing/colours.ts";
import { useCall } from "#web/api/query.tsx";

const basics = ["#ffffff", "#000000", "#ffe11a", "#e3121f", "#0b63d8", "#16a34a"];

/** What a colour is chosen from in the editor. */
export function useColours(document: DesignDocument, pixels: Pixels | null): string[] {
  const brand = useCall(getBrand, {}).data;
  return coloursOf(document, pixels, brand?.colours);
}

/** Those that the document has, the most used first, the brand's, those of its art, and a few that are always at hand. */
export function coloursOf(
  { art, layers }: DesignDocument,
  pixels: Pixels | null,
  brand: readonly string[] = [],
): string[] {
  const found = (JSON.stringify({ art, layers }).match(/#[0-9a-f]{6}/gi) ?? []).map((each) =>
    each.toLowerCase(),
  );
  const counts = new Map<string, number>();
  for (const colour of found) counts.set(colour, (counts.get(colour) ?? 0) + 1);
  const used = [...counts].sort((a, b) => b[1] - a[1]).map(([colour]) => colour);
  const ofArt = pixels ? coloursOfArt(pixels) : [];
  return [...new Set([...used.slice(0, 6), ...brand, ...ofArt, ...basics])].slice(0, 14 + brand.length);
}

const hues = 12;
const mostOfArt = 5;

/** One of each hue that the art has much of, as strong as it comes there. */
export function coloursOfArt({ data }: Pixels): string[] {
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
