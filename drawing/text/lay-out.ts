import type { TextLayer } from "#contract/design-document.ts";
import { fileChain } from "../fonts/faces.ts";
import { type Fonts, lettersOf, printable } from "./letters.ts";
import { type Filled, type Piece, placeLetters } from "./place-letters.ts";
import { hasRightToLeft } from "./reading-order.ts";

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Letters of one font and colour beside each other. */
export interface Run {
  file: string;
  text: string;
  fill: string;
  /** Where each character begins, or where all begin that the renderer shapes together. */
  xs: number[];
}

export interface Line {
  /** What the letters' pens pass over, and their baseline. */
  x: number;
  width: number;
  baseline: number;
  runs: Run[];
  /** What the outlines take up; null for a line of blanks. */
  ink: Box | null;
}

export interface LaidText {
  lines: Line[];
  capHeight: number;
  /** The lines' boxes together: what the layer is turned about. */
  box: Box;
}

export type TextStyle = Pick<
  TextLayer,
  "font" | "weight" | "size" | "letterSpacing" | "lineHeight" | "align" | "fill"
>;

const laidBefore = new WeakMap<TextLayer, { fonts: Fonts; laid: LaidText }>();

/**
 * Where each letter of a layer stands. Layers are never changed, only replaced, and fonts that are here stay: what was
 * laid out with all of them is kept, since drawing and Check's measures each ask for it.
 */
export function layOutText(layer: TextLayer, fonts: Fonts): LaidText {
  const kept = laidBefore.get(layer);
  if (kept?.fonts === fonts) return kept.laid;
  let areAllHere = true;
  const laid = layOutLines(layer, (name) => {
    const font = fonts(name);
    if (!font) areAllHere = false;
    return font;
  });
  if (areAllHere) laidBefore.set(layer, { fonts, laid });
  return laid;
}

/** Capitals are in the middle of their line. */
export function layOutLines(layer: TextStyle & Pick<TextLayer, "lines" | "x" | "y">, fonts: Fonts): LaidText {
  const { size, lineHeight, x, y } = layer;
  const capHeight = (fonts(fileChain(layer.font, layer.weight)[0]!.name)?.capHeight ?? 0.7) * size;
  const step = size * lineHeight;
  const lines = layer.lines.map((spans, index) =>
    layOutLine(spans, layer, y + index * step + (step + capHeight) / 2, fonts),
  );
  const width = Math.max(0, ...lines.map((line) => line.width));
  const box = { x: leftOf(x, width, layer.align), y, width, height: lines.length * step };
  return { lines, capHeight, box };
}

const leftOf = (x: number, width: number, align: TextLayer["align"]) =>
  align === "left" ? x : align === "centre" ? x - width / 2 : x - width;

function layOutLine(
  spans: TextLayer["lines"][number],
  style: TextStyle & { x: number },
  baseline: number,
  fonts: Fonts,
): Line {
  const { size } = style;
  const placed = placeLetters(filledLetters(spans, style, fonts), style.letterSpacing);
  const width = placed.width * size;
  const x = leftOf(style.x, width, style.align);
  const pieces = placed.pieces.map((piece) => ({ ...piece, x: x + piece.x * size }));
  return { x, width, baseline, runs: runsOf(pieces), ink: inkOf(pieces, baseline, size) };
}

/** A letter that lies over the end of a span is of the colour in which it begins. */
function filledLetters(spans: TextLayer["lines"][number], style: TextStyle, fonts: Fonts): Filled[] {
  const texts = spans.map((span) => printable(span.text));
  let [index, end] = [0, texts[0]?.length ?? 0];
  return lettersOf(texts.join(""), style.font, style.weight, fonts).map((letter) => {
    while (letter.start >= end && index < texts.length - 1) {
      index += 1;
      end += texts[index]!.length;
    }
    return { ...letter, fill: spans[index]?.fill ?? style.fill };
  });
}

/**
 * Each letter at its place. One of several characters, and joined ones, are a run of their own: a renderer shapes apart what
 * is placed apart.
 */
function runsOf(pieces: readonly Piece[]): Run[] {
  const runs: Run[] = [];
  let isOpen = false;
  for (const { file, text, fill, x } of pieces) {
    const isAlone = text.length > 1 || hasRightToLeft(text);
    const run = runs.at(-1);
    if (isOpen && !isAlone && run?.file === file && run.fill === fill) {
      run.text += text;
      run.xs.push(x);
    } else runs.push({ file, text, fill, xs: [x] });
    isOpen = !isAlone;
  }
  return runs;
}

/** Of what is shaped, the height is that of its characters, and the width that of the pens. */
function inkOf(pieces: readonly Piece[], baseline: number, size: number): Box | null {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { font, text, x, width } of pieces)
    for (const character of text) {
      const ink = font.ink(character.codePointAt(0)!);
      if (!ink) continue;
      const [from, to] = text === character ? [ink[0], ink[2]] : [0, width];
      left = Math.min(left, x + from * size);
      top = Math.min(top, baseline + ink[1] * size);
      right = Math.max(right, x + to * size);
      bottom = Math.max(bottom, baseline + ink[3] * size);
    }
  return left === Infinity ? null : { x: left, y: top, width: right - left, height: bottom - top };
}
