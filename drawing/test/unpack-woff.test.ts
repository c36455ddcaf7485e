import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { inflateSync } from "node:zlib";
import * as fontkit from "fontkit";
import { expect, test } from "vitest";
import { fontFiles } from "../fonts/faces.ts";
import { renameFont } from "../fonts/font-name.ts";
import { unpackWoff } from "../fonts/woff.ts";
import { unpackedOf, woffOf } from "./load-fonts.ts";

const file = createRequire(import.meta.url).resolve(
  "@fontsource/montserrat/files/montserrat-latin-400-normal.woff",
);
/** What a table says of its own bytes: https://learn.microsoft.com/en-us/typography/opentype/spec/otff#calculating-checksums */
function checksumOf(table: Buffer, tag: string): number {
  const bytes = Buffer.alloc(4 * Math.ceil(table.length / 4));
  table.copy(bytes);
  if (tag === "head") bytes.writeUInt32BE(0, 8);
  let sum = 0;
  for (let at = 0; at < bytes.length; at += 4) sum = (sum + bytes.readUInt32BE(at)) >>> 0;
  return sum;
}

const open = (bytes: Uint8Array) => fontkit.create(Buffer.from(bytes)) as fontkit.Font;

test("a font is the same unpacked: every sign with its outline and width", () => {
  const woff = readFileSync(file);
  const sfnt = unpackWoff(woff, inflateSync);
  expect(sfnt.length).toBe(woff.readUInt32BE(16));
  const [packed, plain] = [open(woff), open(sfnt)];
  expect(plain.characterSet).toEqual(packed.characterSet);
  for (const codePoint of plain.characterSet) {
    const [before, after] = [packed, plain].map((font) => font.glyphForCodePoint(codePoint));
    expect([after!.advanceWidth, after!.path.toSVG()]).toEqual([before!.advanceWidth, before!.path.toSVG()]);
  }
});

test("each table of each font is unpacked to the bytes of which its file tells the sum", () => {
  for (const font of fontFiles) {
    const woff = woffOf(font);
    const sfnt = Buffer.from(unpackedOf(font));
    expect(sfnt.readUInt16BE(4), font.name).toBe(woff.readUInt16BE(12));
    for (let index = 0; index < sfnt.readUInt16BE(4); index += 1) {
      const at = 12 + 16 * index;
      const tag = sfnt.toString("latin1", at, at + 4);
      const [start, length] = [sfnt.readUInt32BE(at + 8), sfnt.readUInt32BE(at + 12)];
      const entries = woff.readUInt16BE(12);
      const told = Array.from({ length: entries }, (_, entry) => 44 + 20 * entry).find(
        (place) => woff.toString("latin1", place, place + 4) === tag,
      )!;
      const sum = checksumOf(sfnt.subarray(start, start + length), tag);
      expect([font.name, tag, sum]).toEqual([font.name, tag, woff.readUInt32BE(told + 16)]);
    }
  }
});

test("a font under another name is the same in all else", () => {
  const sfnt = unpackWoff(readFileSync(file), inflateSync);
  const renamed = open(renameFont(sfnt, "montserrat-latin-400"));
  expect([renamed.familyName, renamed.postscriptName]).toEqual([
    "montserrat-latin-400",
    "montserrat-latin-400",
  ]);
  expect(renamed.characterSet).toEqual(open(sfnt).characterSet);
  expect(renamed.layout("AVTo").advanceWidth).toBe(open(sfnt).layout("AVTo").advanceWidth);
});

test("what is no font, or a damaged one, is refused", () => {
  const unpack = (bytes: Uint8Array) => () => unpackWoff(bytes, inflateSync);
  expect(unpack(Buffer.from("wOF2 something else that is long enough to hold a header"))).toThrow("no WOFF");
  expect(unpack(Buffer.from("wOFF"))).toThrow("no WOFF");
  expect(unpack(readFileSync(file).subarray(0, 2_000))).toThrow("lies outside");
});
