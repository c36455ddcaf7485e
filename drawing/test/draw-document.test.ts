import { expect, test } from "vitest";
import type { DesignDocument, TextLayer } from "#contract/design-document.ts";
import { drawDocument, drawLayer, layerBox } from "../draw-document.ts";
import { lettersOf, missingLetters } from "../text/letters.ts";
import { loadFont } from "./load-fonts.ts";

const layer = (text: string, more: Partial<TextLayer> = {}): TextLayer => ({
  id: "a",
  kind: "text",
  x: 100,
  y: 50,
  rotation: 0,
  opacity: 1,
  hidden: false,
  locked: false,
  lines: [[{ text }]],
  font: "Anton",
  size: 100,
  weight: 400,
  letterSpacing: 0,
  lineHeight: 1,
  align: "left",
  fill: "#ffffff",
  ...more,
});
const adjust = {
  brightness: 0,
  contrast: 0,
  saturation: 0,
  blur: 0,
  shade: { side: "none", amount: 0 },
} as const;
const art = { kind: "picture", id: "a", crop: { x: 0, y: 0, width: 1, height: 1 }, adjust } as const;
const href = 'data:image/png;base64,AA"/><script>alert(1)</script>';
const sources = { fonts: loadFont, picture: () => ({ href, width: 1280, height: 720 }) };
const draw = (document: Partial<DesignDocument>) =>
  drawDocument({ format: 1, art, layers: [], ...document }, sources);

test("nothing of a text or an address becomes markup", () => {
  const hostile = `</text><script>alert(1)</script> & "x" 'y' ]]> <!-- {{`;
  const svg = draw({ layers: [layer(hostile)] });
  expect(svg).not.toContain("<script");
  expect(svg.match(/<[a-z/!][^>]*>/gi)!.every((tag) => /^<\/?(svg|image|g|text)[\s>]/.test(tag))).toBe(true);
});

test("controls, halves of pairs, what turns the direction and emoji are no letters, and leave one blank", () => {
  const text = "A\u0000\u0008 \ud800B\u202e 🔥 C\ufeff";
  expect(lettersOf(text, "Anton", 400, loadFont).map((letter) => letter.text)).toEqual([..."A B C"]);
  expect(missingLetters("A 🔥 B", "Anton", 400, loadFont)).toEqual(["🔥"]);
});

test("a letter that a face lacks comes from the one that is most like it, and a box is never drawn", () => {
  const filesOf = (text: string) => [
    ...new Set(lettersOf(text, "Anton", 400, loadFont).map(({ file }) => file)),
  ];
  expect(filesOf("Łódź")).toEqual(["anton-latin-ext-400", "anton-latin-400"]);
  expect(filesOf("Жук")).toEqual(["oswald-cyrillic-700"]);
  expect(filesOf("Ωμ")).toEqual(["roboto-condensed-greek-900"]);
  expect(filesOf("日本の")).toEqual(["dela-gothic-one-japanese-400"]);
  expect(filesOf("你们")).toEqual(["zcool-qingke-huangyou-chinese-simplified-400"]);
});

test("each letter has a place of its own, kerning included, and runs of joining letters have one", () => {
  const places = (text: string) =>
    / x="([^"]+)"/
      .exec(drawLayer(layer(text), sources, "a"))![1]!
      .split(" ")
      .map(Number);
  const [a, v] = places("AV");
  expect(v! - a!).toBeLessThan(100 * loadFont("anton-latin-400").advance(65));
  expect(places("שלום")).toHaveLength(1);
});

test("a text lies as it is aligned: by its left, its middle or its right", () => {
  const boxes = (["left", "centre", "right"] as const).map((align) =>
    layerBox(layer("ABC", { align }), loadFont),
  );
  const [left, centre, right] = boxes.map((box) => box.x) as [number, number, number];
  expect(left).toBe(100);
  expect(centre).toBeCloseTo(100 - boxes[0]!.width / 2);
  expect(right).toBeCloseTo(100 - boxes[0]!.width);
});

test("a hidden layer is not drawn, and a picture that is gone leaves the ground", () => {
  expect(drawLayer(layer("A", { hidden: true }), sources, "a")).toBe("");
  const svg = drawDocument({ format: 1, art, layers: [] }, { fonts: loadFont, picture: () => null });
  expect(svg).toContain("<rect");
  expect(svg).not.toContain("<image");
});
