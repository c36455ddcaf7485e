import { hasRightToLeft, levelsOf } from "#drawing/text/reading-order.ts";
import { mainFont, oneLine, type ReceiptFont, type Run, runsOf, type Weight } from "./receipt-fonts.ts";

export const margin = 56;
export const ink = "#1c1917";

interface TextStyle {
  size: number;
  weight?: Weight;
  colour?: string;
  x?: number;
  y?: number;
  width?: number;
  align?: "left" | "right";
}

/** Text in whichever fonts its characters need, wrapped within the width. */
export function put(doc: PDFKit.PDFDocument, text: string, style: TextStyle): void {
  const { size, weight = 400, x = margin, y = doc.y, width = doc.page.width - 2 * margin } = style;
  const { ascent, unitsPerEm } = mainFont(weight).font;
  // Fonts differ in how far below the top of a line its letters stand.
  const place: Place = { x, width, align: style.align ?? "left", baseline: (-ascent / unitsPerEm) * size };
  const line = oneLine(text);
  doc.fontSize(size).fillColor(style.colour ?? ink);
  doc.y = y;
  if (!hasRightToLeft(line)) putRuns(doc, runsOf(line, weight), place);
  // It stands in another order than it is read in: it is broken before that, and the library has nothing left to break.
  else
    for (const runs of brokenLines(doc, line, weight, width))
      putRuns(doc, runs, { ...place, width: 2 * width, align: "left" });
}

/** How much of a page `put` takes. */
export function heightOf(
  doc: PDFKit.PDFDocument,
  text: string,
  { size, weight = 400, width }: { size: number; weight?: Weight; width: number },
): number {
  doc.fontSize(size);
  const heightOfRun = ({ font }: Run) => {
    setFont(doc, font);
    return doc.currentLineHeight(true);
  };
  return brokenLines(doc, oneLine(text), weight, width)
    .map((runs) => Math.max(0, ...runs.map(heightOfRun)))
    .reduce((sum, height) => sum + height, 0);
}

interface Place {
  x: number;
  width: number;
  align: "left" | "right";
  baseline: number;
}

function putRuns(doc: PDFKit.PDFDocument, runs: readonly Run[], { x, ...place }: Place): void {
  for (const [index, { font, text, features }] of runs.entries()) {
    setFont(doc, font);
    const options = { ...place, features, continued: index < runs.length - 1 };
    if (index === 0) doc.text(text, x, doc.y, options);
    else doc.text(text, options);
  }
}

/** The library takes a decoded font as well; its types do not say so. */
export function setFont(doc: PDFKit.PDFDocument, { name, font }: ReceiptFont): void {
  doc.font(font as unknown as PDFKit.Mixins.PDFFontSource, name);
}

function brokenLines(doc: PDFKit.PDFDocument, text: string, weight: Weight, width: number): Run[][] {
  const levels = levelsOf(text);
  const runsBetween = (from: number, to: number) => {
    const shown = text.slice(from, to).trimEnd();
    return runsOf(shown, weight, levels.slice(from, from + shown.length));
  };
  const widthOf = (from: number, to: number) =>
    runsOf(text.slice(from, to), weight, levels.slice(from, to)).reduce((sum, run) => {
      setFont(doc, run.font);
      return sum + doc.widthOfString(run.text, { features: run.features });
    }, 0);
  const lines: Run[][] = [];
  let [start, at, used] = [0, 0, 0];
  for (const word of text.split(/(?<= )/)) {
    // A word that is wider than a line is broken anywhere.
    const whole = widthOf(at, at + word.length);
    for (const part of whole <= width ? [word] : word) {
      const wide = part === word ? whole : widthOf(at, at + part.length);
      if (used + wide > width && at > start) {
        lines.push(runsBetween(start, at));
        [start, used] = [at, 0];
      }
      at += part.length;
      used += wide;
    }
  }
  return [...lines, runsBetween(start, at)];
}
