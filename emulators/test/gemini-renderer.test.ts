import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { summariseArt } from "#drawing/set-words/art-summary.ts";
import { readPrompt } from "../gemini/read-prompt.ts";
import { thumbnailNiches, thumbnailStyles } from "../gemini/renderer/brief.ts";
import { direct } from "../gemini/renderer/cast/direct.ts";
import { casts } from "../gemini/renderer/cast/niches.ts";
import { objectWords } from "../gemini/renderer/cast/words.ts";
import { composeThumbnail } from "../gemini/renderer/compose.ts";
import { objectPicture } from "../gemini/renderer/objects/objects.ts";
import { oklch } from "../gemini/renderer/palettes.ts";
import { createRandom } from "../gemini/renderer/random.ts";
import { drawThumbnail, renderThumbnail } from "../gemini/renderer/render.ts";
import type { Box } from "../gemini/renderer/text-block.ts";
import { drawableText } from "../gemini/renderer/words.ts";
import { wrapBalanced } from "../gemini/renderer/wrap.ts";

/** Where a video site lays the length over a thumbnail. */
const lengthBadge: Box = { x: 1104, y: 624, width: 176, height: 96 };

const ordinaryTitles = [
  "Wow",
  "Minecraft Speedrun",
  "How I Made $10,000 in 30 Days",
  "Why Black Holes Are Not What You Think They Are",
  "Internationalization Misunderstandings Straightforwardly Counterintuitive",
  "Everything You Need to Know Before Your First Trip to Japan in 2026: Food, Trains, Money, Hotels, Tips",
].map((title) => title.slice(0, 100));

const hostileTitles = [
  "",
  "   ",
  "🔥🔥🔥",
  "日本語のタイトル",
  "مرحبا بالعالم كيف حالك",
  "שלום עולם 2026",
  "Привет, мир!",
  '</svg><script>alert(1)</script> & "x" ]]> &#0;',
  "W".repeat(100),
  "i ".repeat(50),
  "a\u0000b\u202ec\ud800d\u0301\u0301\u0301",
  "𝗕𝗼𝗹𝗱 𝘁𝗲𝘅𝘁 ﷽",
  "x".repeat(5000),
];

const seeds = ["a", "b", "c", "d"];

test("every niche in every style is composed, and drawn as a filled PNG of 1280×720 below 900 KB", async () => {
  const briefs = thumbnailStyles.flatMap((style, row) =>
    thumbnailNiches.map((niche, column) => ({
      title: "The Honest Truth",
      niche,
      style,
      variation: (row + column) % 2,
    })),
  );
  for (const brief of briefs) expect(composeThumbnail(brief).svg).not.toMatch(/NaN|Infinity|undefined/);
  // A drawing takes a third of a second: each niche once, each style as often as any other.
  const drawn = briefs.filter(({ niche, style }) => {
    const column = thumbnailNiches.indexOf(niche);
    return thumbnailStyles[column % thumbnailStyles.length] === style;
  });
  for (const brief of drawn) {
    const png = await renderThumbnail(brief);
    expect(png.length).toBeLessThan(900_000);
    const image = sharp(png);
    expect(await image.metadata()).toMatchObject({
      format: "png",
      width: 1280,
      height: 720,
      hasAlpha: false,
    });
    const { entropy, channels } = await image.stats();
    expect(entropy).toBeGreaterThan(0.8);
    expect(Math.max(...channels.map((channel) => channel.stdev))).toBeGreaterThan(15);
  }
});

describe.each(thumbnailStyles.map((style, row) => ({ style, row })))("$style", ({ style, row }) => {
  test("ordinary titles up to 100 characters stay large and inside the frame", () => {
    for (const title of ordinaryTitles) {
      for (const variation of [0, 1]) {
        for (const seed of seeds) {
          const { text } = composeThumbnail({ title, niche: "books", style, variation, seed });
          const { x, y, width, height } = text.bounds ?? { x: -1, y: -1, width: 0, height: 0 };
          expect(x, title).toBeGreaterThanOrEqual(20);
          expect(y, title).toBeGreaterThanOrEqual(20);
          expect(x + width, title).toBeLessThanOrEqual(1260);
          expect(y + height, title).toBeLessThanOrEqual(700);
          expect(text.size, title).toBeGreaterThanOrEqual(40);
          const words = text.words.map((placed) => placed.word.text).join(" ");
          expect(words.toLowerCase().replace(/\s/g, "")).toBe(title.toLowerCase().replace(/\s/g, ""));
        }
      }
    }
  });

  test("no title leaves the frame, in any style, or breaks the drawing, each in one", async () => {
    for (const [index, title] of hostileTitles.entries()) {
      const brief = { title, niche: "comedy", style, variation: index % 2 } as const;
      const { svg, text } = composeThumbnail(brief);
      expect(svg).not.toMatch(/NaN|Infinity|undefined|<script/);
      if (text.bounds) {
        expect(text.bounds.x).toBeGreaterThanOrEqual(0);
        expect(text.bounds.x + text.bounds.width).toBeLessThanOrEqual(1280);
        expect(text.bounds.y + text.bounds.height).toBeLessThanOrEqual(720);
      }
      if (index % thumbnailStyles.length !== row) continue;
      expect((await sharp(await renderThumbnail(brief, 0.25)).metadata()).width).toBe(320);
    }
  });

  test("the same brief is the same picture, another variation another", async () => {
    const brief = { title: "Again", niche: "music", style, variation: 0 } as const;
    const [first, again, other] = await Promise.all([
      renderThumbnail(brief, 0.25),
      renderThumbnail(brief, 0.25),
      renderThumbnail({ ...brief, variation: 1 }, 0.25),
    ]);
    expect(first.equals(again)).toBe(true);
    expect(first.equals(other)).toBe(false);
  });
});

