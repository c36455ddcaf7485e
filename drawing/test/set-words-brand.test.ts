import { expect, test } from "vitest";
import { contrast } from "../colours.ts";
import { faceOf, faces } from "../fonts/faces.ts";
import type { WordsBrand } from "../set-words/brand.ts";
import { setWords } from "../set-words/set-words.ts";
import { type WordStyle, wordStyles } from "../set-words/styles.ts";
import { textPresets } from "../text-presets.ts";
import { loadFont } from "./load-fonts.ts";
import { titles } from "./titles.ts";
import { arts, expectWellSet, isText } from "./well-set.ts";

const styles = Object.keys(wordStyles) as WordStyle[];
const palettes = [[], ["#0b3d91", "#ffffff"], ["#ffe11a"], ["#000000", "#777777"], ["#f7c6d9", "#12c48b"]];

const brandOf = (brand: Partial<WordsBrand>): WordsBrand => ({
  fonts: [],
  colours: [],
  textPreset: null,
  ...brand,
});

/** Titles, arts and palettes in turn. */
function* cases(count: number, from: number) {
  for (let at = from; at < from + count; at += 1)
    yield {
      title: titles[(at * 7) % titles.length]!,
      colours: palettes[at % palettes.length]!,
      style: styles[at % styles.length]!,
      ...arts[at % arts.length]!,
    };
}

test("words in each preset of a brand are whole, apart, within the edges, out of the corner, and legible", () => {
  for (const [index, { name, look }] of textPresets.entries())
    for (const { title, colours, style, pixels, summary } of cases(12, index * 5)) {
      const brand = brandOf({ colours, textPreset: name });
      const set = setWords({ title, style, art: summary, brand }, loadFont);
      expectWellSet(set, title, pixels);
      for (const layer of set.layers.filter(isText)) {
        expect(layer.font, name).toBe(look.font);
        expect(layer.plate === undefined, name).toBe(look.plate === undefined);
        if (look.outline && !look.plate) expect(layer.outline?.colour, name).toBe(look.outline.colour);
      }
    }
});

test("words in each font of a brand are set as well, with the first font that serves", () => {
  for (const [index, { family }] of faces.entries()) {
    const other = faces[(index + 5) % faces.length]!.family;
    for (const { title, colours, style, pixels, summary } of cases(8, index * 3)) {
      const brand = brandOf({ fonts: [family, other], colours });
      const set = setWords({ title, style, art: summary, brand }, loadFont);
      expectWellSet(set, title, pixels);
      for (const { font, weight } of set.layers.filter(isText)) {
        expect([family, other]).toContain(font);
        expect(faceOf(font)!.weights).toContain(weight);
      }
    }
  }
});

test("a brand's colour marks the word that carries where it is legible, and gives its hue where it is not", () => {
  const dark = arts[0]!.summary;
  const marks = (colours: string[]) =>
    setWords(
      { title: "I spent $10,000 on it", style: "bold", art: dark, brand: brandOf({ colours }) },
      loadFont,
    )
      .layers.filter(isText)
      .flatMap(({ lines }) => lines.flat())
      .flatMap(({ fill }) => fill ?? []);
  expect(new Set(marks(["#2ee6a8"]))).toEqual(new Set(["#2ee6a8"]));
  for (const fill of marks(["#0b1d51"])) {
    expect(fill).not.toBe("#0b1d51");
    expect(contrast(fill, "#0d0d12")).toBeGreaterThan(4.5);
  }
});

test("without fonts, colours and a preset a brand changes nothing", () => {
  for (const { title, style, summary } of cases(10, 0))
    expect(setWords({ title, style, art: summary, brand: brandOf({}) }, loadFont)).toEqual(
      setWords({ title, style, art: summary }, loadFont),
    );
});
