import type { Pixels } from "#drawing/check/pixels.ts";

/** A frame of a video as it was measured. */
export interface MeasuredFrame {
  /** In seconds. */
  at: number;
  sharpness: number;
  /** Mean colours of its parts, by which two are told apart. */
  cells: readonly number[];
  hasFace: boolean;
}

const [columns, rows] = [16, 9];

/** How much finer a frame is than it would be out of focus or in motion: the variance of its Laplacian; 0 for an even one. */
export function sharpnessOf({ data, width, height }: Pixels): number {
  const luma = new Float32Array(width * height);
  for (let at = 0; at < luma.length; at += 1)
    luma[at] = 0.299 * data[at * 4]! + 0.587 * data[at * 4 + 1]! + 0.114 * data[at * 4 + 2]!;
  let [sum, squares, count] = [0, 0, 0];
  for (let y = 1; y < height - 1; y += 1)
    for (let x = 1; x < width - 1; x += 1) {
      const at = y * width + x;
      const value = 4 * luma[at]! - luma[at - 1]! - luma[at + 1]! - luma[at - width]! - luma[at + width]!;
      sum += value;
      squares += value * value;
      count += 1;
    }
  return count === 0 ? 0 : squares / count - (sum / count) ** 2;
}

/** Red, green and blue of each of 16×9 parts, 0 to 1. */
export function cellsOf({ data, width, height }: Pixels): number[] {
  const cells = new Array<number>(columns * rows * 3).fill(0);
  const counts = new Array<number>(columns * rows).fill(0);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const cell = Math.floor((y * rows) / height) * columns + Math.floor((x * columns) / width);
      counts[cell]! += 1;
      for (const channel of [0, 1, 2]) cells[cell * 3 + channel]! += data[(y * width + x) * 4 + channel]!;
    }
  return cells.map((sum, at) => sum / (255 * Math.max(1, counts[Math.floor(at / 3)]!)));
}

/** 0 for the same, 1 for black and white. */
export function differenceOf(one: readonly number[], other: readonly number[]): number {
  const sum = one.reduce((all, value, at) => all + Math.abs(value - other[at]!), 0);
  return sum / one.length;
}

/** Another scene, then another posture, then whatever moved at all. */
const steps = [0.12, 0.06, 0.03, 0.015];
/** Of the sharpest frame's; below it a frame is blurred, or a fade to black. */
const leastSharpness = 0.05;

/**
 * At most `most` frames, the sharpest of which no two look alike: those with a face before the others, each group in the order
 * of the video.
 */
export function chooseFrames<F extends MeasuredFrame>(frames: readonly F[], most: number): F[] {
  const best = Math.max(0, ...frames.map(({ sharpness }) => sharpness));
  const clear = frames.filter(({ sharpness }) => sharpness >= leastSharpness * best);
  const byWorth = clear.toSorted(
    (a, b) => Number(b.hasFace) - Number(a.hasFace) || b.sharpness - a.sharpness || a.at - b.at,
  );
  const chosen: F[] = [];
  for (const least of steps)
    for (const frame of byWorth) {
      if (chosen.length >= most) break;
      const isOther = chosen.every(({ cells }) => differenceOf(cells, frame.cells) >= least);
      if (isOther) chosen.push(frame);
    }
  return chosen.sort((a, b) => Number(b.hasFace) - Number(a.hasFace) || a.at - b.at);
}
