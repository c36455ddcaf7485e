import { describe, expect, it, test } from "vitest";
import type { DesignDocument, Layer, ShapeLayer, TextLayer } from "#contract/design-document.ts";
import { coverOf, layersUnderBadge, sharedArea } from "../check/badge.ts";
import { checkDesign } from "../check/check-design.ts";
import {
  checkBytes,
  checkLikeness,
  checkPicture,
  checkShape,
  widestContrast,
} from "../check/check-picture.ts";
import { textContrast } from "../check/contrast.ts";
import type { Finding } from "../check/finding.ts";
import { countWords, letterHeight, seenTexts } from "../check/letters.ts";
import type { Pixels } from "../check/pixels.ts";
import { contrast } from "../colours.ts";
import { layOutText } from "../text/lay-out.ts";
import { loadFont } from "./load-fonts.ts";

type Paint = (x: number, y: number) => readonly [number, number, number];

const [width, height] = [320, 180];

function painted(paint: Paint): Pixels {
  const data = new Uint8ClampedArray(width * height * 4);
  for (let at = 0; at < width * height; at += 1)
    data.set([...paint(at % width, Math.floor(at / width)), 255], at * 4);
  return { data, width, height };
}
const even = (grey: number) => painted(() => [grey, grey, grey]);
/** As restless as letters on it would be. */
const chequered = (x: number, y: number): readonly [number, number, number] =>
  (Math.floor(x / 3) + Math.floor(y / 3)) % 2 ? [250, 250, 250] : [10, 10, 10];

const placed = { rotation: 0, opacity: 1, hidden: false, locked: false };
const text = (words: string, more: Partial<TextLayer> = {}): TextLayer => ({
  ...placed,
  id: words,
  kind: "text",
  x: 100,
  y: 100,
  lines: [[{ text: words }]],
  font: "Anton",
  size: 120,
  weight: 400,
  letterSpacing: 0,
  lineHeight: 1,
  align: "left",
  fill: "#ffffff",
  ...more,
});
const shape = (more: Partial<ShapeLayer> = {}): ShapeLayer => ({
  ...placed,
  id: "shape",
  kind: "shape",
  shape: "bar",
  x: 100,
  y: 100,
  width: 200,
  height: 60,
  fill: "#ff0000",
  ...more,
});
const documentOf = (...layers: Layer[]): DesignDocument => ({
  format: 1,
  art: {
    kind: "colour",
    colour: "#101010",
    crop: { x: 0, y: 0, width: 1, height: 1 },
    adjust: { brightness: 0, contrast: 0, saturation: 0, blur: 0, shade: { side: "none", amount: 0 } },
  },
  layers,
});

const marks = (findings: Finding[]) => findings.map(({ what, mark }) => `${what} ${mark}`);
const bad = (findings: Finding[]) => findings.filter(({ mark }) => mark === "bad").map(({ what }) => what);

/** What a design is after its one fault of a kind was mended. */
function mended(document: DesignDocument, what: Finding["what"], ground = even(16)): DesignDocument | null {
  const found = checkDesign(document, ground, loadFont).find(
    (each) => each.what === what && each.mark === "bad",
  );
  return found!.fix!(document, found!.layer!.id, loadFont);
}

describe("the height of letters", () => {
  it("is that of a capital's outline where a picture is 168 pixels wide", () => {
    for (const font of ["Anton", "Rubik", "Playfair Display"]) {
      const layer = text("H", { font, size: 137 });
      const { ink } = layOutText(layer, loadFont).lines[0]!;
      expect(letterHeight(layer, loadFont), font).toBeCloseTo((ink!.height * 168) / 1280, 0);
    }
  });

  it("is bad below 8, said of each such text and mended to just above it", () => {
    const document = documentOf(text("LARGE", { size: 200 }), text("small print", { y: 500, size: 30 }));
    const [found] = checkDesign(document, even(16), loadFont);
    expect(found).toMatchObject({ what: "letters", mark: "bad", layer: { text: "small print" } });
    expect(found!.value).toBeLessThan(8);
    const next = mended(document, "letters")!;
    expect(bad(checkDesign(next, even(16), loadFont))).toEqual([]);
    expect(letterHeight(next.layers[1] as TextLayer, loadFont)).toBeLessThan(8.4);
    expect(next.layers[0]).toBe(document.layers[0]);
  });

  it("is not mended where there is no room for larger letters, and never in a locked layer", () => {
    const long = text("A whole sentence that nobody could ever read on a picture as small as this", {
      size: 24,
    });
    expect(mended(documentOf(long), "letters")).toBeNull();
    expect(mended(documentOf(text("tiny", { size: 20, locked: true })), "letters")).toBeNull();
  });
});

