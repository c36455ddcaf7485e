import { describe, expect, it } from "vitest";
import { designDocument } from "#contract/design-document.ts";
import { contrast } from "#drawing/colours.ts";
import { faceOf } from "#drawing/fonts/faces.ts";
import { loadFont } from "#drawing/test/load-fonts.ts";
import { coloursOf, contrastOf } from "#web/features/designs/editor/colours.ts";
import { isSame } from "#web/features/designs/editor/drafts.ts";
import { textPresets, textWith } from "#web/features/designs/editor/text-presets.ts";
import { documentOf } from "./documents.ts";

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
    expect(contrastOf(layer, documentOf(layer))).toBeCloseTo(contrast("#ffffff", "#d3121f"));
  });

  it("offer the document's own colours first, each once", () => {
    const layer = textWith("a", textPresets[0]!);
    const colours = coloursOf(documentOf(layer));
    expect(new Set(colours).size).toBe(colours.length);
    expect(colours).toContain(layer.fill);
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
