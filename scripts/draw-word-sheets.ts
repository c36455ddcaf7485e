/**
 * Draws docs/pictures/set-words.webp (forty titles as runs with words as text set them) and five-styles.webp (one title
 * in the five styles): node scripts/draw-word-sheets.ts. The arts are the stand-in's, asked for by the shop's own prompts.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { canvas } from "#drawing/canvas.ts";
import { drawDocument } from "#drawing/draw-document.ts";
import { titles } from "#drawing/test/titles.ts";
import { readPrompt } from "#emulators/gemini/read-prompt.ts";
import { thumbnailNiches, thumbnailStyles } from "#emulators/gemini/renderer/brief.ts";
import { renderThumbnail } from "#emulators/gemini/renderer/render.ts";
import { setWordsOn } from "#server/features/designs/set-words-on.ts";
import { imagePrompt, sideFor } from "#server/features/generations/prompts.ts";
import { drawPng } from "#server/platform/drawing/draw-png.ts";
import { fontOf } from "#server/platform/drawing/fonts.ts";

const gap = 8;
const dataDir = await mkdtemp(join(tmpdir(), "sheet-"));

/** A title on an art that was made for it, as a PNG. */
async function drawn(title: string, style: string, niche: string, position: 1 | 2): Promise<Buffer> {
  const parts = { title, niche, style, customPrompt: "", enhancedPrompt: "", words: "text" } as const;
  const prompt = imagePrompt(parts, position);
  const { subject, ...read } = readPrompt(prompt);
  const art = await renderThumbnail({ ...read, variation: position - 1, asks: subject, seed: prompt });
  const document = await setWordsOn(art, "art", {
    title,
    style,
    side: sideFor(position),
    sourceDocument: null,
    brand: null,
  });
  const picture = { ...canvas, href: `data:image/png;base64,${art.toString("base64")}` };
  return drawPng({ dataDir }, drawDocument(document, { fonts: fontOf, picture: () => picture }));
}

async function sheet(name: string, pictures: Buffer[], columns: number, width: number): Promise<void> {
  const height = Math.round((width * canvas.height) / canvas.width);
  const tiles = await Promise.all(pictures.map((picture) => sharp(picture).resize(width, height).toBuffer()));
  const rows = Math.ceil(tiles.length / columns);
  const size = { width: columns * (width + gap) + gap, height: rows * (height + gap) + gap };
  await sharp({ create: { ...size, channels: 3, background: "#181818" } })
    .composite(
      tiles.map((input, at) => ({
        input,
        left: gap + (at % columns) * (width + gap),
        top: gap + Math.floor(at / columns) * (height + gap),
      })),
    )
    .webp({ quality: 82 })
    .toFile(join(import.meta.dirname, "../docs/pictures", name));
}

const forty: Buffer[] = [];
for (let at = 0; at < 40; at += 1) {
  const title = titles[(at * 7) % titles.length]!;
  const niche = thumbnailNiches[(at * 5) % thumbnailNiches.length]!;
  forty.push(await drawn(title, thumbnailStyles[at % 5]!, niche, at % 2 ? 2 : 1));
}
await sheet("set-words.webp", forty, 5, 320);
const five: Buffer[] = [];
for (const style of thumbnailStyles) five.push(await drawn("I Lived on $1 a Day", style, "travel", 1));
await sheet("five-styles.webp", five, 5, 320);
await rm(dataDir, { recursive: true });
process.exit();
