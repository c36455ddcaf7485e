import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pixelmatch from "pixelmatch";
import type { Browser, CDPSession, Page } from "playwright-core";
import sharp from "sharp";
import { afterAll, beforeAll, expect, it } from "vitest";
import { canvas } from "#drawing/canvas.ts";
import { drawDocument, type Sources } from "#drawing/draw-document.ts";
import { drawPixels } from "#server/platform/drawing/draw-png.ts";
import { fontBytes, fontOf } from "#server/platform/drawing/fonts.ts";
import { openBrowser } from "../helpers/browser.ts";
import { documents } from "../helpers/drawn-documents.ts";

const { width, height } = canvas;
let browser: Browser;
let page: Page;
let session: CDPSession;
let dataDir: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "drawn-"));
  browser = await openBrowser({ paints: true });
  page = await browser.newPage({ viewport: { width, height } });
  await page.route("http://drawing.test/**", (route) => {
    const name = /fonts\/(.+)\.ttf$/.exec(route.request().url())?.[1];
    const headers = { "access-control-allow-origin": "*" };
    if (name) return route.fulfill({ body: Buffer.from(fontBytes(name)!), contentType: "font/ttf", headers });
    return route.fulfill({ body: "<!doctype html><body style='margin:0'></body>", contentType: "text/html" });
  });
  await page.goto("http://drawing.test/");
  session = await page.context().newCDPSession(page);
});

afterAll(async () => {
  await browser?.close();
  await rm(dataDir, { recursive: true, force: true });
});

/** Something like a photograph: soft light and edges, without the grain that takes long to pack. */
async function photograph(wide: number, tall: number, hue: number, isClear = false): Promise<string> {
  const pixels = Buffer.alloc(wide * tall * 4, 255);
  for (let y = 0; y < tall; y += 1)
    for (let x = 0; x < wide; x += 1) {
      const at = (y * wide + x) * 4;
      const hill = y > tall * (0.6 + 0.1 * Math.sin(x / 90)) ? 70 : 0;
      pixels[at] = Math.max(0, 60 + (150 * x) / wide - hill);
      pixels[at + 1] = Math.max(0, 90 + hue + 50 * Math.sin(x / 200) * Math.cos(y / 150) - hill / 2);
      pixels[at + 2] = Math.max(0, 200 - (120 * y) / tall);
      if (isClear) pixels[at + 3] = (255 * x) / wide;
    }
  const raw = { width: wide, height: tall, channels: 4 } as const;
  return `data:image/png;base64,${(await sharp(pixels, { raw }).png().toBuffer()).toString("base64")}`;
}

/** As the browser shows it, once the fonts that it names are there. */
async function shownPixels(svg: string): Promise<Buffer> {
  const fonts = [...new Set([...svg.matchAll(/ font-family="([a-z0-9-]+)"/g)].map(([, name]) => name!))];
  await page.evaluate(
    async ([markup, names]) => {
      for (const name of names) {
        if ([...document.fonts].some((face) => face.family === name)) continue;
        document.fonts.add(await new FontFace(name, `url(/fonts/${name}.ttf)`).load());
      }
      document.body.innerHTML = markup;
      const pictures = [...document.querySelectorAll("image")].map((each) => each.getAttribute("href")!);
      for (const src of pictures) await Object.assign(new Image(), { src }).decode();
    },
    [svg, fonts] as const,
  );
  const { data } = await session.send("Page.captureScreenshot", { format: "png", optimizeForSpeed: true });
  return sharp(Buffer.from(data, "base64")).ensureAlpha().raw().toBuffer();
}

it("what is shown is what is downloaded: browser and server draw 40 documents alike", async () => {
  const pictures = {
    art: { href: await photograph(860, 480, 0), width: 860, height: 480 },
    clear: { href: await photograph(600, 700, 30, true), width: 600, height: 700 },
    face: { href: await photograph(240, 180, 60), width: 240, height: 180 },
  };
  const sources: Sources = {
    fonts: fontOf,
    picture: (source) => pictures[(source as { id: keyof typeof pictures }).id],
  };
  const differing: string[] = [];
  const shares: number[] = [];
  for (const { name, document } of documents) {
    const svg = drawDocument(document, sources);
    const [shown, drawn] = await Promise.all([shownPixels(svg), drawPixels(dataDir, svg)]);
    // What another process sent begins at any byte; pixels are compared by four.
    const pixels = pixelmatch(shown, Uint8Array.from(drawn), undefined, width, height, { threshold: 0.1 });
    const share = pixels / (width * height);
    shares.push(share);
    if (share > 0.005) differing.push(`${name}: ${(100 * share).toFixed(3)} % (${pixels} pixels)`);
  }
  console.log(`at most ${(100 * Math.max(...shares)).toFixed(3)} % of the pixels differ`);
  expect(differing).toEqual([]);
  expect(shares).toHaveLength(40);
});

it("a browser shapes marks and joined letters as wide as the server lays them out", async () => {
  const texts = {
    "noto-sans-devanagari-900": ["हि", "न्दी", "क्ष", "ट्रि", "र्‍य", "द्ध", "हूँ"],
    "noto-sans-thai-thai-900": ["ทำ", "น้ำ", "ปี่", "ญี่"],
    "noto-sans-arabic-arabic-700": ["تربح", "مَرْحَبًا", "می‌خواهم", "الإسلام"],
    "rubik-hebrew-700": ["שָׁלוֹם", "עֲלֵיכֶם"],
    "anton-latin-400": ["m̃", "n̈", "React"],
  };
  for (const [name, words] of Object.entries(texts)) {
    const widths = await page.evaluate(
      async ([family, all]) => {
        document.fonts.add(await new FontFace(family, `url(/fonts/${family}.ttf)`).load());
        const context = document.createElement("canvas").getContext("2d")!;
        context.font = `1000px "${family}"`;
        return all.map((word) => context.measureText(word).width / 1000);
      },
      [name, words] as const,
    );
    for (const [at, word] of words.entries())
      expect(Math.abs(widths[at]! - fontOf(name)!.width(word)), word).toBeLessThan(0.005);
  }
});