describe("the contrast of letters", () => {
  it("is that with a plate, else with an outline of 6 % of the size, else with the worst quarter behind", () => {
    const layer = text("MM", { fill: "#ffffff", size: 100 });
    const plate = { colour: "#d3121f", padding: 10, radius: 0, opacity: 1 };
    const outline = { colour: "#333333", width: 6 };
    expect(textContrast({ ...layer, plate, outline }, null, loadFont)).toBeCloseTo(
      contrast("#ffffff", "#d3121f"),
    );
    expect(textContrast({ ...layer, outline }, null, loadFont)).toBeCloseTo(contrast("#ffffff", "#333333"));
    expect(textContrast({ ...layer, outline: { ...outline, width: 5.9 } }, even(255), loadFont)).toBeCloseTo(
      1,
    );
    expect(textContrast(layer, null, loadFont)).toBeNull();
    // 119 on white is 4.48 : 1, 118 is 4.54.
    expect(textContrast({ ...layer, fill: "#777777" }, even(255), loadFont)).toBeCloseTo(4.48, 2);
    expect(textContrast({ ...layer, fill: "#767676" }, even(255), loadFont)).toBeCloseTo(4.54, 2);
  });

  it("is that of the worst colour with the worst quarter of what is behind", () => {
    const layer = text("MM", { x: 640, y: 300, align: "centre" });
    const black = even(0);
    expect(textContrast(layer, black, loadFont)).toBeCloseTo(21);
    const lines = [[{ text: "M" }, { text: "M", fill: "#000000" }]];
    expect(textContrast({ ...layer, lines }, black, loadFont)).toBeCloseTo(1);
    // White behind a good quarter of the word, wherever else it is black.
    const rightPart = painted((x) => (x > 168 ? [255, 255, 255] : [0, 0, 0]));
    expect(textContrast(layer, rightPart, loadFont)).toBeCloseTo(1);
    const elsewhere = painted((x) => (x < 20 ? [255, 255, 255] : [0, 0, 0]));
    expect(textContrast(layer, elsewhere, loadFont)).toBeCloseTo(21);
  });

  it("counts a plate that the ground shines through, and letters that it shines through, by what is seen", () => {
    const plate = { colour: "#000000", padding: 10, radius: 0, opacity: 0.5 };
    const white = text("MM", { plate });
    expect(textContrast(white, even(255), loadFont)).toBeCloseTo(contrast("#ffffff", "#808080"), 1);
    expect(textContrast(text("MM", { opacity: 0.5 }), even(0), loadFont)).toBeCloseTo(
      contrast("#808080", "#000000"),
      1,
    );
  });

  it.each([
    ["light letters on light", text("PALE", { fill: "#f0f0d0" }), even(240)],
    ["dark letters on dark", text("DARK", { fill: "#202020" }), even(16)],
    [
      "letters of two colours",
      text("TWO", { lines: [[{ text: "T", fill: "#000000" }, { text: "WO" }]] }),
      even(16),
    ],
    [
      "a pale plate",
      text("PLATE", { plate: { colour: "#eeeeee", padding: 8, radius: 0, opacity: 0.4 } }),
      even(200),
    ],
  ])("is mended: %s", (_, layer, ground) => {
    const document = documentOf(layer);
    expect(bad(checkDesign(document, ground, loadFont))).toEqual(["contrast"]);
    const next = mended(document, "contrast", ground)!;
    expect(bad(checkDesign(next, ground, loadFont))).toEqual([]);
  });

  it("is mended at every opacity, with a plate and without one, on every ground", () => {
    const plates = [undefined, { colour: "#808080", padding: 8, radius: 0, opacity: 0.4 }];
    for (const opacity of [0.05, 0.3, 0.5, 0.6, 0.9, 1])
      for (const plate of plates)
        for (const grey of [64, 119, 128, 255]) {
          const document = documentOf(
            text("FAINT", { fill: "#808080", opacity, ...(plate ? { plate } : {}) }),
          );
          const ground = even(grey);
          const label = `${opacity} ${plate ? "on a plate" : ""} on ${grey}`;
          expect(bad(checkDesign(document, ground, loadFont)), label).toEqual(["contrast"]);
          expect(bad(checkDesign(mended(document, "contrast", ground)!, ground, loadFont)), label).toEqual(
            [],
          );
        }
  });

  it("of a picture is bounded by its lightest and darkest parts", () => {
    expect(widestContrast(painted((x) => (x < 160 ? [0, 0, 0] : [255, 255, 255])))).toBeCloseTo(21);
    expect(widestContrast(painted((x) => (x < 160 ? [119, 119, 119] : [255, 255, 255])))).toBeCloseTo(
      4.48,
      2,
    );
    expect(bad(checkPicture(painted((x) => [110 + (x % 40), 120, 130])))).toEqual(["range"]);
  });
});

