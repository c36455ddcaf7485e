import { canvas } from "../canvas.ts";
import { luminanceOf } from "../colours.ts";
import type { Box } from "../text/lay-out.ts";

const columns = 32;
const rows = 18;
const cellSize = canvas.width / columns;

/** A part of the art: its middle, its mean colour, and what its pixels come to in luminance, 0 to 1. */
export interface Cell {
  x: number;
  y: number;
  red: number;
  green: number;
  blue: number;
  /** Of its darkest and its lightest quarter. */
  dark: number;
  light: number;
  /** How much goes on in it: 0 is even. */
  detail: number;
  /** The same around it: the even parts of a face lie between its eyes and its outline. */
  busy: number;
}

/** The art in 32×18 cells, row by row. */
export type ArtSummary = readonly Cell[];

/** Of pixels as RGB or RGBA, whatever the picture's size; 320×180 is enough. It is the art as it fills the frame. */
export function summariseArt(
  pixels: ArrayLike<number>,
  { width, height, channels }: { width: number; height: number; channels: 3 | 4 },
): ArtSummary {
  const cells = Array.from({ length: columns * rows }, (_, index) => {
    const [column, row] = [index % columns, Math.floor(index / columns)];
    const sums = [0, 0, 0];
    const luminances: number[] = [];
    let changes = 0;
    const to = (part: number, parts: number, size: number) => Math.floor((part * size) / parts);
    for (let y = to(row, rows, height); y < to(row + 1, rows, height); y += 1)
      for (let x = to(column, columns, width); x < to(column + 1, columns, width); x += 1) {
        const at = (y * width + x) * channels;
        for (const channel of [0, 1, 2]) sums[channel]! += pixels[at + channel]!;
        const luminance = luminanceOf(pixels[at]!, pixels[at + 1]!, pixels[at + 2]!);
        changes += Math.abs(Math.sqrt(luminance) - Math.sqrt(luminances.at(-1) ?? luminance));
        luminances.push(luminance);
      }
    const count = Math.max(1, luminances.length);
    luminances.sort((a, b) => a - b);
    const quarter = Math.max(1, Math.floor(count / 4));
    const [red, green, blue] = sums.map((sum) => sum / count) as [number, number, number];
    const [dark, light] = [mean(luminances.slice(0, quarter)), mean(luminances.slice(-quarter))];
    const spread = Math.sqrt(light) - Math.sqrt(dark);
    const detail = Math.min(1, spread + (4 * changes) / count);
    const middle = { x: (column + 0.5) * cellSize, y: (row + 0.5) * cellSize };
    return { ...middle, red, green, blue, dark, light, detail };
  });
  return cells.map((cell, index) => ({ ...cell, busy: busyAt(cells, index) }));
}

/** The third busiest of the 5×5 cells around: one edge that passes by makes no subject. */
function busyAt(cells: readonly { detail: number }[], index: number): number {
  const [column, row] = [index % columns, Math.floor(index / columns)];
  const around: number[] = [];
  for (let y = Math.max(0, row - 2); y <= Math.min(rows - 1, row + 2); y += 1)
    for (let x = Math.max(0, column - 2); x <= Math.min(columns - 1, column + 2); x += 1)
      around.push(cells[y * columns + x]!.detail);
  return around.sort((a, b) => b - a)[5] ?? 0;
}

const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

/** The cells that a box touches. */
export function cellsIn(art: ArtSummary, { x, y, width, height }: Box): Cell[] {
  const from = (value: number) => Math.floor(Math.max(0, value) / cellSize);
  const until = (value: number, most: number) => Math.min(most, Math.ceil(value / cellSize));
  const found: Cell[] = [];
  for (let row = from(y); row < until(y + height, rows); row += 1)
    found.push(...art.slice(row * columns + from(x), row * columns + until(x + width, columns)));
  return found;
}

export interface Ground {
  /** Luminance of the worst quarter for dark letters, and for light ones. */
  dark: number;
  light: number;
  detail: number;
}

/** What letters in this box have behind them; `lightLeft` says which share of the light a shade leaves. */
export function groundOf(
  art: ArtSummary,
  box: Box,
  lightLeft: (x: number, y: number) => number = () => 1,
): Ground {
  const cells = cellsIn(art, box).map((cell) => {
    // A shade scales the written values, and light goes with their power of about 2.2.
    const left = lightLeft(cell.x, cell.y) ** 2.2;
    return { ...cell, dark: cell.dark * left, light: cell.light * left };
  });
  if (cells.length === 0) return { dark: 0, light: 1, detail: 1 };
  const quarter = Math.max(1, Math.ceil(cells.length / 4));
  const darks = cells.map(({ dark }) => dark).sort((a, b) => a - b);
  const lights = cells.map(({ light }) => light).sort((a, b) => b - a);
  return {
    dark: mean(darks.slice(0, quarter)),
    light: mean(lights.slice(0, quarter)),
    detail: mean(cells.map(({ detail }) => detail)),
  };
}

/** How much goes on behind and around this box, 0 to 1. Some hundred boxes are asked for it before one is chosen. */
export function busyIn(art: ArtSummary, box: Box): number {
  const cells = cellsIn(art, box);
  return cells.length === 0 ? 1 : mean(cells.map(({ busy }) => busy));
}
