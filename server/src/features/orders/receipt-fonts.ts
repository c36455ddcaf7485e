import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import * as fontkit from "fontkit";
import { unpackWoff } from "./unpack-woff.ts";

const requireFile = createRequire(import.meta.url);

export type Weight = 400 | 700;

/** In the order in which they are asked for a character. Together: Latin, Vietnamese, Cyrillic, Hebrew, Arabic. */
const files = [
  "montserrat/latin",
  "montserrat/latin-ext",
  "montserrat/vietnamese",
  "montserrat/cyrillic",
  "montserrat/cyrillic-ext",
  "rubik/hebrew",
  "rubik/arabic",
];

export interface ReceiptFont {
  name: string;
  bytes: Buffer;
  has(codePoint: number): boolean;
}

const loaded = new Map<Weight, ReceiptFont[]>();

/** The subsets of one weight, read once. */
export function receiptFonts(weight: Weight): ReceiptFont[] {
  const known = loaded.get(weight);
  if (known) return known;
  const fonts = files.map((file): ReceiptFont => {
    const [family, subset] = file.split("/") as [string, string];
    const woff = requireFile.resolve(`@fontsource/${family}/files/${family}-${subset}-${weight}-normal.woff`);
    const bytes = unpackWoff(readFileSync(woff));
    const font = fontkit.create(bytes);
    if (!("hasGlyphForCodePoint" in font)) throw new Error(`${file} holds no single font.`);
    return { name: `${file}-${weight}`, bytes, has: (codePoint) => font.hasGlyphForCodePoint(codePoint) };
  });
  loaded.set(weight, fonts);
  return fonts;
}

export interface Run {
  font: ReceiptFont;
  text: string;
}

/** The text in stretches that one font can draw; a character that none has becomes a question mark. */
export function runsOf(text: string, weight: Weight): Run[] {
  const fonts = receiptFonts(weight);
  const runs: Run[] = [];
  for (const sign of text.replace(/\s+/g, " ")) {
    const current = runs.at(-1);
    const codePoint = sign.codePointAt(0)!;
    if (current?.font.has(codePoint)) {
      current.text += sign;
      continue;
    }
    const font = fonts.find((candidate) => candidate.has(codePoint));
    if (font) runs.push({ font, text: sign });
    else if (current) current.text += "?";
    else runs.push({ font: fonts[0]!, text: "?" });
  }
  return runs;
}
