import { canvas } from "#drawing/canvas.ts";
import { limitConcurrency } from "../concurrency.ts";
import { loadSharp } from "../load-sharp.ts";
import { encodePng } from "./encode-png.ts";
import { fontPath } from "./fonts.ts";
import { renderSvg } from "./render-svg.ts";

/** Drawing takes a processor whole: one at a time leaves the other to the visitors. */
const inTurn = limitConcurrency(1);

/**
 * The PNG of a drawing of `drawDocument`, 1280×720 and under 2,000,000 bytes. Only the fonts that the drawing names are
 * opened, and nothing is fetched: its pictures must be data addresses. Each that waits is held whole: the caller bounds them.
 */
export function drawPng(
  { dataDir }: { dataDir: string },
  svg: string,
  finish?: (png: Buffer) => Buffer,
): Promise<Buffer> {
  return inTurn(async () => {
    const pixels = await drawPixels(dataDir, svg);
    const sharp = await loadSharp();
    const raw = { ...canvas, channels: 4 } as const;
    return encodePng(() => sharp(pixels, { raw }).removeAlpha(), finish, !svg.includes("<image"));
  });
}

/** RGBA; opaque, as a document's art fills the frame. */
export function drawPixels(dataDir: string, svg: string): Promise<Buffer> {
  return renderSvg(svg, fontPathsOf(dataDir, svg));
}

/** In a text or an address a quotation mark is escaped, so that these are attributes. */
export function fontPathsOf(dataDir: string, svg: string): string[] {
  const names = new Set([...svg.matchAll(/ font-family="([a-z0-9-]+)"/g)].map(([, name]) => name!));
  return [...names].flatMap((name) => fontPath(dataDir, name) ?? []);
}
