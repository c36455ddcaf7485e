import { expect } from "vitest";
import type { ShapeLayer, TextLayer } from "#contract/design-document.ts";
import { contrastOf, luminance, luminanceOf } from "../colours.ts";
import { summariseArt } from "../set-words/art-summary.ts";
import { reachOf } from "../set-words/build-layers.ts";
import { lightLeft } from "../set-words/ground-help.ts";
import type { SetWords } from "../set-words/set-words.ts";
import { layOutText } from "../text/lay-out.ts";
import { loadFont } from "./load-fonts.ts";

const [width, height] = [320, 180];

type Paint = (x: number, y: number) => [number, number, number];

/** Grounds as art has them: dark, light, of one colour, grainy, half and half, and with a subject at one side. */
const paints: Paint[] = [
  (x, y) => [20 + x / 10, 24, 40 + y / 6],
  (_, y) => [245, 238 - y / 8, 225],
  (x) => [210, 60 + x / 6, 40],
  (x, y) => ((x * 7919 + y * 104729) % 97 < 48 ? [30, 40, 60] : [230, 220, 190]),
  (x) => (x < 160 ? [15, 30, 70] : [250, 230, 150]),
  (x, y) => ((x - 230) ** 2 + (y - 90) ** 2 < 3600 ? [220, 170, 140] : [70, 120 + (x % 40), 110]),
];
export const arts = paints.map((paint) => {
  const pixels = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) pixels.set(paint(x, y), (y * width + x) * 3);
  return { pixels, summary: summariseArt(pixels, { width, height, channels: 3 }) };
});

export const isText = (layer: TextLayer | ShapeLayer): layer is TextLayer => layer.kind === "text";
export const wordsOf = ({ layers }: SetWords) =>
  layers
    .filter(isText)
    .flatMap(({ lines }) => lines.map((spans) => spans.map(({ text }) => text).join("")))
    .join(" ");
/** Greek capitals have no accents. */
export const withoutCase = (text: string) => text.toLocaleUpperCase("el").replace(/\s+/g, " ").trim();

/** The lines of a layer as they lie when the whole picture is turned back by the layer's degrees. */
function levelRows(layer: TextLayer): { y: number; height: number }[] {
  const { lines, box } = layOutText(layer, loadFont);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const angle = (-layer.rotation * Math.PI) / 180;
  const middle = x * Math.sin(angle) + y * Math.cos(angle);
  return lines.map(({ ink }) => ({ y: middle + ink!.y - y, height: ink!.height }));
}

/** By the definition: with the plate, else an outline of at least 6 %, else the worst quarter of the art's pixels. */
function leastContrast(layer: TextLayer, { shade }: SetWords, pixels: Uint8Array): number {
  const { lines } = layOutText(layer, loadFont);
  const [box, plate, outline] = [lines[0]!.ink!, layer.plate, layer.outline];
  const fills = layer.lines.flat().map((span) => luminance(span.fill ?? layer.fill));
  if (plate) return Math.min(...fills.map((fill) => contrastOf(fill, luminance(plate.colour))));
  if (outline && outline.width >= 0.06 * layer.size)
    return Math.min(...fills.map((fill) => contrastOf(fill, luminance(outline.colour))));
  const behind: number[] = [];
  for (const { ink } of lines) {
    const { x, y, width: wide, height: tall } = ink ?? box;
    for (let py = Math.floor(y / 4); py < (y + tall) / 4; py += 1)
      for (let px = Math.floor(x / 4); px < (x + wide) / 4; px += 1) {
        if (px < 0 || py < 0 || px >= width || py >= height) continue;
        const left = shade ? lightLeft(shade.side, shade.amount, px * 4 + 2, py * 4 + 2) : 1;
        const at = (py * width + px) * 3;
        behind.push(luminanceOf(pixels[at]! * left, pixels[at + 1]! * left, pixels[at + 2]! * left));
      }
  }
  return Math.min(
    ...fills.map((fill) => {
      const contrasts = behind.map((each) => contrastOf(fill, each)).sort((a, b) => a - b);
      const worst = contrasts.slice(0, Math.ceil(contrasts.length / 4));
      return worst.reduce((sum, each) => sum + each, 0) / worst.length;
    }),
  );
}

/** Whole, in three lines at most, apart, within the edges, out of the badge's corner, and legible on this art. */
export function expectWellSet(set: SetWords, title: string, pixels: Uint8Array): void {
  const isUnspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Thai}]/u.test(title);
  const known = (text: string) => withoutCase(isUnspaced ? text.replaceAll(" ", "") : text);
  expect(known(wordsOf(set)), "every word, none cut").toBe(known(title));
  const texts = set.layers.filter(isText);
  expect(texts.flatMap(({ lines }) => lines).length, title).toBeLessThanOrEqual(3);
  for (const layer of set.layers) {
    const reach = layer.kind === "text" ? reachOf(layer, loadFont) : [layer];
    for (const { x, y, width: wide, height: tall } of reach) {
      expect(Math.min(x, y, 1280 - x - wide, 720 - y - tall), `edges: ${title}`).toBeGreaterThanOrEqual(0);
      expect(x + wide > 1024 && y + tall > 612, `corner: ${title}`).toBe(false);
    }
  }
  const rows = texts.flatMap(levelRows);
  for (const [row, box] of rows.entries())
    for (const next of rows.slice(row + 1))
      expect(next.y - box.y - box.height, `apart: ${title}`).toBeGreaterThan(-0.02 * box.height);
  for (const layer of texts)
    expect(leastContrast(layer, set, pixels), `contrast: ${title}`).toBeGreaterThanOrEqual(4.5);
}
