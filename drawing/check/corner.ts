import { summariseArt } from "../set-words/art-summary.ts";
import type { Pixels } from "./pixels.ts";

const columns = 32;
const rows = 18;
/** The corner in the summary's cells. */
const [wide, tall] = [7, 3];

/**
 * How busy the corner is beside every other part of its size: the share of them in which less goes on, and how much goes
 * on in it, 0 for an even ground.
 */
export function cornerOf(pixels: Pixels): Corner {
  const known = measured.get(pixels) ?? measure(pixels);
  measured.set(pixels, known);
  return known;
}

interface Corner {
  rank: number;
  detail: number;
}

/** The same ground is asked about with each change of the words on it. */
const measured = new WeakMap<Pixels, Corner>();

function measure({ data, width, height }: Pixels): Corner {
  const cells = summariseArt(data, { width, height, channels: 4 });
  const detailAt = (left: number, top: number) => {
    let sum = 0;
    for (let row = top; row < top + tall; row += 1)
      for (let column = left; column < left + wide; column += 1) sum += cells[row * columns + column]!.detail;
    return sum / (wide * tall);
  };
  const detail = detailAt(columns - wide, rows - tall);
  let [calmer, all] = [0, 0];
  for (let top = 0; top <= rows - tall; top += 1)
    for (let left = 0; left <= columns - wide; left += 1) {
      all += 1;
      if (detailAt(left, top) < detail) calmer += 1;
    }
  return { rank: calmer / all, detail };
}

/** Whether what the badge would cover is among what a picture shows most of. */
export const isWeighty = ({ rank, detail }: Corner): boolean => rank >= 0.75 && detail >= 0.3;
