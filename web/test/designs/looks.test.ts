import { describe, expect, it } from "vitest";
import { designDocument } from "#contract/design-document.ts";
import { contrast } from "#drawing/colours.ts";
import { faceOf } from "#drawing/fonts/faces.ts";
import { loadFont } from "#drawing/test/load-fonts.ts";
import type { ArtPixels } from "#web/features/designs/editor/art-pixels.ts";
import { coloursOf, coloursOfArt, contrastOf } from "#web/features/designs/editor/colours.ts";
import { isSame } from "#web/features/designs/editor/drafts.ts";
import { textPresets, textWith } from "#web/features/designs/editor/text-presets.ts";
import { documentOf } from "./documents.ts";

function artOf(paint: (x: number, y: number) => [number, number, number]): ArtPixels {
  const [width, height] = [320, 180];
  const data = new Uint8ClampedArray(width * height * 4);
  for (let at = 0; at < width * height; at += 1)
    data.set([...paint(at % width, Math.floor(at / width)), 255], at * 4);
  return { data, width, height };
}

describe("the looks of a text", () => {
  it("are at least twelve, each one that a document may have, of a face that is shipped", () => {
    expect(textPresets.length).toBeGreaterThanOrEqual(12);
    for (const preset of textPresets) {
      const document = documentOf(textWith("a", preset));
      expect(designDocument.safeParse(document).error, preset.name).toBeUndefined();
      const face = faceOf(preset.look.font)!;
      expect(face.weights, preset.name).toContain(preset.look.weight);
      expect(
        loadFont(`${preset.look.font.toLowerCase().replaceAll(" ", "-")}-latin-${preset.look.weight}`),
      ).toBeTruthy();
    }
  });

  it("are told apart by their contrast where what is behind the letters has one colour", () => {
    expect(contrast("#ffffff", "#000000")).toBeCloseTo(21);
    const [plate] = textPresets.filter(({ name }) => name === "Red plate");
    const layer = textWith("a", plate!);
    expect(contrastOf(layer, null, loadFont)).toBeCloseTo(contrast("#ffffff", "#d3121f"));
  });

  it("have the contrast of their worst colour with the worst quarter of the art behind them", () => {
    const plain = { ...textWith("MM", textPresets[0]!), plate: undefined, outline: undefined, rotation: 0 };
    const { plate: _, outline: __, ...bare } = plain;
    const layer = { ...bare, x: 640, y: 300, align: "centre" as const, fill: "#ffffff" };
    expect(contrastOf(layer, null, loadFont)).toBeNull();
    const black = artOf(() => [0, 0, 0]);
    expect(contrastOf(layer, black, loadFont)).toBeCloseTo(21);
    const lines = [[{ text: "M" }, { text: "M", fill: "#000000" }]];
    expect(contrastOf({ ...layer, lines }, black, loadFont)).toBeCloseTo(1);
    // White behind a good quarter of the word, wherever else it is black.
    const rightPart = artOf((x) => (x > 168 ? [255, 255, 255] : [0, 0, 0]));
    expect(contrastOf(layer, rightPart, loadFont)).toBeCloseTo(1);
    const elsewhere = artOf((x) => (x < 20 ? [255, 255, 255] : [0, 0, 0]));
    expect(contrastOf(layer, elsewhere, loadFont)).toBeCloseTo(21);
  });

  it("offer the document's own colours first, each once", () => {
    const layer = textWith("a", textPresets[0]!);
    const art = artOf((x) => (x < 200 ? [20, 90, 200] : [230, 120, 20]));
    const colours = coloursOf(documentOf(layer), art);
    expect(new Set(colours).size).toBe(colours.length);
    expect(colours).toContain(layer.fill);
    expect(colours).toEqual(expect.arrayContaining(["#145ac8", "#e67814"]));
  });

  it("are offered no colour of a grey picture, whose greys are at hand already", () => {
    expect(coloursOfArt(artOf((x) => [x % 200, x % 200, x % 200]))).toEqual([]);
  });
});

describe("a draft", () => {
  it("is the same document in whatever order its fields came, and another one where a value differs", () => {
    const document = documentOf(textWith("a", textPresets[0]!));
    const reversed = JSON.parse(JSON.stringify(document), (_, value) =>
      value && typeof value === "object" && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).reverse())
        : value,
    );
    expect(isSame(document, reversed)).toBe(true);
    expect(isSame(document, { ...document, layers: [] })).toBe(false);
    expect(isSame([1, 2], [2, 1])).toBe(false);
  });
});
