import type { Paints } from "../paints.ts";

export type Point = readonly [x: number, y: number];

/** The first outline of path data of M, L, H, V, Q, C and Z, as points close enough for a form of 300 pixels. */
export function flatten(d: string): Point[] {
  const points: Point[] = [];
  let at: Point = [0, 0];
  for (const [, command, rest] of d.matchAll(/([MLHVQCZ])([^MLHVQCZ]*)/g)) {
    const n = [...(rest ?? "").matchAll(/-?\d*\.?\d+/g)].map(Number);
    if (command === "Z" || (command === "M" && points.length > 0)) break;
    const add = (point: Point) => {
      at = point;
      points.push(point);
    };
    if (command === "H") add([n[0]!, at[1]]);
    else if (command === "V") add([at[0], n[0]!]);
    else {
      const size = command === "C" ? 6 : command === "Q" ? 4 : 2;
      for (let from = 0; from + size <= n.length; from += size) {
        const part = n.slice(from, from + size);
        const start = at;
        const steps = size === 2 ? 1 : 10;
        for (let step = 1; step <= steps; step += 1) add(pointOf(start, part, step / steps));
      }
    }
  }
  return points;
}

function pointOf([x, y]: Point, n: readonly number[], t: number): Point {
  const u = 1 - t;
  if (n.length === 2) return [n[0]!, n[1]!];
  if (n.length === 4)
    return [u * u * x + 2 * u * t * n[0]! + t * t * n[2]!, u * u * y + 2 * u * t * n[1]! + t * t * n[3]!];
  const [a, b, c, e] = [u ** 3, 3 * u * u * t, 3 * u * t * t, t ** 3];
  return [a * x + b * n[0]! + c * n[2]! + e * n[4]!, a * y + b * n[1]! + c * n[3]! + e * n[5]!];
}

const written = (points: readonly Point[]) =>
  points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join("L");

/**
 * The part of a form that lies within an outline. Clipping in the drawing itself would take a layer of the whole
 * frame for each eye; the outline has to be whole in each column, as eyes and mouths are.
 */
export function within(outline: string, form: string): string {
  const edge = flatten(outline);
  const xs = edge.map(([x]) => x);
  const [left, right] = [Math.min(...xs) + 0.5, Math.max(...xs) - 0.5];
  const clamped = flatten(form).map(([x, y]): Point => {
    const column = Math.min(right, Math.max(left, x));
    const hits = edge.flatMap(([ax, ay], index) => {
      const [bx, by] = edge[(index + 1) % edge.length]!;
      if (ax === bx || column < Math.min(ax, bx) || column > Math.max(ax, bx)) return [];
      return [ay + ((by - ay) * (column - ax)) / (bx - ax)];
    });
    return [column, Math.min(Math.max(...hits), Math.max(Math.min(...hits), y))];
  });
  return `M${written(clamped)}Z`;
}

/** A circle that `within` can read. */
export function round(x: number, y: number, r: number): string {
  const k = r * 0.5523;
  return (
    `M${x - r},${y}C${x - r},${y - k} ${x - k},${y - r} ${x},${y - r}C${x + k},${y - r} ${x + r},${y - k} ${x + r},${y}` +
    `C${x + r},${y + k} ${x + k},${y + r} ${x},${y + r}C${x - k},${y + r} ${x - r},${y + k} ${x - r},${y}Z`
  );
}

/** The coloured light inside the edge that the key light does not reach. */
export function rimLight(paints: Paints, d: string, colour: string, lit: -1 | 1, width: number): string {
  if (d === "") return "";
  const points = flatten(d);
  const area = points.reduce((sum, [x, y], index) => {
    const [nextX, nextY] = points[(index + 1) % points.length]!;
    return sum + x * nextY - nextX * y;
  }, 0);
  const inward = area > 0 ? 1 : -1;
  const moved = (by: number) =>
    points.map(([x, y], index): Point => {
      const [ax, ay] = points[(index + points.length - 1) % points.length]!;
      const [bx, by2] = points[(index + 1) % points.length]!;
      const length = Math.hypot(bx - ax, by2 - ay) || 1;
      return [x - ((by2 - ay) / length) * by * inward, y + ((bx - ax) / length) * by * inward];
    });
  const fade = paints.linear(
    0,
    lit > 0
      ? [
          [0, colour, 0.95],
          [0.3, colour, 0.5],
          [0.52, colour, 0],
        ]
      : [
          [0.48, colour, 0],
          [0.7, colour, 0.5],
          [1, colour, 0.95],
        ],
  );
  const stroke = (share: number, opacity: number) =>
    `<path d="M${written(moved((width * share) / 2))}Z" fill="none" stroke="${fade}" stroke-width="${(width * share).toFixed(1)}" stroke-opacity="${opacity}" stroke-linejoin="round"/>`;
  return stroke(1.7, 0.3) + stroke(0.5, 0.8);
}
