import { deflateSync } from "node:zlib";

/** What is used of the library's embedded font, which its types leave out. */
interface EmbeddedFont {
  font: { getGlyph(id: number): { advanceWidth: number; codePoints: number[] } };
  scale: number;
  widths: number[];
  unicode: number[][];
  subset: { glyphs: number[]; mapping: Record<number, number>; encode(): Uint8Array };
  encode(text: string): unknown;
}

interface Reference {
  compress: boolean;
  data: Record<string, unknown>;
  end(chunk?: string | Uint8Array): void;
}

interface Inside {
  _font: EmbeddedFont;
  ref(data?: object): Reference;
}

interface Kept extends Pick<EmbeddedFont, "widths" | "unicode"> {
  glyphs: number[];
  mapping: Record<number, number>;
  file: Uint8Array;
}

/** What nearly every receipt is written with. */
const commonSigns = `${String.fromCharCode(...Array.from({ length: 95 }, (_, at) => 32 + at))}€£`;

const keptFonts = new Map<string, Kept>();

/**
 * Gives each document the same part of a font to embed, with all common signs in the same places, so that it is made
 * and packed once. The library would put it together anew for each receipt. A sign beyond them has it made anew.
 * The font is the one that the document has in use.
 */
export function withKeptSubset(doc: PDFKit.PDFDocument, name: string): void {
  const font = (doc as unknown as Inside)._font;
  const kept = keptFonts.get(name) ?? keep(font);
  keptFonts.set(name, kept);
  const { subset } = font;
  font.widths = [...kept.widths];
  font.unicode = [...kept.unicode];
  subset.glyphs = [...kept.glyphs];
  subset.mapping = { ...kept.mapping };
  const encode = subset.encode.bind(subset);
  subset.encode = () => (subset.glyphs.length === kept.glyphs.length ? kept.file : encode());
}

function keep(font: EmbeddedFont): Kept {
  for (const sign of commonSigns) font.encode(sign);
  const { widths, unicode, subset } = font;
  const file = subset.encode();
  packed.set(file, deflateSync(file));
  // Signs are put together of parts, which have come in behind them.
  for (const [place, id] of subset.glyphs.entries()) {
    const { advanceWidth, codePoints } = font.font.getGlyph(id);
    widths[place] ??= advanceWidth * font.scale;
    unicode[place] ??= codePoints.length > 0 ? codePoints : [0];
  }
  return { widths, unicode, file, glyphs: [...subset.glyphs], mapping: { ...subset.mapping } };
}

const packed = new WeakMap<Uint8Array, Uint8Array>();
const packedTables = new Map<string, Uint8Array>();
const mostTables = 8;

/** Takes what is the same in all documents as it was packed for an earlier one: those fonts, and their tables of signs. */
export function reusePacked(doc: PDFKit.PDFDocument): void {
  const inside = doc as unknown as Inside;
  const ref = inside.ref.bind(inside);
  inside.ref = (data) => {
    const made = ref(data);
    const end = made.end.bind(made);
    made.end = (chunk) => {
      const known = chunk === undefined || !made.compress ? undefined : packedOf(chunk);
      if (!known) return end(chunk);
      made.compress = false;
      made.data.Filter = "FlateDecode";
      end(known);
    };
    return made;
  };
}

function packedOf(chunk: string | Uint8Array): Uint8Array | undefined {
  if (typeof chunk !== "string") return packed.get(chunk);
  if (!chunk.startsWith("/CIDInit")) return undefined;
  const known = packedTables.get(chunk) ?? deflateSync(Buffer.from(`${chunk}\n`, "latin1"));
  if (packedTables.size >= mostTables) packedTables.clear();
  packedTables.set(chunk, known);
  return known;
}
