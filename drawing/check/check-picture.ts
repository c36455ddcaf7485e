import { canvas } from "../canvas.ts";
import { contrastOf, luminanceOf, oklabOf } from "../colours.ts";
import { cornerOf, isWeighty } from "./corner.ts";
import type { Finding, Size } from "./finding.ts";
import { leastContrast, leastDifference, mostBytes, mostWords } from "./limits.ts";
import type { Pixels } from "./pixels.ts";

/**
 * What pixels alone can honestly say. `words` is how many were read or asked for, where that is known: 0 for art that was to be
 * without, of whose words nothing is said, as nobody has looked.
 */
export function checkPicture(pixels: Pixels, words?: number): Finding[] {
  const value = widestContrast(pixels);
  return [
    ...(words === 0 ? [] : [{ what: "letters", mark: "unknown" } as const]),
    ...(value < leastContrast ? [{ what: "range", mark: "bad", value } as const] : []),
    isWeighty(cornerOf(pixels)) ? { what: "corner", mark: "bad" } : { what: "badge", mark: "good" },
    ...(words ? [{ what: "words", mark: words > mostWords ? "bad" : "good", value: words } as const] : []),
  ];
}

export const checkBytes = (value: number): Finding => ({
  what: "bytes",
  mark: value > mostBytes ? "bad" : "good",
  value,
});

/** What is asked for is 16:9, at best 1280×720, and no narrower than half of that. */
export function checkShape(size: Size): Finding {
  return { what: "shape", mark: isWide(size) && size.width >= canvas.width / 2 ? "good" : "bad", size };
}

export const isWide = ({ width, height }: Size): boolean =>
  Math.abs((width * canvas.height) / (height * canvas.width) - 1) < 0.02;

export function checkLikeness(one: Pixels, other: Pixels): Finding {
  const value = differingShare(one, other);
  return { what: "alike", mark: value < leastDifference ? "bad" : "good", value };
}

/**
 * Between the lightest and the darkest hundredth of a picture. Where letters are in it is not known, but none can
 * stand off what is behind them by more.
 */
export function widestContrast({ data, width, height }: Pixels): number {
  const all = new Float64Array(width * height);
  for (let at = 0; at < all.length; at += 1)
    all[at] = luminanceOf(data[4 * at]!, data[4 * at + 1]!, data[4 * at + 2]!);
  all.sort();
  const end = Math.floor(all.length / 100);
  return contrastOf(all[end]!, all[all.length - 1 - end]!);
}

const columns = 64;
const rows = 36;
/** In Oklab; a difference that is seen between two small pictures side by side. */
const seen = 0.08;

/** The share of two pictures, 0 to 1, in which an eye sees a difference where they are shown small. */
export function differingShare(a: Pixels, b: Pixels): number {
  const [left, right] = [cellsOf(a), cellsOf(b)];
  const differing = left.filter((cell, at) => distance(cell, right[at]!) > seen);
  return differing.length / left.length;
}

type Lab = [number, number, number];

const distance = (a: Lab, b: Lab) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);

/** The mean colour of each of 64×36 parts. */
function cellsOf({ data, width, height }: Pixels): Lab[] {
  const to = (part: number, parts: number, size: number) => Math.floor((part * size) / parts);
  return Array.from({ length: columns * rows }, (_, index): Lab => {
    const [column, row] = [index % columns, Math.floor(index / columns)];
    const [left, top] = [to(column, columns, width), to(row, rows, height)];
    const [right, bottom] = [
      Math.max(left + 1, to(column + 1, columns, width)),
      Math.max(top + 1, to(row + 1, rows, height)),
    ];
    const sums: Lab = [0, 0, 0];
    for (let y = top; y < bottom; y += 1)
      for (let x = left; x < right; x += 1)
        for (const channel of [0, 1, 2] as const) sums[channel] += data[(y * width + x) * 4 + channel]!;
    const count = (right - left) * (bottom - top);
    return oklabOf(sums[0] / count, sums[1] / count, sums[2] / count);
  });
}
