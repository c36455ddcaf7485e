import type { Box } from "../text/lay-out.ts";
import { layOutLines } from "../text/lay-out.ts";
import type { Fonts } from "../text/letters.ts";
import type { Layout, StyleRules, WordFace } from "./styles.ts";
import { joinWords, type Word } from "./title-words.ts";

/** A line measured in em: width of the pens, and what the outlines take up from the pen's left and the baseline. */
export interface Measured {
  words: Word[];
  text: string;
  width: number;
  capHeight: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
}

export function measureLine(
  words: Word[],
  { font, weight, letterSpacing }: WordFace,
  fonts: Fonts,
): Measured {
  const text = joinWords(words);
  const size = 100;
  const style = { font, weight, letterSpacing, size, lineHeight: 1, align: "left", fill: "#000000" } as const;
  const { lines, capHeight } = layOutLines({ ...style, x: 0, y: 0, lines: [[{ text }]] }, fonts);
  const { width, ink, baseline } = lines[0]!;
  const box = ink ?? { x: 0, y: baseline - capHeight, width, height: capHeight };
  return {
    words,
    text,
    width: width / size,
    capHeight: capHeight / size,
    left: Math.min(0, box.x) / size,
    right: Math.max(width, box.x + box.width) / size,
    top: (baseline - box.y) / size,
    bottom: Math.max(0, box.y + box.height - baseline) / size,
  };
}

/** A line at its place: `x` the pens' left and the baseline. */
export interface FittedLine {
  line: Measured;
  size: number;
  x: number;
  baseline: number;
}

/** What a line's plate adds around its capitals, in em. */
export const platePadding = 0.14;
/** What may stand out around letters, outline and shadow, in em. */
export const outlineShare = 0.075;

/**
 * The lines as large as the room allows, one under the other. `key` is the line that carries; it may be larger than the
 * others, or each line as wide as the room.
 */
export function fitLines(
  lines: readonly Measured[],
  key: number,
  room: Box,
  layout: Layout,
  { contrast, maxSize }: StyleRules,
): FittedLine[] {
  const around = layout.plates ? platePadding : outlineShare;
  const widest = lines.map((line) => room.width / (line.right - line.left + 2 * around));
  const others = widest.filter((_, index) => lines.length === 1 || index !== key);
  // The carrying line is never the smaller one.
  const most =
    key < 0 || layout.sizes === "even" ? maxSize : Math.min(maxSize, (widest[key] ?? maxSize) / 1.25);
  const base = Math.min(...others, most);
  const ratio = layout.sizes === "even" ? 1 : contrast;
  const even = Math.min(...widest, maxSize);
  const wanted = widest.map((limit, index) => {
    if (layout.sizes === "even") return even;
    const least = layout.sizes === "poster" ? Math.min(...widest) : base;
    const reach = layout.sizes === "poster" || index === key ? least * ratio : base;
    return Math.min(limit, reach, maxSize, (widest[key] ?? maxSize) * 1.05);
  });
  const tall = heightOf(lines, wanted, layout);
  const scale = Math.min(1, room.height / tall);
  const sizes = wanted.map((size) => size * scale);
  const height = tall * scale;
  const free = room.height - height;
  const down = layout.place === "top" ? 0 : layout.place === "bottom" ? free : free / 2;
  let top = room.y + down;
  return lines.map((line, index) => {
    const size = sizes[index]!;
    if (index > 0) top += gapBetween(lines[index - 1]!, sizes[index - 1]!, line, size, layout);
    const baseline = top + size * (above(line, layout) + (index === 0 ? around : 0));
    top = baseline + size * below(line, layout);
    const width = line.width * size;
    const left =
      layout.place === "right"
        ? room.x + room.width - (line.right + around) * size
        : room.x + (around - line.left) * size;
    const x = layout.place === "top" ? room.x + (room.width - width) / 2 : left;
    return { line, size, x, baseline };
  });
}

/** From the baseline up and down, in em; a plate is around the capitals, and around tails. */
const above = (line: Measured, { plates }: Layout) =>
  plates ? Math.max(line.top, line.capHeight + platePadding) : line.top;
const below = (line: Measured, { plates }: Layout) => (plates ? line.bottom + platePadding : line.bottom);

/** Tight: where nothing hangs down or stands up, capitals are a sixth of their size apart. */
function gapBetween(
  upper: Measured,
  upperSize: number,
  lower: Measured,
  lowerSize: number,
  layout: Layout,
): number {
  const size = Math.min(upperSize, lowerSize);
  if (layout.plates) return size * 0.07;
  const hanging = upper.bottom * upperSize + (lower.top - lower.capHeight) * lowerSize;
  return Math.max(size * 0.05, size * 0.2 - hanging);
}

function heightOf(lines: readonly Measured[], sizes: readonly number[], layout: Layout): number {
  const around = layout.plates ? platePadding : outlineShare;
  const total = lines.reduce((sum, line, index) => {
    const gap = index > 0 ? gapBetween(lines[index - 1]!, sizes[index - 1]!, line, sizes[index]!, layout) : 0;
    return sum + gap + sizes[index]! * (above(line, layout) + below(line, layout));
  }, 0);
  return total + around * (sizes[0]! + sizes.at(-1)!);
}