describe("the corner of the badge", () => {
  it("is taken by letters that reach into it, and by shapes of which it hides a good part", () => {
    const [letters, inside, across] = [
      text("LATE", { x: 1270, y: 590, align: "right" }),
      shape({ id: "inside", x: 1060, y: 640 }),
      shape({ id: "across", x: 0, y: 640, width: 1280 }),
    ];
    const hidden = text("HIDDEN", { x: 1270, y: 590, align: "right", hidden: true });
    const found = layersUnderBadge(documentOf(letters, inside, across, hidden), loadFont);
    expect(found.map(({ id }) => id)).toEqual(["LATE", "inside"]);
  });

  it("is left by the shortest way, not onto other words", () => {
    const letters = text("LATE", { x: 1250, y: 600, align: "right" });
    const next = mended(documentOf(letters), "badge")!;
    expect(layersUnderBadge(next, loadFont)).toEqual([]);
    expect((next.layers[0] as TextLayer).size).toBe(120);

    const above = text("ABOVE", { x: 1250, y: 470, align: "right" });
    const both = mended(documentOf(above, letters), "badge")!;
    const [held, moved] = both.layers.map((layer) => coverOf(layer, loadFont)[0]!);
    expect(layersUnderBadge(both, loadFont)).toEqual([]);
    expect(sharedArea(held!, moved!)).toBe(0);
  });

  it("is left by letters that become smaller where they have no room as they are", () => {
    const wide = text("AS WIDE AS ALL OF IT", { x: 20, y: 480, size: 168 });
    const next = mended(documentOf(wide, text("UP", { x: 300, y: 0, size: 400, font: "Anton" })), "badge")!;
    expect(layersUnderBadge(next, loadFont)).toEqual([]);
    expect((next.layers[0] as TextLayer).size).toBeLessThan(168);
  });

  it("of a picture counts as busy where more goes on in it than elsewhere", () => {
    expect(
      marks(checkPicture(painted((x, y) => (x > 256 && y > 153 ? chequered(x, y) : [40, 60, 80])))),
    ).toContain("corner bad");
    expect(
      marks(checkPicture(painted((x, y) => (x < 100 && y < 90 ? chequered(x, y) : [40, 60, 80])))),
    ).toContain("badge good");
  });

  it("is told of a design's art as well", () => {
    const ground = painted((x, y) => (x > 256 && y > 153 ? chequered(x, y) : [20, 20, 20]));
    expect(bad(checkDesign(documentOf(text("HELLO")), ground, loadFont))).toEqual(["corner"]);
  });
});

