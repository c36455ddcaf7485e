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

const textsOf = (text: string) => lettersOf(text, "Anton", 400, loadFont).map((letter) => letter.text);

test("no letter is parted from its marks, nor an Indic one from those it is joined to", () => {
  expect(textsOf("हिन्दी क्षत्रिय")).toEqual(["हि", "न्दी", " ", "क्ष", "त्रि", "य"]);
  expect(textsOf("ทำไม")).toEqual(["ทำ", "ไ", "ม"]);
  expect(textsOf("m̃o Škoda".normalize("NFD"))).toEqual(["m̃", ..."o Škoda"]);
  expect(textsOf("שָׁל")).toEqual(["שָׁ", "ל"].map((letter) => letter.normalize("NFC")));
  const files = lettersOf("ɛ̃", "Anton", 400, loadFont).map(({ file }) => file);
  expect(files).toHaveLength(1);
  const parted = drawLayer(
    layer("", { lines: [[{ text: "क" }, { text: "ि", fill: "#ff0000" }]] }),
    sources,
    "a",
  );
  expect(parted).toMatch(/ fill="#ffffff">कि</);
});

test("an emoji is left out whole, with its joiners, flags and skins, and leaves no hole", () => {
  const emoji = ["👨‍👩‍👧‍👦", "🇩🇪", "🏳️‍🌈", "👍🏽", "🏃‍♂️", "❤️", "🏴󠁧󠁢󠁥󠁮󠁧󠁿"];
  for (const one of emoji) {
    expect(textsOf(`${one} A ${one} B${one} ${one}`).join(""), one).toBe("A B");
    expect(missingLetters(`A ${one}`, "Anton", 400, loadFont), one).toEqual([one]);
  }
  expect(textsOf("Top 5️⃣ 𝐓𝐢𝐩𝐬 ©️").join("")).toBe("Top 5 Tips ©");
  expect(missingLetters("5️⃣ 𝐓𝐢𝐩𝐬 ©️ தமிழ்", "Anton", 400, loadFont)).toEqual(["5️⃣", "த", "மி", "ழ்"]);
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

test("letters of several glyphs stand where a shaper has them, whatever a renderer makes of their widths", () => {
  const [first, second] = [...drawLayer(layer("हिन्दी"), sources, "a").matchAll(/ x="([^"]+)"/g)].map(
    ([, x]) => Number(x),
  );
  const { width, advance } = loadFont("noto-sans-devanagari-900");
  expect(second! - first!).toBeCloseTo(100 * (advance(0x939) + advance(0x93f)), 1);
  expect(layerBox(layer("हिन्दी"), loadFont).width).toBeCloseTo(100 * width("हिन्दी"), 1);
});

test.each([
  ["שלום (טוב) 50%!", "! 50% ( טוב ) שלום"],
  ["אתר ב-React תוך 10", "10 תוך React - ב אתר"],
  ["C++ בעברית, חלק 2", "C++ 2 חלק , בעברית"],
  ["مَرْحَبًا في ٢٠٢٦", "٢٠٢٦ في مَرْحَبًا"],
])("%s is read from right to left, its numbers and other words from left to right", (text, seen) => {
  const drawn = drawLayer(layer(text), sources, "a").matchAll(/ x="([^"]+)"[^>]*>([^<]+)</g);
  const runs = [...drawn].map(([, xs, run]) => ({ x: Number(xs!.split(" ")[0]), run }));
  expect(runs.map(({ x }) => x)).toEqual(runs.map(({ x }) => x).sort((a, b) => a - b));
  expect(runs.map(({ run }) => run).join(" ")).toBe(seen);
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
