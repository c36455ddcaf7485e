import type { TextLayer } from "#contract/design-document.ts";
import { fileChain } from "../fonts/faces.ts";
import { type Fonts, isJoining, type Letter, lettersOf } from "./letters.ts";

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
  /** Where each letter begins, or where the whole run is anchored which the renderer sets by itself. */
  xs: number[];
  anchor: "start" | "middle" | "end";
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

interface Set extends Letter {
  fill: string;
  /** From the line's left. */
  x: number;
}

function layOutLine(
  spans: TextLayer["lines"][number],
  style: TextStyle & { x: number },
  baseline: number,
  fonts: Fonts,
): Line {
  const { size, font, weight } = style;
  const text = spans.map((span) => span.text).join("");
  const isJoined = isJoining(text);
  const spacing = isJoined ? 0 : style.letterSpacing * size;
  const letters: Set[] = [];
  let pen = 0;
  for (const span of spans) {
    for (const letter of lettersOf(span.text, font, weight, fonts)) {
      const last = letters.at(-1);
      if (last) pen += spacing;
      if (last?.file === letter.file) pen += letter.font.kerning(last.codePoint, letter.codePoint) * size;
      letters.push({ ...letter, fill: span.fill ?? style.fill, x: pen });
      pen += shareOf(letter.text) * letter.font.advance(letter.codePoint) * size;
    }
  }
  const x = leftOf(style.x, pen, style.align);
  return {
    x,
    width: pen,
    baseline,
    runs: isJoined ? joinedRuns(letters, x, pen, style.align) : spacedRuns(letters, x),
    ink: inkOf(letters, x, baseline, size),
  };
}

/** Of a letter's width. Marks stand over letters, and Arabic letters are narrower joined than alone. */
function shareOf(letter: string): number {
  if (/[\p{Mn}\p{Cf}]/u.test(letter)) return 0;
  return /\p{Script=Arabic}/u.test(letter) ? 0.8 : 1;
}

/** Each letter at its place, so that it doesn't matter how a renderer would space them; blanks need no drawing. */
function spacedRuns(letters: readonly Set[], x: number): Run[] {
  const runs: Run[] = [];
  for (const letter of letters) {
    if (letter.text === " ") continue;
    let run = runs.at(-1);
    if (run?.file !== letter.file || run.fill !== letter.fill) {
      run = { file: letter.file, text: "", fill: letter.fill, xs: [], anchor: "start" };
      runs.push(run);
    }
    run.text += letter.text;
    run.xs.push(x + letter.x);
  }
  return runs;
}

/**
 * Whole runs, whose letters the renderer joins. It is given one at a time: a renderer that meets several fonts in one
 * text shapes all of it by each. Their widths are those of letters that stand alone, which may be a little more.
 */
function joinedRuns(letters: readonly Set[], x: number, width: number, align: TextLayer["align"]): Run[] {
  const parts: Set[][] = [];
  for (const letter of letters) {
    const first = parts.at(-1)?.[0];
    if (first?.file === letter.file && first.fill === letter.fill) parts.at(-1)!.push(letter);
    else parts.push([letter]);
  }
  const isReversed = isMostlyRightToLeft(letters.map(({ text }) => text).join(""));
  return parts.flatMap((part): Run | [] => {
    const text = part.map((letter) => letter.text).join("");
    if (text.trim() === "") return [];
    const { file, fill, x: start } = part[0]!;
    const run = { file, text: text.trim(), fill };
    if (parts.length === 1) {
      const middle = { left: 0, centre: width / 2, right: width }[align];
      return { ...run, xs: [x + middle], anchor: anchors[align] };
    }
    if (!isReversed) return { ...run, xs: [x + start + blanksBefore(part)], anchor: "start" };
    return { ...run, xs: [x + width - start - blanksBefore(part)], anchor: "end" };
  });
}

const anchors = { left: "start", centre: "middle", right: "end" } as const;

const blanksBefore = (part: readonly Set[]) => (part.find(({ text }) => text !== " ")?.x ?? 0) - part[0]!.x;

function inkOf(letters: readonly Set[], x: number, baseline: number, size: number): Box | null {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const letter of letters) {
    const ink = letter.font.ink(letter.codePoint);
    if (!ink) continue;
    left = Math.min(left, x + letter.x + ink[0] * size);
    top = Math.min(top, baseline + ink[1] * size);
    right = Math.max(right, x + letter.x + ink[2] * size);
    bottom = Math.max(bottom, baseline + ink[3] * size);
  }
  return left === Infinity ? null : { x: left, y: top, width: right - left, height: bottom - top };
}

function isMostlyRightToLeft(text: string): boolean {
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
  return 2 * count(/[\p{Script=Hebrew}\p{Script=Arabic}]/gu) > count(/\p{L}/gu);
}
