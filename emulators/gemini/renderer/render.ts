import { renderAsync } from "@resvg/resvg-js";
import sharp from "sharp";
import { frame, type ThumbnailBrief } from "./brief.ts";
import { composeThumbnail } from "./compose.ts";

/**
 * Draws a thumbnail: an opaque PNG of 1280×720 pixels, times `scale`. Rasterising and compressing run off the
 * main thread. The same brief gives the same picture.
 */
export async function renderThumbnail(brief: ThumbnailBrief, scale = 1): Promise<Buffer> {
  const { svg } = composeThumbnail(brief);
  const width = Math.round(frame.width * scale);
  const drawn = await renderAsync(svg, {
    font: { loadSystemFonts: false },
    fitTo: { mode: "width", value: width },
  });
  return sharp(drawn.pixels, { raw: { width: drawn.width, height: drawn.height, channels: 4 } })
    .removeAlpha()
    .png({ compressionLevel: 7 })
    .toBuffer();
}
