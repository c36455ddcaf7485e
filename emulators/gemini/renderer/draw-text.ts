import type { Random } from "./random.ts";
import type { Box, PlacedWord, TextBlock } from "./text-block.ts";

const letters: Record<string, string> = {
  moveTo: "M",
  lineTo: "L",
  quadraticCurveTo: "Q",
  bezierCurveTo: "C",
  closePath: "Z",
};

const round = (value: number) => Math.round(value * 10) / 10;

/** Turns and lifts each letter a little, for lettering that looks made by hand. */
export type Wobble = { random: Random; degrees: number; lift: number };

export type TextPaint = {
  fill: string;
  emphasisFill?: string;
  /** Outlines from the outside in; `width` is what shows beyond the letter, in em. */
  outlines?: { colour: string; width: number }[];
  /** A hard copy of the letters behind them, offset in em. */
  shadow?: { colour: string; dx: number; dy: number; opacity?: number };
  /** Repeats the shadow towards the letters, so that they look cut from a block. */
  extruded?: boolean;
  wobble?: Wobble;
};

/** The words as path data; letters need no fonts at drawing time, and their extent is known exactly. */
function pathOf(
  block: TextBlock,
  words: readonly PlacedWord[],
  turns: Map<string, [number, number]>,
): string {
  const parts: string[] = [];
  for (const { word, x, baseline } of words) {
    for (const [index, glyph] of word.glyphs.entries()) {
      const originX = x + (glyph.x + index * block.tracking) * block.size;
      const originY = baseline - glyph.y * block.size;
      const [degrees, lift] = turns.get(`${x}/${baseline}/${index}`) ?? [0, 0];
      const centreX = originX + (glyph.advance * block.size) / 2;
      const centreY = originY - (block.cap * block.size) / 2;
      const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
      for (const { command, args } of glyph.commands) {
        const points: number[] = [];
        for (let at = 0; at + 1 < args.length; at += 2) {
          const dx = originX + (args[at] ?? 0) * block.size - centreX;
          const dy = originY - (args[at + 1] ?? 0) * block.size - centreY;
          points.push(
            round(centreX + dx * cos - dy * sin),
            round(centreY + dx * sin + dy * cos + lift * block.size),
          );
        }
        parts.push((letters[command] ?? "") + points.join(" "));
      }
    }
  }
  return parts.join("");
}

export function drawText(block: TextBlock, paint: TextPaint): string {
  if (block.words.length === 0) return "";
  const turns = paint.wobble ? wobbled(block, paint.wobble) : new Map<string, [number, number]>();
  const all = pathOf(block, block.words, turns);
  const out: string[] = [];
  const px = (em: number) => round(em * block.size);
  const outermost = Math.max(0, ...(paint.outlines ?? []).map((outline) => outline.width));
  if (paint.shadow) {
    const { colour, dx, dy, opacity = 1 } = paint.shadow;
    const steps = paint.extruded ? Math.max(2, Math.ceil((Math.hypot(dx, dy) * block.size) / 4)) : 1;
    const copies = Array.from({ length: steps }, (_, step) => {
      const share = (step + 1) / steps;
      return `<path d="${all}" transform="translate(${px(dx * share)} ${px(dy * share)})"/>`;
    });
    out.push(
      `<g fill="${colour}" stroke="${colour}" stroke-width="${px(outermost * 2)}" stroke-linejoin="round"` +
        ` opacity="${opacity}">${copies.join("")}</g>`,
    );
  }
  for (const outline of paint.outlines ?? []) {
    out.push(
      `<path d="${all}" fill="${outline.colour}" stroke="${outline.colour}"` +
        ` stroke-width="${px(outline.width * 2)}" stroke-linejoin="round"/>`,
    );
  }
  const strong = block.words.filter((word) => word.emphasised);
  const plain = block.words.filter((word) => !word.emphasised);
  out.push(`<path d="${pathOf(block, plain, turns)}" fill="${paint.fill}"/>`);
  out.push(`<path d="${pathOf(block, strong, turns)}" fill="${paint.emphasisFill ?? paint.fill}"/>`);
  return out.join("");
}

function wobbled(block: TextBlock, { random, degrees, lift }: Wobble): Map<string, [number, number]> {
  const turns = new Map<string, [number, number]>();
  for (const { word, x, baseline } of block.words) {
    // Joined scripts fall apart when their letters move one by one.
    if (word.rightToLeft) continue;
    for (const index of word.glyphs.keys()) {
      const turn: [number, number] = [random.between(-degrees, degrees), random.between(-lift, lift)];
      turns.set(`${x}/${baseline}/${index}`, turn);
    }
  }
  return turns;
}

/** The place of a word, from its capitals' top to its baseline, grown by `padX` and `padY` em. */
export function wordBox(block: TextBlock, placed: PlacedWord, padX: number, padY: number): Box {
  const width = (placed.word.width + block.tracking * (placed.word.glyphs.length - 1)) * block.size;
  return {
    x: placed.x - padX * block.size,
    y: placed.baseline - (block.cap + padY) * block.size,
    width: width + padX * 2 * block.size,
    height: (block.cap + padY * 2) * block.size,
  };
}

/** From the first to the last word of each line, as `wordBox` measures. */
export function lineBoxes(block: TextBlock, padX: number, padY: number): Box[] {
  return Array.from({ length: block.lineCount }, (_, line) => {
    const boxes = block.words
      .filter((word) => word.line === line)
      .map((word) => wordBox(block, word, padX, padY));
    const left = Math.min(...boxes.map((box) => box.x));
    const right = Math.max(...boxes.map((box) => box.x + box.width));
    return { x: left, y: boxes[0]?.y ?? 0, width: right - left, height: boxes[0]?.height ?? 0 };
  });
}
