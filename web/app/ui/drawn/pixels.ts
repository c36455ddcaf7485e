import type { Pixels } from "#drawing/check/pixels.ts";

export function contextOf({ width, height }: { width: number; height: number }): CanvasRenderingContext2D {
  const surface = Object.assign(document.createElement("canvas"), { width, height });
  const context = surface.getContext("2d", { willReadFrequently: true });
  if (!context) throw new Error("This browser gives no canvas.");
  return context;
}

export function pixelsOf(context: CanvasRenderingContext2D): Pixels {
  const { width, height } = context.canvas;
  return { data: context.getImageData(0, 0, width, height).data, width, height };
}

export async function bitmapAt(url: string): Promise<ImageBitmap> {
  const answer = await fetch(url, { credentials: "same-origin" });
  if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
  return createImageBitmap(await answer.blob());
}
