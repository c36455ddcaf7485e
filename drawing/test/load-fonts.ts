import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { inflateSync } from "node:zlib";
import * as fontkit from "fontkit";
import { type FontFile, fontFiles } from "../fonts/faces.ts";
import { type Font, readFont } from "../fonts/read-font.ts";
import { unpackWoff } from "../fonts/woff.ts";

const { resolve } = createRequire(import.meta.url);

export const woffOf = ({ name, folder }: FontFile) =>
  readFileSync(resolve(`@fontsource/${folder}/files/${name}-normal.woff`));

export const unpackedOf = (file: FontFile) => unpackWoff(woffOf(file), inflateSync);

const files = new Map(fontFiles.map((file) => [file.name, file]));
const read = new Map<string, Font>();

/** A font of the list by its name, as the server has it. */
export function loadFont(name: string): Font {
  const known = read.get(name);
  if (known) return known;
  const unpacked = unpackedOf(files.get(name)!);
  // A packed one it would inflate anew for each glyph.
  const shaper = fontkit.create(Buffer.from(unpacked)) as fontkit.Font;
  const font = readFont(unpacked, (text) => {
    const { positions } = shaper.layout(text, { mark: false, mkmk: false });
    return positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0) / shaper.unitsPerEm;
  });
  read.set(name, font);
  return font;
}
