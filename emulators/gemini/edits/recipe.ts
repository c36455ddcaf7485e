import { frame, type ThumbnailBrief } from "../renderer/brief.ts";
import type { Replaced } from "../renderer/cast/direct.ts";
import { drawThumbnail } from "../renderer/render.ts";
import type { Layers } from "./layers.ts";
import { applyTone, type Tone } from "./tones.ts";

/** How a picture was drawn, and what was made of it since. */
export type Recipe = {
  brief: ThumbnailBrief;
  instead: Replaced;
  tones: readonly Tone[];
  /** How much of its width and height is left: a shop cuts it to 16:9, and an edit fills the model's own ratio again. */
  left: number;
};

/** Drawn again at this size, cut as it was the first time. */
export async function drawRecipe(
  { brief, instead, tones, left }: Recipe,
  { width, height }: { width: number; height: number },
): Promise<Layers> {
  const { default: sharp } = await import("sharp");
  const drawn = await drawThumbnail(brief, Math.max(width / frame.width, height / frame.height), instead);
  const size = { width: drawn.raw.width, height: drawn.raw.height };
  const whole = { width: Math.round(width / left), height: Math.round(height / left) };
  const cut = (data: Buffer, channels: 1 | 3) =>
    sharp(data, { raw: { ...size, channels } })
      .resize(whole.width, whole.height, { fit: "cover" })
      .extract({ left: (whole.width - width) >> 1, top: (whole.height - height) >> 1, width, height })
      .toColourspace(channels === 1 ? "b-w" : "srgb")
      .raw()
      .toBuffer();
  const raw = { width, height, channels: 3 } as const;
  const ground = await cut(drawn.ground, 1);
  let data: Buffer = await cut(drawn.data, 3);
  for (const tone of tones) data = await applyTone({ data, raw, ground }, tone);
  return { data, raw, ground };
}