describe("the number of words", () => {
  it("is that of a design's texts that are seen", () => {
    const document = documentOf(
      text("I quit"),
      text("my job", { y: 300 }),
      text("not this", { hidden: true }),
      text("nor this", { opacity: 0 }),
      text(" - "),
    );
    expect(
      countWords(
        seenTexts(document)
          .map(({ id }) => id)
          .join(" "),
      ),
    ).toBe(4);
    expect(marks(checkDesign(document, even(16), loadFont))).toContain("words good");
    expect(
      marks(checkDesign(documentOf(text("one two three four five six", { size: 70 })), even(16), loadFont)),
    ).toContain("words bad");
  });

  it("is counted in scripts that part their words by nothing", () => {
    expect(countWords("Don't stop — 30-day rush!")).toBe(4);
    expect(countWords("東京で一番安い")).toBeGreaterThan(2);
    expect(countWords("")).toBe(0);
  });

  it("of a drawn picture is told where it is known what was asked for, and nothing of its letters", () => {
    expect(marks(checkPicture(even(16), 7))).toContain("words bad");
    expect(marks(checkPicture(even(16)))).toEqual(["letters unknown", "range bad", "badge good"]);
    expect(marks(checkPicture(even(16), 0))).toEqual(["range bad", "badge good"]);
  });

  it("is not told of a design on a picture that may have words of its own, as long as it has no text", () => {
    const plain = documentOf();
    const { crop, adjust } = plain.art;
    const onPicture = { ...plain, art: { kind: "picture" as const, id: "a".repeat(24), crop, adjust } };
    expect(marks(checkDesign(onPicture, even(16), loadFont))).toEqual(["badge good"]);
    expect(marks(checkDesign(plain, even(16), loadFont))).toEqual(["badge good", "words good"]);
    const written = { ...onPicture, layers: [text("30 DAYS")] };
    expect(marks(checkDesign(written, even(250), loadFont))).toContain("words good");
  });
});

describe("two candidates", () => {
  const face: Paint = (x, y) => ((x - 230) ** 2 + (y - 90) ** 2 < 3600 ? [220, 170, 140] : [70, 120, 110]);

  it("are nearly the same where hardly anything differs, however their files were written", () => {
    const one = painted(face);
    expect(checkLikeness(one, one)).toMatchObject({ mark: "bad", value: 0 });
    const noisy = painted((x, y) => {
      const noise = ((x * 7919 + y * 104729) % 9) - 4;
      return face(x, y).map((value) => value + noise) as [number, number, number];
    });
    expect(checkLikeness(one, noisy).mark).toBe("bad");
  });

  it("are two where the words, the side or the colours are others", () => {
    const one = painted(face);
    expect(
      checkLikeness(
        one,
        painted((x, y) => face(319 - x, y)),
      ).mark,
    ).toBe("good");
    expect(
      checkLikeness(
        one,
        painted((x, y) => (y < 30 ? [255, 255, 255] : face(x, y))),
      ).mark,
    ).toBe("good");
  });
});

test("a file over two million bytes is too large", () => {
  expect([checkBytes(2_000_000).mark, checkBytes(2_000_001).mark]).toEqual(["good", "bad"]);
});

test("a design without a fault has a good mark for each thing that was measured", () => {
  const document = documentOf(text("30 DAYS", { size: 200, outline: { colour: "#000000", width: 14 } }));
  expect(marks(checkDesign(document, even(16), loadFont))).toEqual([
    "letters good",
    "contrast good",
    "badge good",
    "words good",
  ]);
});

test("a picture is 16:9 and at least 640 pixels wide", () => {
  const mark = (width: number, height: number) => checkShape({ width, height }).mark;
  expect([mark(1280, 720), mark(3840, 2160), mark(1376, 768), mark(640, 360)]).toEqual(Array(4).fill("good"));
  expect([mark(1000, 1000), mark(720, 1280), mark(639, 360), mark(1, 1)]).toEqual(Array(4).fill("bad"));
});
