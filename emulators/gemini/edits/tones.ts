import type { Layers } from "./layers.ts";

/** What changes pixels where they are. Factors of 1, and 0 for warmth, hue and blur, change nothing. */
export type Tone = {
  of: "all" | "ground";
  light?: number;
  contrast?: number;
  /** The strength of colours; 0 is black and white. */
  colour?: number;
  /** Above 0 warmer, below cooler. */
  warmth?: number;
  /** Degrees by which all hues turn. */
  hue?: number;
  blur?: number;
};

export async function applyTone({ data, raw, ground }: Layers, tone: Tone): Promise<Buffer> {
  const { light = 1, contrast = 1, colour = 1, warmth = 0, hue = 0, blur = 0 } = tone;
  const { default: sharp } = await import("sharp");
  let image = sharp(data, { raw });
  if (light !== 1 || colour !== 1 || hue !== 0)
    image = image.modulate({ brightness: light, saturation: colour, hue });
  if (warmth !== 0)
    image = image.recomb([
      [1 + 0.18 * warmth, 0, 0],
      [0, 1 + 0.03 * warmth, 0],
      [0, 0, 1 - 0.26 * warmth],
    ]);
  if (contrast !== 1) image = image.linear(contrast, 128 * (1 - contrast));
  if (blur > 0) image = image.blur(blur);
  const toned = await image.removeAlpha().toColourspace("srgb").raw().toBuffer();
  return tone.of === "all" ? toned : mixed(data, toned, ground);
}

/** `over` where `share` (0 to 255, one for each pixel) says so, else `under`. */
export function mixed(under: Buffer, over: Buffer, share: Buffer): Buffer {
  const out = Buffer.allocUnsafe(under.length);
  for (let at = 0; at < under.length; at += 1) {
    const part = share[Math.floor(at / 3)]! / 255;
    out[at] = under[at]! + (over[at]! - under[at]!) * part;
  }
  return out;
}
