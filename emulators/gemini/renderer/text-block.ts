import { carryingWord } from "#drawing/set-words/words.ts";
import { capHeight, type FaceName } from "./fonts.ts";
import { drawableText, type ShapedWord, shapeWord } from "./words.ts";
import { wrapBalanced } from "./wrap.ts";

export type Box = { x: number; y: number; width: number; height: number };

export type TextRequest = {
  text: string;
  face: FaceName;
  /** Where the words must stay, in pixels of the frame; outlines and shadows need a margin around it. */
  box: Box;
  maxSize: number;
  maxLines: number;
  upperCase?: boolean;
  align?: "left" | "centre";
  anchor?: "top" | "middle" | "bottom";
  /** Distance of baselines in em. */
  leading?: number;
  /** Added between letters, in em. */
  tracking?: number;
};

/** A word in its place: `x` its left edge and `baseline`, in pixels. */
export type PlacedWord = { word: ShapedWord; x: number; baseline: number; line: number; emphasised: boolean };

/** A title set in lines. `bounds` is what its words take up; it is null when nothing could be drawn. */
export type TextBlock = {
  words: PlacedWord[];
  size: number;
  cap: number;
  tracking: number;
  lineCount: number;
  /** What it says, line by line, as it is read. */
  lines: string[];
  bounds: Box | null;
};

const descent = 0.24;

/** Sets a text as large as its box allows, in evenly filled lines; a word too long for a line is broken. */
export function setText(request: TextRequest): TextBlock {
  const { face, box, tracking = 0, leading = 1.08, align = "left", anchor = "middle" } = request;
  const cap = capHeight(face);
  const cleaned = drawableText(request.text, face);
  const text = request.upperCase ? drawableText(cleaned.toUpperCase(), face) : cleaned;
  const { words: shaped, broken } = shapeWords(text, request);
  const empty = { words: [], size: 0, cap, tracking, lineCount: 0, lines: [], bounds: null };
  if (shaped.length === 0) return empty;

  const widths = shaped.map((word) => widthOf(word, tracking));
  const space = 0.26 + tracking;
  const tail = request.upperCase ? 0.12 : descent;
  let size = 0;
  let lines: [number, number][] = [];
  const mostLines = broken ? request.maxLines + 4 : request.maxLines;
  for (let count = 1; count <= Math.min(mostLines, shaped.length); count += 1) {
    const wrapped = wrapBalanced(widths, space, count);
    const widest = Math.max(...wrapped.map((line) => lineWidth(widths, space, line)));
    const tall = box.height / ((count - 1) * leading + cap + tail);
    const fitting = Math.min(request.maxSize, box.width / widest, tall);
    // A further line must bring a visible gain, else few long lines look calmer.
    if (fitting > size * 1.02) {
      size = fitting;
      lines = wrapped;
    }
  }

  const height = ((lines.length - 1) * leading + cap) * size;
  const room = box.height - height - tail * size;
  const top = box.y + (anchor === "top" ? 0 : anchor === "bottom" ? room : room / 2);
  const emphasised = carryingWord(shaped.map((word) => word.text));
  const words = lines.flatMap((line, lineIndex) => {
    const width = lineWidth(widths, space, line) * size;
    const rightToLeft =
      shaped.slice(...line).filter((word) => word.rightToLeft).length * 2 > line[1] - line[0];
    const indices = Array.from({ length: line[1] - line[0] }, (_, offset) => line[0] + offset);
    if (rightToLeft) indices.reverse();
    let pen =
      align === "centre" ? box.x + (box.width - width) / 2 : rightToLeft ? box.x + box.width - width : box.x;
    return indices.flatMap((index) => {
      const word = shaped[index];
      if (!word) return [];
      const x = pen;
      pen += ((widths[index] ?? 0) + space) * size;
      const baseline = top + (lineIndex * leading + cap) * size;
      return [{ word, x, baseline, line: lineIndex, emphasised: index === emphasised }];
    });
  });
  const read = lines.map((line) => shaped.slice(...line).map((word) => word.text));
  const said = read.map((line) => line.join(" "));
  const block = { words, size, cap, tracking, lineCount: lines.length, lines: said, bounds: null };
  return { ...block, bounds: inkBounds(block) };
}

function lineWidth(widths: readonly number[], space: number, [from, to]: [number, number]): number {
  return widths.slice(from, to).reduce((total, width) => total + width, 0) + (to - from - 1) * space;
}

const widthOf = (word: ShapedWord, tracking: number) => word.width + tracking * (word.glyphs.length - 1);

/** The words of a text; one that would force letters below 56 pixels is broken into pieces of a line each. */
function shapeWords(text: string, { face, box, tracking = 0, leading = 1.08 }: TextRequest) {
  const whole = text
    .split(" ")
    .filter((word) => word.length > 0)
    .map((word) => shapeWord(word, face));
  const widest = box.width / 56;
  const total = whole.reduce((sum, word) => sum + widthOf(word, tracking), 0);
  const pieceWidth = Math.min(widest, box.width / Math.sqrt((box.width * box.height) / (total * leading)));
  const words = whole.flatMap((word) => {
    const width = widthOf(word, tracking);
    if (width <= widest) return [word];
    const characters = [...word.text];
    const length = Math.ceil(characters.length / Math.ceil(width / pieceWidth));
    const starts = Array.from(
      { length: Math.ceil(characters.length / length) },
      (_, index) => index * length,
    );
    return starts.map((start) => shapeWord(characters.slice(start, start + length).join(""), face));
  });
  return { words, broken: words.length > whole.length };
}

/** Left, top, width and height of the outlines themselves, not of their advances. */
function inkBounds(block: TextBlock): Box | null {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { word, x, baseline } of block.words) {
    for (const [index, glyph] of word.glyphs.entries()) {
      for (const { args } of glyph.commands) {
        for (let at = 0; at + 1 < args.length; at += 2) {
          const px = x + (glyph.x + index * block.tracking + (args[at] ?? 0)) * block.size;
          const py = baseline - (glyph.y + (args[at + 1] ?? 0)) * block.size;
          left = Math.min(left, px);
          right = Math.max(right, px);
          top = Math.min(top, py);
          bottom = Math.max(bottom, py);
        }
      }
    }
  }
  return left === Infinity ? null : { x: left, y: top, width: right - left, height: bottom - top };
}
