import { renderAsync } from "@resvg/resvg-js";
import sharp from "sharp";
import { frame, type ThumbnailBrief } from "./brief.ts";
import { composeThumbnail } from "./compose.ts";

/**
 * Draws a thumbnail: an opaque PNG of 1280×720 pixels. Rasterising and compressing run off the main thread.
 * The same brief gives the same picture.
 */
export async function renderThumbnail(brief: ThumbnailBrief): Promise<Buffer> {
  const { svg } = composeThumbnail(brief);
  const drawn = await renderAsync(svg, { font: { loadSystemFonts: false } });
  return sharp(drawn.pixels, { raw: { width: frame.width, height: frame.height, channels: 4 } })
    .removeAlpha()
    .png({ compressionLevel: 7 })
    .toBuffer();
}
