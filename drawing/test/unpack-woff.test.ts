import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { inflateSync } from "node:zlib";
import * as fontkit from "fontkit";
import { expect, test } from "vitest";
import { renameFont } from "../fonts/font-name.ts";
import { unpackWoff } from "../fonts/woff.ts";

const file = createRequire(import.meta.url).resolve(
  "@fontsource/montserrat/files/montserrat-latin-400-normal.woff",
);
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
