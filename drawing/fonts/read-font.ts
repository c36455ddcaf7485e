import { readCharacters } from "./characters.ts";
import { readKerning, readOldKerning } from "./kerning.ts";

/** Left, top, right and bottom, y down from the baseline. */
export type Ink = readonly [left: number, top: number, right: number, bottom: number];

/** What a font says of its letters; lengths in em. */
export interface Font {
  capHeight: number;
  has(codePoint: number): boolean;
  /** From a letter's pen to the next one's. */
  advance(codePoint: number): number;
  /** From the first pen of a text to the one behind it, as a renderer shapes it: for marks and for joined letters. */
  width(text: string): number;
  /** What is added between the two; mostly nothing or less. */
  kerning(left: number, right: number): number;
  /** What the outline takes up. Null for a blank. */
  ink(codePoint: number): Ink | null;
}

/**
 * Reads the tables of a plain TrueType file. The bytes are kept and read when a letter is asked for. Shaping takes more than
 * they say of single letters: `shapedWidth` is that of who has a shaper.
 */
export function readFont(bytes: Uint8Array, shapedWidth: (text: string) => number): Font {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const places = new Map<string, number>();
  for (let index = 0; index < view.getUint16(4); index += 1) {
    const at = 12 + 16 * index;
    places.set(String.fromCharCode(...bytes.subarray(at, at + 4)), view.getUint32(at + 8));
  }
  const place = (tag: string) => {
    const found = places.get(tag);
    if (found === undefined) throw new Error(`The font has no table ${tag}.`);
    return found;
  };
  const [head, hhea, hmtx, loca, glyf, os2] = ["head", "hhea", "hmtx", "loca", "glyf", "OS/2"].map(place) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const em = view.getUint16(head + 18);
  const longOffsets = view.getInt16(head + 50) === 1;
  const metrics = view.getUint16(hhea + 34);
  const glyphOf = readCharacters(view, place("cmap"));
  const [gpos, kern] = [places.get("GPOS"), places.get("kern")];
  const older = kern === undefined ? () => 0 : readOldKerning(view, kern);
  const kerning = gpos === undefined ? older : readKerning(view, gpos);
  const outlineAt = (glyph: number) =>
    longOffsets ? view.getUint32(loca + 4 * glyph) : 2 * view.getUint16(loca + 2 * glyph);

  const ink = (codePoint: number): Ink | null => {
    const glyph = glyphOf(codePoint);
    const start = outlineAt(glyph);
    if (outlineAt(glyph + 1) === start) return null;
    const [left, bottom, right, top] = [2, 4, 6, 8].map((at) => view.getInt16(glyf + start + at) / em) as [
      number,
      number,
      number,
      number,
    ];
    return [left, -top, right, -bottom];
  };
  // Version 2 of the table brought the height; a file without it is measured.
  const told = view.getUint16(os2) >= 2 ? view.getInt16(os2 + 88) / em : 0;
  return {
    capHeight: told || -(ink(0x48)?.[1] ?? -0.7),
    has: (codePoint) => glyphOf(codePoint) !== 0,
    advance: (codePoint) => view.getUint16(hmtx + 4 * Math.min(glyphOf(codePoint), metrics - 1)) / em,
    width: keepingWidths(shapedWidth),
    kerning: (left, right) => kerning(glyphOf(left), glyphOf(right)) / em,
    ink,
  };
}

const mostWidths = 1_000;

/** Setting words and dragging a layer ask for the same ones again and again. */
function keepingWidths(shapedWidth: (text: string) => number): Font["width"] {
  const widths = new Map<string, number>();
  return (text) => {
    const width = widths.get(text) ?? shapedWidth(text);
    if (widths.size >= mostWidths) widths.clear();
    widths.set(text, width);
    return width;
  };
}
