import { renderAsync } from "@resvg/resvg-js";
import sharp from "sharp";
import { frame, type ThumbnailBrief } from "./brief.ts";
import type { Replaced } from "./cast/direct.ts";
import { composeThumbnail } from "./compose.ts";
import { objectPicture } from "./objects/objects.ts";

export type DrawnThumbnail = {
  data: Buffer;
  raw: { width: number; height: number; channels: 3 };
  /** How much of each pixel is the place behind, 0 to 255. */
  ground: Buffer;
};

const settings = (width: number) =>
  ({ font: { loadSystemFonts: false }, fitTo: { mode: "width", value: width } }) as const;

/** A place out of focus has no more detail than this many pixels in width. */
const backdropWidth = 288;

/** The pixels of a thumbnail of 1280×720, times `scale`; rasterising runs off the main thread. */
export async function drawThumbnail(
  brief: ThumbnailBrief,
  scale = 1,
  instead: Replaced = {},
): Promise<DrawnThumbnail> {
  const { svg, backdrop } = composeThumbnail(brief, instead);
  const named = new Map<string, string>();
  for (const [, address, kind, name] of svg.matchAll(/href="((object|object-edge):([a-z0-9-]+))"/g))
    named.set(address!, await objectPicture(kind as "object", name!));
  const whole = svg.replace(
    /href="(object[a-z-]*:[a-z0-9-]+)"/g,
    (_, address: string) => `href="${named.get(address)}"`,
  );
  const [place, front] = await Promise.all([
    renderAsync(backdrop, settings(backdropWidth)),
    renderAsync(whole, settings(Math.round(frame.width * scale))),
  ]);
  const { width, height } = front;
  return { ...layOver(rasterOf(place), rasterOf(front)), raw: { width, height, channels: 3 } };
}

/** The library's `pixels` copies the whole picture each time that it is read. */
const rasterOf = ({ pixels, width, height }: Raster): Raster => ({ pixels, width, height });

type Raster = { pixels: Buffer; width: number; height: number };

/**
 * The front, premultiplied RGBA, on the opaque place, which is enlarged for it line by line. A general resizer and
 * compositor take five times as long for it.
 */
function layOver(place: Raster, front: Raster): Pick<DrawnThumbnail, "data" | "ground"> {
  const { width, height } = front;
  const wide = widened(place, width);
  const stride = width * 3;
  const out = Buffer.allocUnsafe(stride * height);
  const behind = Buffer.allocUnsafe(width * height);
  let from = 0;
  let to = 0;
  for (let y = 0; y < height; y += 1) {
    const at = Math.max(0, Math.min(place.height - 1, ((y + 0.5) * place.height) / height - 0.5));
    const upper = Math.floor(at) * stride;
    const lower = Math.min(place.height - 1, Math.floor(at) + 1) * stride;
    const share = at - Math.floor(at);
    for (let x = 0; x < stride; x += 3, from += 4, to += 3) {
      const rest = 1 - front.pixels[from + 3]! / 255;
      behind[from / 4] = 255 - front.pixels[from + 3]!;
      for (let channel = 0; channel < 3; channel += 1) {
        const above = wide[upper + x + channel]!;
        const ground = rest === 0 ? 0 : above + (wide[lower + x + channel]! - above) * share;
        out[to + channel] = front.pixels[from + channel]! + ground * rest;
      }
    }
  }
  return { data: out, ground: behind };
}

/** Each line stretched to `width`, as RGB. */
function widened({ pixels, width: narrow, height }: Raster, width: number): Float32Array {
  const out = new Float32Array(width * height * 3);
  for (let x = 0; x < width; x += 1) {
    const at = Math.max(0, Math.min(narrow - 1, ((x + 0.5) * narrow) / width - 0.5));
    const left = Math.floor(at);
    const right = Math.min(narrow - 1, left + 1);
    const share = at - left;
    for (let y = 0; y < height; y += 1) {
      for (let channel = 0; channel < 3; channel += 1) {
        const first = pixels[(y * narrow + left) * 4 + channel]!;
        const second = pixels[(y * narrow + right) * 4 + channel]!;
        out[(y * width + x) * 3 + channel] = first + (second - first) * share;
      }
    }
  }
  return out;
}

/** The same as an opaque PNG. The same brief gives the same picture. */
export async function renderThumbnail(brief: ThumbnailBrief, scale = 1): Promise<Buffer> {
  const { data, raw } = await drawThumbnail(brief, scale);
  return sharp(data, { raw }).png({ compressionLevel: 6 }).toBuffer();
}
