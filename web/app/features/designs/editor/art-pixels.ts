import { useEffect, useState } from "react";
import type { Art } from "#contract/design-document.ts";
import { canvas } from "#drawing/canvas.ts";
import { drawArt } from "#drawing/svg/art.ts";

/** What a document's art is like, without its layers; RGBA, a quarter of the canvas in each direction. */
export interface ArtPixels {
  data: Uint8ClampedArray;
  width: number;
  height: number;
}

const size = { width: canvas.width / 4, height: canvas.height / 4 };
/** After the last change of the art, in milliseconds. */
const waitMs = 150;

/** The art as it is drawn, for its colours and what letters have behind them; null until it is here, or where it can't be. */
export function useArtPixels(art: Art, url: string): ArtPixels | null {
  const [pixels, setPixels] = useState<ArtPixels | null>(null);
  useEffect(() => {
    let isCurrent = true;
    const timer = setTimeout(async () => {
      const read = await pixelsOf(art, url).catch(() => null);
      if (isCurrent) setPixels(read);
    }, waitMs);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [art, url]);
  return pixels;
}

/** By the same markup as the picture, so that crop, light and shade are as they are seen. */
async function pixelsOf(art: Art, url: string): Promise<ArtPixels> {
  const picture = art.kind === "picture" ? { ...canvas, href: await smallCopy(url) } : null;
  const { width, height } = size;
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" ` +
    `viewBox="0 0 ${canvas.width} ${canvas.height}">${drawArt(art, picture, "art")}</svg>`;
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  await image.decode();
  const context = contextOf(size);
  context.drawImage(image, 0, 0, width, height);
  return { data: context.getImageData(0, 0, width, height).data, ...size };
}

const copies = new Map<string, Promise<string>>();

/** A drawing that is an image may fetch nothing: the art goes into it as a data address. */
function smallCopy(url: string): Promise<string> {
  const known = copies.get(url);
  if (known) return known;
  const making = makeCopy(url);
  copies.set(url, making);
  making.catch(() => copies.delete(url));
  return making;
}

async function makeCopy(url: string): Promise<string> {
  const answer = await fetch(url, { credentials: "same-origin" });
  if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
  const bitmap = await createImageBitmap(await answer.blob());
  const half = { width: canvas.width / 2, height: canvas.height / 2 };
  const context = contextOf(half);
  context.drawImage(bitmap, 0, 0, half.width, half.height);
  return context.canvas.toDataURL("image/jpeg", 0.9);
}

function contextOf({ width, height }: { width: number; height: number }): CanvasRenderingContext2D {
  const surface = Object.assign(document.createElement("canvas"), { width, height });
  const context = surface.getContext("2d", { willReadFrequently: true });
  if (!context) throw new Error("This browser gives no canvas.");
  return context;
}
