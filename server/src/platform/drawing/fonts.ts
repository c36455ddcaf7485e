import { createHash } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { inflateSync } from "node:zlib";
import { fontFiles } from "#drawing/fonts/faces.ts";
import { renameFont } from "#drawing/fonts/font-name.ts";
import { type Font, readFont } from "#drawing/fonts/read-font.ts";
import { unpackWoff } from "#drawing/fonts/woff.ts";
import { ensurePrivateDir } from "../ensure-private-dir.ts";

const requireFile = createRequire(import.meta.url);
const known = new Map(fontFiles.map((file) => [file.name, file]));
const fonts = new Map<string, Font>();

/**
 * The font file of this name, TrueType, under the name as its family: what the renderer draws by, and what a browser is
 * sent, so that both have the same. Null for a name that no face has.
 */
export function fontBytes(name: string): Uint8Array<ArrayBuffer> | null {
  const file = known.get(name);
  if (!file) return null;
  const woff = readFileSync(requireFile.resolve(`@fontsource/${file.folder}/files/${name}-normal.woff`));
  return renameFont(unpackWoff(woff, inflateSync), name);
}

/** What the font of this name says of its letters. Read once: all of Latin, Cyrillic and Greek take 6 MB. */
export function fontOf(name: string): Font | undefined {
  const read = fonts.get(name);
  if (read) return read;
  const bytes = fontBytes(name);
  if (!bytes) return undefined;
  const font = readFont(bytes, shapedBy(bytes));
  fonts.set(name, font);
  return font;
}

/**
 * The shaper is loaded when a text first needs one. Marks take no width, and placing them on what they do not fit ends in an
 * error of the library.
 */
function shapedBy(bytes: Uint8Array<ArrayBuffer>): (text: string) => number {
  let font: import("fontkit").Font | undefined;
  return (text) => {
    font ??= (requireFile("fontkit") as typeof import("fontkit")).create(
      Buffer.from(bytes.buffer),
    ) as import("fontkit").Font;
    const { positions } = font.layout(text, { mark: false, mkmk: false });
    return positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0) / font.unitsPerEm;
  };
}

/** The renderer takes fonts by their paths alone; each lies there once for all processes, under what it holds. */
export function fontPath(dataDir: string, name: string): string | null {
  const folder = join(dataDir, "fonts");
  const key = `${folder}/${name}`;
  const told = paths.get(key);
  if (told) return told;
  const bytes = fontBytes(name);
  if (!bytes) return null;
  const hash = createHash("sha256").update(bytes).digest("hex").slice(0, 12);
  const path = join(folder, `${name}-${hash}.ttf`);
  if (!existsSync(path)) {
    ensurePrivateDir(folder, 0o700);
    const draft = `${path}.${process.pid}`;
    writeFileSync(draft, bytes);
    renameSync(draft, path);
  }
  paths.set(key, path);
  return path;
}
const paths = new Map<string, string>();
