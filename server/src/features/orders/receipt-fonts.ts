import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { inflateSync } from "node:zlib";
import * as fontkit from "fontkit";
import { unpackWoff } from "#drawing/fonts/woff.ts";

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
  /** Decoded once: a document of its own would decode it anew for every receipt. */
  font: fontkit.Font;
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
    const bytes = unpackWoff(readFileSync(woff), inflateSync);
    const font = fontkit.create(Buffer.from(bytes.buffer));
    if (!("hasGlyphForCodePoint" in font)) throw new Error(`${file} holds no single font.`);
    font.layout = keptLayout(font);
    return { name: `${file}-${weight}`, font, has: (codePoint) => font.hasGlyphForCodePoint(codePoint) };
  });
  loaded.set(weight, fonts);
  return fonts;
}

const mostLayouts = 1_000;

/** Words are laid out once for many receipts. The document scales the positions in place, so that each gets its own. */
function keptLayout(font: fontkit.Font): fontkit.Font["layout"] {
  const layout = font.layout.bind(font);
  const known = new Map<string, fontkit.GlyphRun>();
  return (text, ...others) => {
    if (others.some((other) => other !== undefined)) return layout(text, ...others);
    const run = known.get(text) ?? layout(text);
    if (known.size >= mostLayouts) known.clear();
    known.set(text, run);
    const positions = run.positions.map((position) => ({ ...position }));
    return Object.assign(Object.create(Object.getPrototypeOf(run)), run, { positions });
  };
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