const meet = (a: Box, b: Box) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

test("no word touches a face or the corner where a site shows the length", () => {
  const titles = [
    "Wow",
    "Łódź w 24 godziny",
    "Bu Arabayı Neden Sattım?",
    "Phở Hà Nội ngon nhất",
    ...ordinaryTitles,
  ];
  for (const [column, niche] of thumbnailNiches.entries()) {
    for (const row of [0, 1, 2, 3, 4]) {
      const [style, title] = [thumbnailStyles[row]!, titles[(column + row * 3) % titles.length]!];
      const { text, face } = composeThumbnail({ title, niche, style, variation: column % 2, seed: title });
      const label = `${niche} ${style} ${title}`;
      if (face) expect(meet(text.bounds!, face), label).toBe(false);
      expect(meet(text.bounds!, lengthBadge), label).toBe(false);
    }
  }
});

test("a request says who, where, in which light and where the words stand", () => {
  const of = (asks: string, title = "A Quiet Morning") => {
    const brief = { title, niche: "business", style: "bold", variation: 0, asks } as const;
    return direct(brief, createRandom(1));
  };
  const founder = of(
    "Founder in rolled sleeves in a warehouse at golden hour, subject on the right third, slate and teal. " +
      "The wall at left carries “A Quiet Morning” in bold sans. No suits on rooftops.",
  );
  expect(founder).toMatchObject({ place: "office", mood: "golden", words: "left", hues: [188] });
  expect(founder.person?.garment).toBe("shirt");
  const streamer = of(
    "A streamer in a headset in shock, magenta glow, “A Quiet Morning” fills the right side.",
  );
  expect(streamer).toMatchObject({ place: "den", says: "shock", words: "right" });
  expect(streamer.person?.extras).toEqual(["headset"]);
  expect(of("A burger on a diner table. No people.").person).toBeNull();
  expect(of("", "This Land Rover Cost Me Everything").objects[0]).toBe("sport-utility-vehicle");
});

test("the two pictures of a title have another composition each", () => {
  for (const [column, niche] of thumbnailNiches.entries()) {
    const style = thumbnailStyles[column % thumbnailStyles.length]!;
    const [first, second] = [0, 1].map((variation) =>
      composeThumbnail({ title: "The Honest Truth", niche, style, variation }),
    );
    expect([first!.face, first!.text.bounds], niche).not.toEqual([second!.face, second!.text.bounds]);
  }
});

test("a request for art without letters gets none, and calm room on the side that it names", async () => {
  const asked = (side: string) =>
    'A bold YouTube thumbnail, 16:9, for the Travel niche. The title is "The Honest Truth".\n' +
    `Keep the ${side} side calm: words are set there later. Draw no letters and no logos.`;
  expect(readPrompt(asked("left")).lettered).toBe(false);
  expect(readPrompt('A flyer without text.\nShow the title "A" as large bold text.').lettered).toBe(true);
  for (const more of ["No watermark, no logos, no other text.", "No double paws, no text on the disc."])
    expect(readPrompt(`Show the title "A" as large bold text.\n${more}`).lettered, more).toBe(true);
  for (const more of ["No text.", "Without any lettering.", "No visible text on the picture."])
    expect(readPrompt(`Show the title "A" as large bold text.\n${more}`).lettered, more).toBe(false);
  for (const [column, style] of thumbnailStyles.entries())
    for (const [variation, side] of (["left", "right"] as const).entries()) {
      const niche = thumbnailNiches[column * 5 + variation]!;
      const brief = {
        title: "The Honest Truth",
        niche,
        style,
        variation,
        lettered: false,
        asks: asked(side),
      };
      expect(composeThumbnail(brief).text.bounds).toBeNull();
      const { data, raw } = await drawThumbnail(brief, 0.25);
      const cells = summariseArt(data, raw);
      const half = (from: number) =>
        cells.reduce((sum, { busy }, index) => sum + (Math.floor((index % 32) / 14) === from ? busy : 0), 0);
      const [left, right] = [half(0), cells.reduce((sum, { busy }) => sum + busy, 0) - half(0)];
      const [calm, lively] = side === "left" ? [left / 14, right / 18] : [right / 18, left / 14];
      expect(calm, `${niche} ${style} ${side}`).toBeLessThan(0.75 * lively);
    }
});

test("every object that a request or a niche can bring is there", async () => {
  const names = new Set([
    ...Object.values(casts).flatMap((cast) => cast.objects),
    ...objectWords.map(([, name]) => name),
  ]);
  for (const name of names) expect((await objectPicture("object", name)).length, name).toBeGreaterThan(3000);
});

test("emoji go, look-alike letters become plain, unknown scripts give no words", () => {
  expect(drawableText("🚀 𝗕𝗼𝗹𝗱  Ｗｉｄｅ ﬁt", "anton")).toBe("Bold Wide fit");
  expect(drawableText("日本語", "anton")).toBe("");
  expect(drawableText("Łódź Ấn Жук שלום", "bangers")).toBe("Łódź Ấn Жук שלום");
});

test("lines are filled evenly, and never wider than need be", () => {
  expect(wrapBalanced([5, 1, 1, 5], 0.2, 2)).toEqual([
    [0, 2],
    [2, 4],
  ]);
  expect(wrapBalanced([10, 4, 4, 4, 4], 1, 3)).toEqual([
    [0, 1],
    [1, 3],
    [3, 5],
  ]);
});

test("colours outside of sRGB keep their lightness", () => {
  expect(oklch(1, 0, 0)).toBe("#ffffff");
  expect(oklch(0, 0, 0)).toBe("#000000");
  expect(oklch(0.5, 0.4, 145)).toMatch(/^#0[0-9a-f]7/);
});
