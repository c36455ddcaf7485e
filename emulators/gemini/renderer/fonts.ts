import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { inflateSync } from "node:zlib";
import type { Font } from "fontkit";
import * as fontkit from "fontkit";
import { unpackWoff } from "#drawing/fonts/woff.ts";

const requireFile = createRequire(import.meta.url);

/** A typeface with its subsets, the one to ask first in front; `fallback` brings the other scripts. */
const faceFiles = {
  anton: ["anton/latin-400", "anton/latin-ext-400", "anton/vietnamese-400"],
  archivoBlack: ["archivo-black/latin-400", "archivo-black/latin-ext-400"],
  bangers: ["bangers/latin-400", "bangers/latin-ext-400", "bangers/vietnamese-400"],
  barlowCondensed: ["barlow-condensed/latin-700", "barlow-condensed/latin-ext-700"],
  dmSerif: ["dm-serif-display/latin-400", "dm-serif-display/latin-ext-400"],
  fredoka: ["fredoka/latin-700", "fredoka/latin-ext-700"],
  lilita: ["lilita-one/latin-400", "lilita-one/latin-ext-400"],
  luckiestGuy: ["luckiest-guy/latin-400", "luckiest-guy/latin-ext-400"],
  montserrat: ["montserrat/latin-800", "montserrat/latin-ext-800"],
  outfit: ["outfit/latin-600", "outfit/latin-ext-600"],
} as const;
export type FaceName = keyof typeof faceFiles;

const fallbackFiles = [
  "montserrat/vietnamese-800",
  "rubik/cyrillic-800",
  "rubik/cyrillic-ext-800",
  "rubik/hebrew-800",
  "rubik/arabic-800",
];

/** One font file ready to shape words; outlines are in font units, y up. */
export type LoadedFont = { font: Font; unitsPerEm: number };

const loadedFiles = new Map<string, LoadedFont>();

function load(file: string): LoadedFont {
  const known = loadedFiles.get(file);
  if (known) return known;
  const [family, subset] = file.split("/") as [string, string];
  const path = requireFile.resolve(`@fontsource/${family}/files/${family}-${subset}-normal.woff`);
  const font = fontkit.create(Buffer.from(unpackWoff(readFileSync(path), inflateSync).buffer));
  if (!("layout" in font)) throw new Error(`${file} holds no single font.`);
  const loaded = { font, unitsPerEm: font.unitsPerEm };
  loadedFiles.set(file, loaded);
  return loaded;
}

/** The first font of the face, or of the fallbacks, that can draw the character. */
export function fontFor(face: FaceName, codePoint: number): LoadedFont | undefined {
  for (const file of [...faceFiles[face], ...fallbackFiles]) {
    const loaded = load(file);
    if (loaded.font.hasGlyphForCodePoint(codePoint)) return loaded;
  }
  return undefined;
}

/** Height of a capital in em. */
export function capHeight(face: FaceName): number {
  const { font, unitsPerEm } = load(faceFiles[face][0]);
  return font.capHeight / unitsPerEm || 0.7;
}
