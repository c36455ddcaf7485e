import { limitConcurrency } from "#server/platform/concurrency.ts";
import { encodePng, thumbnailHeight, thumbnailWidth } from "#server/platform/drawing/encode-png.ts";
import { readImageMetadata } from "#server/platform/image-metadata.ts";
import { loadSharp } from "#server/platform/load-sharp.ts";
import { withProvenance } from "./provenance.ts";

/** Decoding is the shop's heaviest work: two at once leave the machine to its visitors. */
const inTurn = limitConcurrency(2);

/** 7,000 × 7,000: far above what the model draws, far below what would exhaust the memory. */
const maxPixels = 49_000_000;

/**
 * Makes the file that a person downloads out of what the model sent: a PNG of 1280×720 under the size limit, cropped
 * to fill, with the provenance that it brought. Throws where the bytes are no sound picture of a known format, or too
 * large a one.
 */
export async function toThumbnail(bytes: Buffer): Promise<Buffer> {
  if (!isKnownFormat(bytes)) throw new Error("The picture's format is not known.");
  const { isTooLarge, xmp } = await readImageMetadata(bytes, false);
  if (isTooLarge) throw new Error("The picture unpacks to too much.");
  const sharp = await loadSharp();
  return inTurn(() => {
    const open = () =>
      sharp(bytes, { limitInputPixels: maxPixels, failOn: "error", animated: false })
        .autoOrient()
        .resize(thumbnailWidth, thumbnailHeight, { fit: "cover" })
        .flatten({ background: "#ffffff" })
        .toColourspace("srgb");
    return encodePng(open, (png) => withProvenance(png, bytes, xmp));
  });
}

/** PNG, JPEG, WebP, GIF, AVIF. SVG and the like, which can name other files, never reach the decoder. */
function isKnownFormat(bytes: Buffer): boolean {
  const at = (from: number, to: number) => bytes.toString("latin1", from, to);
  if (at(1, 8) === "PNG\r\n\x1a\n" || (bytes[0] === 0xff && bytes[1] === 0xd8) || at(0, 4) === "GIF8")
    return true;
  return (at(0, 4) === "RIFF" && at(8, 12) === "WEBP") || (at(4, 8) === "ftyp" && /avi[fs]/.test(at(8, 32)));
}
