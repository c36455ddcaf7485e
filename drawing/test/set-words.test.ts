import { expect, test } from "vitest";
import { designDocument } from "#contract/design-document.ts";
import { untouched } from "#contract/design-parts.ts";
import { reachOf } from "../set-words/build-layers.ts";
import { setWords } from "../set-words/set-words.ts";
import { type WordStyle, wordStyles } from "../set-words/styles.ts";
import { carryingWord } from "../set-words/words.ts";
import { loadFont } from "./load-fonts.ts";
import { titles } from "./titles.ts";
import { arts, expectWellSet, isText, withoutCase, wordsOf } from "./well-set.ts";

const styles = Object.keys(wordStyles) as WordStyle[];

test.each(styles)(
  "100 titles in style %s: whole, apart, within the edges, out of the corner, legible",
  (style) => {
    const layouts = new Set<string>();
    for (const [index, title] of titles.entries()) {
      const { pixels, summary } = arts[index % arts.length]!;
      const set = setWords({ title, style, art: summary }, loadFont);
      layouts.add(set.layout);
      expectWellSet(set, title, pixels);
    }
    expect(layouts.size).toBeGreaterThanOrEqual(4);
  },
);

test.each(styles)(
  "a title of long words in style %s is a design that can be saved, within the edges",
  (style) => {
    const wide = ["W", "Щ", "%", "@", "Ǆ", "ß", "國"].map((letter) => letter.repeat(100));
    for (const [index, title] of [...wide, `a ${"M".repeat(98)}`, `${"W".repeat(49)} `.repeat(2)].entries()) {
      const { summary } = arts[index % arts.length]!;
      const { layers } = setWords({ title, style, art: summary }, loadFont);
      const art = { kind: "colour", colour: "#000000", ...untouched };
      expect(designDocument.safeParse({ format: 1, art, layers }).error, title).toBeUndefined();
      for (const layer of layers)
        for (const { x, y, width, height } of isText(layer) ? reachOf(layer, loadFont) : [layer])
          expect(Math.min(x, y, 1280 - x - width, 720 - y - height), title).toBeGreaterThanOrEqual(0);
    }
  },
);

test("a line ends at a sensible place, and the word that carries is marked", () => {
  const art = arts[0]!.summary;
  const ofStyle = (style: WordStyle) =>
    setWords({ title: "I spent $10,000 on the worst hotel", style, art }, loadFont).layers.filter(isText);
  for (const style of styles) {
    const layers = ofStyle(style);
    const lines = layers.flatMap((layer) =>
      layer.lines.map((spans) => spans.map(({ text }) => text).join("")),
    );
    for (const line of lines.slice(0, -1)) expect(line, style).not.toMatch(/ (on|the)$/i);
    const marked = layers.find((layer) =>
      layer.lines.some((spans) => spans.some(({ text }) => text.includes("$10,000"))),
    )!;
    const span = marked.lines.flat().find(({ text }) => text.includes("$10,000"))!;
    const others = layers.filter((layer) => layer !== marked);
    const isMarked =
      span.fill !== undefined || others.some(({ plate }) => plate?.colour !== marked.plate?.colour);
    expect(isMarked, style).toBe(true);
  }
});

test("a title of which no font has a letter is set as nothing, and nothing of it becomes markup", () => {
  const art = arts[0]!.summary;
  expect(setWords({ title: "🔥🔥🔥", style: "bold", art }, loadFont).layers).toEqual([]);
  const set = setWords({ title: 'a <b x="1"> & </text>', style: "bold", art }, loadFont);
  expect(withoutCase(wordsOf(set))).toBe('A <B X="1"> & </TEXT>');
});

test("words stand on the side that the art leaves free, unless another place is much better", () => {
  const [even, free] = [arts[0]!.summary, arts[5]!.summary];
  const placeOf = (style: WordStyle, art: typeof even, side: "left" | "right") =>
    setWords({ title: "Winter Is Coming", style, art, side }, loadFont).layout;
  for (const style of styles) {
    expect(placeOf(style, even, "left"), style).toMatch(/, left/);
    expect(placeOf(style, even, "right"), style).toMatch(/, right/);
    expect(placeOf(style, free, "left"), style).toMatch(/, left/);
  }
});

test("the next picks are other layouts of the style", () => {
  const art = arts[0]!.summary;
  for (const style of styles) {
    const picks = [1, 2, 3].map((pick) =>
      setWords({ title: "Easy 10-Minute Pasta", style, art, pick }, loadFont),
    );
    expect(new Set(picks.map(({ layout }) => layout)).size, style).toBe(3);
  }
});

test.each([
  ["İstanbul'da iyi bir gün", "İSTANBUL'DA İYİ BİR GÜN"],
  ["Işık ve ırmak", "IŞIK VE IRMAK"],
  ["Bir iş kurdum", "BİR İŞ KURDUM"],
  ["Şi asta mi-a plăcut", "ŞI ASTA MI-A PLĂCUT"],
  ["I win this game in 5 minutes", "I WIN THIS GAME IN 5 MINUTES"],
  ["Γιατί άλλαξα τη ζωή μου ή όχι", "ΓΙΑΤΙ ΑΛΛΑΞΑ ΤΗ ΖΩΗ ΜΟΥ Ή ΟΧΙ"],
  ["Li\u0307\u0301s", "LÍS"],
  ["Die Straße", "DIE STRASSE"],
])("“%s” in capitals is “%s”, by the language that its letters tell", (title, capitals) => {
  const set = setWords({ title, style: "bold", art: arts[0]!.summary }, loadFont);
  expect(wordsOf(set)).toBe(capitals);
});

test("a word of a script without capitals is not marked as one in capitals", () => {
  expect(carryingWord("भारत में सात दिन VLOG किया".split(" "))).toBe(4);
});

test.each([
  ["Japanese", "東京で一番安いラーメンを30日間食べ続けた結果がヤバい", ["30日間", "ラーメンを"]],
  ["Japanese, with brackets", "なぜ「本当の理由」を誰も言わないのか？", ["「本当の", "か？"]],
  ["Chinese", "我用三十天学会了做世界上最难的蛋糕", ["学会了"]],
  ["Thai", "ทำไมคนไทยถึงชอบกินอาหารรสจัดที่สุดในโลก", []],
])(
  "a title in %s, which has no spaces, is set in lines that end between its words",
  (_name, title, whole) => {
    for (const style of styles)
      for (const { pixels, summary } of arts) {
        const set = setWords({ title, style, art: summary }, loadFont);
        expectWellSet(set, title, pixels);
        const lines = set.layers
          .filter(isText)
          .flatMap((layer) => layer.lines.map((spans) => spans.map(({ text }) => text).join("")));
        expect(lines.length, lines.join(" / ")).toBeGreaterThan(1);
        for (const word of whole)
          expect(
            lines.some((line) => line.includes(word)),
            lines.join(" / "),
          ).toBe(true);
        for (const line of lines) expect(line).not.toMatch(/^[はがをにのでと？」。、了的ๆ]|「$/);
      }
  },
);
