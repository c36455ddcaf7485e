import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { inflateSync } from "node:zlib";
import { type FontFile, fontFiles } from "../fonts/faces.ts";
import { type Font, readFont } from "../fonts/read-font.ts";
import { unpackWoff } from "../fonts/woff.ts";

const { resolve } = createRequire(import.meta.url);

export const woffOf = ({ name, folder }: FontFile) =>
  readFileSync(resolve(`@fontsource/${folder}/files/${name}-normal.woff`));

const files = new Map(fontFiles.map((file) => [file.name, file]));
const read = new Map<string, Font>();

/** A font of the list by its name, as the server has it. */
export function loadFont(name: string): Font {
  const known = read.get(name) ?? readFont(unpackWoff(woffOf(files.get(name)!), inflateSync));
  read.set(name, known);
  return known;
}
