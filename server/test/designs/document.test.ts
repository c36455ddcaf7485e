import { expect, test } from "vitest";
import {
  currentDocument,
  type DesignDocument,
  designDocument,
  type PictureLayer,
  type ShapeLayer,
  type TextLayer,
} from "#contract/design-document.ts";

const common = { x: 10, y: 10, rotation: 0, opacity: 1, hidden: false, locked: false };
const text: TextLayer = {
  ...common,
  id: "title",
  kind: "text",
  name: "Title",
  lines: [[{ text: "I spent " }, { text: "$10,000", fill: "#ffd400" }], [{ text: "on one shot" }]],
  font: "Anton",
  size: 120,
  weight: 400,
  letterSpacing: 0,
  lineHeight: 1.05,
  align: "left",
  fill: "#ffffff",
  outline: { colour: "#000000", width: 12 },
  shadow: { colour: "#000000", x: 4, y: 4, blur: 10 },
  plate: { colour: "#cc0000", padding: 12, radius: 8, opacity: 0.9 },
};
const picture: PictureLayer = {
  ...common,
  id: "face",
  kind: "picture",
  width: 300,
  height: 300,
  source: { kind: "reference", id: "0123456789abcdef01234567" },
  flip: true,
  radius: 150,
};
const shape: ShapeLayer = {
  ...common,
  id: "arrow",
  kind: "shape",
  width: 200,
  height: 80,
  shape: "arrow",
  fill: "#ff0000",
};
const whole: DesignDocument = {
  format: 1,
  art: {
    kind: "picture",
    id: "0123456789abcdef01234567",
    crop: { x: 0.1, y: 0, width: 0.9, height: 1 },
    adjust: {
      brightness: -10,
      contrast: 20,
      saturation: 5,
      blur: 3,
      shade: { side: "left", amount: 40 },
    },
  },
  layers: [text, picture, shape],
};

/** The sentences that a document is refused with. */
function refusalOf(document: unknown): string[] {
  return designDocument.safeParse(document).error?.issues.map(({ message }) => message) ?? [];
}

const withText = (changes: Record<string, unknown>) => ({ ...whole, layers: [{ ...text, ...changes }] });

test("a document that uses everything comes out as it went in", () => {
  expect(designDocument.parse(whole)).toEqual(whole);
  expect(currentDocument(JSON.parse(JSON.stringify(whole)))).toEqual(whole);
});

test("the least of a document is taken: a plain colour without layers", () => {
  const { crop, adjust } = whole.art;
  const plain = { format: 1, art: { kind: "colour", colour: "#1a1b1e", crop, adjust }, layers: [] };
  expect(designDocument.parse(plain)).toEqual(plain);
});

test("an object in a name's place is refused, also one that has no text", () => {
  const silent = { toString: 1, valueOf: 2 };
  expect(refusalOf({ ...whole, layers: [{ kind: silent }] })).toEqual([
    'A layer has no kind "an object"; it is one of text, picture, shape.',
  ]);
  expect(refusalOf({ ...whole, format: silent })).toHaveLength(1);
});

test("what is unknown is refused by its name", () => {
  expect(refusalOf({ ...whole, script: "x" })).toEqual(['A document has no field "script".']);
  expect(refusalOf(withText({ glow: 3 }))).toEqual(['A text has no field "glow".']);
  expect(refusalOf(withText({ outline: { colour: "#000000", width: 1, dash: 2 } }))).toEqual([
    'An outline has no field "dash".',
  ]);
  expect(refusalOf({ ...whole, format: 2 })).toEqual([
    'A document of format "2" is not known; this one is: 1.',
  ]);
  expect(refusalOf({ ...whole, layers: [{ ...text, kind: "video" }] })).toEqual([
    'A layer has no kind "video"; it is one of text, picture, shape.',
  ]);
  expect(refusalOf({ ...whole, art: { ...whole.art, kind: "web" } })).toEqual([
    'art has no kind "web"; it is one of picture, reference, colour.',
  ]);
  expect(refusalOf({ ...whole, layers: [{ ...shape, shape: "skull" }] })).toEqual([
    "shape must be one of arrow, ring, burst, bar, badge.",
  ]);
});

test("every field but the optional ones has to be there", () => {
  const optional = ["name", "outline", "shadow", "plate"];
  for (const layer of [text, picture, shape]) {
    for (const field of Object.keys(layer)) {
      const { [field]: _, ...rest } = layer as unknown as Record<string, unknown>;
      const refused = refusalOf({ ...whole, layers: [rest] });
      expect(refused.length, `${layer.kind} without ${field}`).toBe(optional.includes(field) ? 0 : 1);
    }
  }
  for (const field of ["format", "art", "layers"]) {
    const { [field]: _, ...rest } = whole as unknown as Record<string, unknown>;
    expect(refusalOf(rest)).toHaveLength(1);
  }
});

