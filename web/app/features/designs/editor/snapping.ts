import { canvas } from "#drawing/canvas.ts";
import type { Box } from "#drawing/text/lay-out.ts";

export interface Guide {
  /** "x": a vertical line at that x. */
  axis: "x" | "y";
  at: number;
}

interface Snapped {
  dx: number;
  dy: number;
  /** What it stands at, to be shown. */
  guides: Guide[];
}

/** Between the picture's edges and what is safe from rounded corners. */
export const margin = 40;

/** Where YouTube lays the length of a video. */
export const badgeCorner: Box = { x: 1024, y: 612, width: canvas.width - 1024, height: canvas.height - 612 };

/**
 * How far a moving box goes on to stand at a margin, a third, the middle, or another box's side or middle; 0 where
 * nothing lies within reach.
 */
export function snap(moving: Box, others: readonly Box[], reach: number): Snapped {
  const x = nearest(
    linesOf(moving.x, moving.width),
    targets(canvas.width, others, ({ x, width }) => linesOf(x, width)),
    reach,
  );
  const y = nearest(
    linesOf(moving.y, moving.height),
    targets(canvas.height, others, ({ y, height }) => linesOf(y, height)),
    reach,
  );
  const guides: Guide[] = [];
  if (x) guides.push({ axis: "x", at: x.at });
  if (y) guides.push({ axis: "y", at: y.at });
  return { dx: x?.by ?? 0, dy: y?.by ?? 0, guides };
}

/** A single line's way to the nearest target, for a side that is dragged. */
export function snapLine(at: number, axis: "x" | "y", others: readonly Box[], reach: number): number {
  const all =
    axis === "x"
      ? targets(canvas.width, others, ({ x, width }) => linesOf(x, width))
      : targets(canvas.height, others, ({ y, height }) => linesOf(y, height));
  return nearest([at], all, reach)?.at ?? at;
}

const linesOf = (start: number, length: number) => [start, start + length / 2, start + length];

const targets = (length: number, others: readonly Box[], sides: (box: Box) => number[]) => [
  length / 2,
  margin,
  length - margin,
  0,
  length,
  length / 3,
  (2 * length) / 3,
  ...others.flatMap(sides),
];

/** Of the pairs within reach the closest one; of equally close ones the first target, since the picture's own come first. */
function nearest(lines: readonly number[], all: readonly number[], reach: number) {
  let best: { by: number; at: number } | null = null;
  for (const at of all) {
    for (const line of lines) {
      const by = at - line;
      if (Math.abs(by) <= reach && (!best || Math.abs(by) < Math.abs(best.by) - 1e-6)) best = { by, at };
    }
  }
  return best;
}
