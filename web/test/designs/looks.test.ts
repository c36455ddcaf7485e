import { describe, expect, it } from "vitest";
import { designDocument } from "#contract/design-document.ts";
import type { Pixels } from "#drawing/check/pixels.ts";
import { faceOf } from "#drawing/fonts/faces.ts";
import { loadFont } from "#drawing/test/load-fonts.ts";
import { brandLook, textPresets } from "#drawing/text-presets.ts";
import { coloursOf, coloursOfArt } from "#web/features/designs/editor/colours.ts";
import { isSame } from "#web/features/designs/editor/drafts.ts";
import { textWith } from "#web/features/designs/editor/new-layers.ts";
import { documentOf } from "./documents.ts";

function artOf(paint: (x: number, y: number) => [number, number, number]): Pixels {
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
      const document = documentOf(textWith("a", preset.look));
      expect(designDocument.safeParse(document).error, preset.name).toBeUndefined();
      const face = faceOf(preset.look.font)!;
      expect(face.weights, preset.name).toContain(preset.look.weight);
      expect(
        loadFont(`${preset.look.font.toLowerCase().replaceAll(" ", "-")}-latin-${preset.look.weight}`),
      ).toBeTruthy();
    }
  });

  it("offer the document's own colours first, each once", () => {
    const layer = textWith("a", textPresets[0]!.look);
    const art = artOf((x) => (x < 200 ? [20, 90, 200] : [230, 120, 20]));
    const colours = coloursOf(documentOf(layer), art);
    expect(new Set(colours).size).toBe(colours.length);
    expect(colours).toContain(layer.fill);
    expect(colours).toEqual(expect.arrayContaining(["#145ac8", "#e67814"]));
  });

  it("offer the brand's colours beside them, and no other the less", () => {
    const document = documentOf(textWith("a", textPresets[0]!.look));
    const plain = coloursOf(document, null);
    const brand = ["#12ab34", plain[0]!, "#ab1234"];
    const offered = coloursOf(document, null, brand);
    expect(offered).toEqual(expect.arrayContaining([...plain, "#12ab34", "#ab1234"]));
    expect(offered).toHaveLength(plain.length + 2);
  });

  it("are offered no colour of a grey picture, whose greys are at hand already", () => {
    expect(coloursOfArt(artOf((x) => [x % 200, x % 200, x % 200]))).toEqual([]);
  });
});

describe("a new text", () => {
  it("begins as the brand says, as far as it does, and is one that a document may have", () => {
    const look = (fonts: string[], textPreset: string | null) => brandLook({ fonts, textPreset });
    const [first] = textPresets;
    expect(look([], null)).toBe(first!.look);
    expect(look([], "Slab")).toMatchObject({ font: "Alfa Slab One", fill: "#ff7a1a" });
    expect(look(["Montserrat", "Anton"], null)).toEqual({
      ...first!.look,
      font: "Montserrat",
      weight: 700,
      letterSpacing: 0,
    });
    expect(look(["Bangers"], "Red plate")).toMatchObject({ font: "Bangers", weight: 400, plate: {} });
    expect(look(["No such font"], "No such preset")).toBe(first!.look);
    const document = documentOf(textWith("a", look(["Rubik"], "Red plate")));
    expect(designDocument.safeParse(document).error).toBeUndefined();
  });
});

describe("a draft", () => {
  it("is the same document in whatever order its fields came, and another one where a value differs", () => {
    const document = documentOf(textWith("a", textPresets[0]!.look));
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