test("each range takes its ends and nothing beyond", () => {
  const ranges: [field: string, min: number, max: number][] = [
    ["x", -1280, 2560],
    ["y", -720, 1440],
    ["size", 8, 400],
    ["weight", 100, 900],
    ["letterSpacing", -0.2, 1],
    ["lineHeight", 0.6, 2],
    ["rotation", -180, 180],
    ["opacity", 0, 1],
  ];
  for (const [field, min, max] of ranges) {
    for (const value of [min, max]) expect(refusalOf(withText({ [field]: value }))).toEqual([]);
    const sentence = `${field} must be a number from ${min} to ${max}.`;
    for (const value of [min - 0.01, max + 0.01, Number.NaN, Number.POSITIVE_INFINITY, "1", null])
      expect(refusalOf(withText({ [field]: value })), `${field} ${value}`).toEqual([sentence]);
  }
  const outlineOf = (width: number) => withText({ outline: { colour: "#000000", width } });
  expect(refusalOf(outlineOf(40))).toEqual([]);
  expect(refusalOf(outlineOf(41))).toEqual(["An outline's width must be a number from 0 to 40."]);
  const shadowOf = (blur: number) => withText({ shadow: { colour: "#000000", x: 0, y: 0, blur } });
  expect(refusalOf(shadowOf(60))).toEqual([]);
  expect(refusalOf(shadowOf(61))).toEqual(["A shadow's blur must be a number from 0 to 60."]);
});

test("30 layers with ids of their own are taken, not one more", () => {
  const many = (count: number) => Array.from({ length: count }, (_, at) => ({ ...shape, id: `s${at}` }));
  expect(refusalOf({ ...whole, layers: many(30) })).toEqual([]);
  expect(refusalOf({ ...whole, layers: many(31) })).toEqual(["A document has at most 30 layers."]);
  expect(refusalOf({ ...whole, layers: [shape, shape] })).toEqual(["Each layer needs an id of its own."]);
});

test("a text has at most 8 lines of 12 spans and 200 characters in all", () => {
  const lines = (count: number, spans: number, word: string) =>
    Array.from({ length: count }, () => Array.from({ length: spans }, () => ({ text: word })));
  expect(refusalOf(withText({ lines: lines(8, 12, "ab") }))).toEqual([]);
  expect(refusalOf(withText({ lines: lines(9, 1, "a") }))).toEqual(["A text has at most 8 lines."]);
  expect(refusalOf(withText({ lines: lines(1, 13, "a") }))).toEqual(["A line has at most 12 spans."]);
  expect(refusalOf(withText({ lines: lines(2, 1, "é".repeat(100)) }))).toEqual([]);
  expect(refusalOf(withText({ lines: lines(1, 1, "a".repeat(201)) }))).toEqual([
    "A text has at most 200 characters.",
  ]);
  expect(refusalOf(withText({ lines: lines(1_000, 1, "a") }))).toContain("A text has at most 8 lines.");
});

test("markup is text; control characters are not", () => {
  const saying = (words: string) => withText({ lines: [[{ text: words }]] });
  for (const words of ["<script>alert(1)</script>", "&amp; ]]>", "Größe, Размер, Μέγεθος", ""])
    expect(refusalOf(saying(words))).toEqual([]);
  for (const words of [
    "a\nb",
    "a\tb",
    "\u0000",
    "\u001b[31m",
    "\u0085",
    "\u2028",
    "\u202eabc",
    "\uffff",
    "\ud800",
  ])
    expect(refusalOf(saying(words)), JSON.stringify(words)).toEqual([
      "A span's text must have no control characters.",
    ]);
  expect(refusalOf(withText({ name: "a\u0007" }))).toEqual([
    "A layer's name must have no control characters.",
  ]);
  expect(refusalOf(withText({ name: "n".repeat(101) }))).toEqual([
    "A layer's name must have 1 to 100 characters.",
  ]);
});

test("a crop lies within its picture, and a colour is one", () => {
  const cropped = (crop: object) => ({ ...whole, art: { ...whole.art, crop } });
  expect(refusalOf(cropped({ x: 0.3, y: 0.7, width: 0.7, height: 0.3 }))).toEqual([]);
  expect(refusalOf(cropped({ x: 0.5, y: 0, width: 0.6, height: 1 }))).toEqual([
    "crop must lie within the picture.",
  ]);
  for (const fill of ["red", "#fff", "#ff00000", "url(#a)", 'x" onload="', 7])
    expect(refusalOf(withText({ fill })), String(fill)).toEqual(["fill must be a colour as #rrggbb."]);
});

test("an art names what its kind needs, and nothing else", () => {
  const { crop, adjust } = whole.art;
  for (const art of [
    { kind: "picture", crop, adjust },
    { kind: "reference", crop, adjust },
    { kind: "colour", crop, adjust },
    { kind: "colour", colour: "#ffffff", id: "x", crop, adjust },
    { kind: "picture", id: "x", adjust },
  ])
    expect(refusalOf({ ...whole, art }), JSON.stringify(art)).toHaveLength(1);
});
