import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import * as fontkit from "fontkit";
import { expect, test } from "vitest";
import { unpackWoff } from "#server/features/orders/receipt-fonts.ts";

const file = createRequire(import.meta.url).resolve(
  "@fontsource/montserrat/files/montserrat-latin-400-normal.woff",
);

test("a receipt's font is the same unpacked: every sign with its outline and width", () => {
  const woff = readFileSync(file);
  const [packed, plain] = [woff, unpackWoff(woff)].map((bytes) => fontkit.create(bytes) as fontkit.Font);
  expect(plain!.characterSet).toEqual(packed!.characterSet);
  for (const codePoint of plain!.characterSet) {
    const [before, after] = [packed!, plain!].map((font) => font.glyphForCodePoint(codePoint));
    expect([after!.advanceWidth, after!.path.toSVG()]).toEqual([before!.advanceWidth, before!.path.toSVG()]);
  }
  expect(() => unpackWoff(Buffer.from("wOF2 is another format"))).toThrow("no WOFF file");
});
