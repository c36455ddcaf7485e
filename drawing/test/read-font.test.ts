import * as fontkit from "fontkit";
import { expect, test } from "vitest";
import { type FontFile, faces, fontFiles } from "../fonts/faces.ts";
import { isOfSubset, type Subset } from "../fonts/subsets.ts";
import { loadFont, unpackedOf } from "./load-fonts.ts";

const open = (file: FontFile) => fontkit.create(Buffer.from(unpackedOf(file))) as fontkit.Font;
const near = (told: number, em: number) => Math.round(told * em);

/** A letter of each. */
const landmarks: Record<Subset, string> = {
  latin: "A",
  "latin-ext": "Ł",
  vietnamese: "ế",
  cyrillic: "Ж",
  "cyrillic-ext": "Ѳ",
  greek: "Ω",
  "greek-ext": "ἄ",
  hebrew: "ש",
  arabic: "ش",
  devanagari: "क",
  thai: "ก",
  japanese: "語",
  "chinese-simplified": "语",
  korean: "한",
};

test("at least 14 faces are offered, and each file that one may ask for is there and holds its letters", () => {
  expect(faces.length).toBeGreaterThanOrEqual(14);
  for (const { name, subset } of fontFiles) {
    expect(isOfSubset(subset, landmarks[subset].codePointAt(0)!), subset).toBe(true);
    expect(loadFont(name).has(landmarks[subset].codePointAt(0)!), name).toBe(true);
    expect(loadFont(name).capHeight, name).toBeGreaterThan(0.5);
  }
});

/** The heaviest of each family stands for its others. */
const some = new Map(fontFiles.map((file) => [`${file.folder}/${file.subset}`, file]));
const scripts = /^(latin|cyrillic|greek)$/;

test.each([...some.values()].filter(({ subset }) => scripts.test(subset)))(
  "widths, outlines and kerning of $name are those that another reader finds",
  (file) => {
    const [font, other] = [loadFont(file.name), open(file)];
    const em = other.unitsPerEm;
    const letters = other.characterSet.filter(
      (codePoint) =>
        codePoint > 0x20 &&
        isOfSubset(file.subset, codePoint) &&
        !/\p{M}|\p{Cf}/u.test(String.fromCodePoint(codePoint)),
    );
    for (const letter of letters) {
      const glyph = other.glyphForCodePoint(letter);
      expect(near(font.advance(letter), em), String.fromCodePoint(letter)).toBe(glyph.advanceWidth);
      const ink = font.ink(letter);
      if (ink)
        expect(Math.abs(-ink[1] - glyph.bbox.maxY / em), String.fromCodePoint(letter)).toBeLessThan(0.01);
    }
    const paired = letters.filter((letter) => /[AVToy,РТУлΑΛτ]/u.test(String.fromCodePoint(letter)));
    for (const left of paired)
      for (const right of paired) {
        const pair = String.fromCodePoint(left, right);
        const laid = other.layout(pair, ["kern"]);
        if (laid.glyphs.length !== 2) continue;
        const expected = laid.positions[0]!.xAdvance - laid.glyphs[0]!.advanceWidth;
        expect(near(font.kerning(left, right), em), pair).toBe(Math.round(expected));
      }
  },
);
