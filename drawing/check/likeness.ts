import { oklabOf } from "../colours.ts";
import type { Pixels } from "./pixels.ts";

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
