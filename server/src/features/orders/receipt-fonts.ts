import * as fontkit from "fontkit";
import { type FontFile, fileChain } from "#drawing/fonts/faces.ts";
import { clustersOf, firstWith, isJapanese, printable } from "#drawing/text/letters.ts";
import { hasRightToLeft, visualOrder } from "#drawing/text/reading-order.ts";
import { fontBytes } from "#server/platform/drawing/fonts.ts";

export type Weight = 400 | 700;

/** Montserrat, then Rubik, whose Hebrew and Arabic are nearest to it, then what the studio falls back to. */
const chainOf = (weight: Weight): FontFile[] => [
  ...fileChain("Montserrat", weight).filter(({ folder }) => folder === "montserrat"),
  ...fileChain("Rubik", weight),
];
const chains = { 400: chainOf(400), 700: chainOf(700) };

export interface ReceiptFont {
  name: string;
  /** Decoded once: a document of its own would decode it anew for every receipt. */
  font: fontkit.Font;
  has(codePoint: number): boolean;
}

const loaded = new Map<string, ReceiptFont>();

/** A file of the studio's, read once, when the first sign of its subset is met. */
function receiptFont(name: string): ReceiptFont {
  const known = loaded.get(name);
  if (known) return known;
  const bytes = fontBytes(name);
  const font = bytes && fontkit.create(Buffer.from(bytes.buffer));
  if (!(font && "hasGlyphForCodePoint" in font)) throw new Error(`${name} holds no single font.`);
  font.layout = keptLayout(font);
  const made = { name, font, has: (codePoint: number) => font.hasGlyphForCodePoint(codePoint) };
  loaded.set(name, made);
  return made;
}

/** What nearly all of a receipt is written with. */
export const mainFont = (weight: Weight): ReceiptFont => receiptFont(chains[weight][0]!.name);

const mostLayouts = 1_000;
/** The digits count as the script's, whose direction they do not share. */
const arabicNumber = /^\P{L}*[\u0660-\u0669\u06f0-\u06f9]\P{L}*$/u;

/** Words are laid out once for many receipts. The document scales the positions in place, so that each gets its own. */
function keptLayout(font: fontkit.Font): fontkit.Font["layout"] {
  const layout = font.layout.bind(font);
  const known = new Map<string, fontkit.GlyphRun>();
  return (text, features) => {
    const direction = arabicNumber.test(text) ? "ltr" : undefined;
    const make = () => {
      try {
        return layout(text, features, undefined, undefined, direction);
      } catch (error) {
        // Where a font has no place for a mark on a letter, the library fails: without placing it the mark is at its pen.
        if (!(error instanceof TypeError)) throw error;
        return layout(text, { mark: false, mkmk: false }, undefined, undefined, direction);
      }
    };
    if (features) return make();
    const run = known.get(text) ?? make();
    if (known.size >= mostLayouts) known.clear();
    known.set(text, run);
    const positions = run.positions.map((position) => ({ ...position }));
    return Object.assign(Object.create(Object.getPrototypeOf(run)), run, { positions });
  };
}

export interface Run {
  font: ReceiptFont;
  text: string;
  /** What PDFKit is told: with a list of features, even of none, it lays out the run whole and not word by word. */
  features?: [];
}

/** A text as it can be printed, in one line. */
export const oneLine = (text: string): string => printable(text).replace(/ +/g, " ");

/** A line from left to right in runs that one font can draw; a sign that none has becomes a question mark. */
export function runsOf(line: string, weight: Weight, levels?: readonly number[]): Run[] {
  if (!levels) return inFonts(line, weight);
  return visualOrder(line, levels).flatMap(({ text, isRightToLeft }) => {
    const runs = inFonts(text, weight);
    return isRightToLeft ? runs.reverse().map(turned) : runs;
  });
}

/** Letters are turned by their script as they are laid out, signs between them by nobody. */
function turned({ font, text }: Run): Run {
  return hasRightToLeft(text) ? { font, text, features: [] } : { font, text: [...text].reverse().join("") };
}

/** Marks and controls, such as what tells two looks of a sign apart: without one the sign is still the same. */
const unseen = /[\p{M}\p{Cf}]/u;

function inFonts(text: string, weight: Weight): Run[] {
  const runs: Run[] = [];
  const japanese = isJapanese(text);
  for (const letter of clustersOf(text))
    for (const [at, sign] of [...letter].entries()) {
      const current = runs.at(-1);
      const codePoint = sign.codePointAt(0)!;
      if (current?.font.has(codePoint)) {
        current.text += sign;
        continue;
      }
      const found = firstWith([codePoint], chains[weight], receiptFont, japanese);
      if (found) runs.push({ font: found.font, text: sign });
      else if (at > 0 || unseen.test(sign)) continue;
      else {
        // An emoji of several signs is one.
        if (current) current.text += "?";
        else runs.push({ font: mainFont(weight), text: "?" });
        break;
      }
    }
  return runs;
}
