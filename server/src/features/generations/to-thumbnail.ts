import type { PngOptions } from "sharp";
import { limitConcurrency } from "#server/platform/concurrency.ts";
import { readImageMetadata } from "#server/platform/image-metadata.ts";
import { loadSharp } from "#server/platform/load-sharp.ts";
import { withProvenance } from "./provenance.ts";

/** What YouTube takes best: 16:9, at least 1280 wide, under 2 MB. */
export const thumbnailWidth = 1280;
export const thumbnailHeight = 720;
/** A file has fewer bytes than this. */
export const thumbnailMaxBytes = 2_000_000;
export const thumbnailMimeType = "image/png";

/** Decoding is the shop's heaviest work: two at once leave the machine to its visitors. */
const inTurn = limitConcurrency(2);

/** 7,000 × 7,000: far above what the model draws, far below what would exhaust the memory. */
const maxPixels = 49_000_000;

/**
 * From the quickest to the smallest; all but the last lose nothing. Level 2 takes three quarters of level 6's time
 * and a tenth more bytes at most where pictures are large. A palette of 256 takes a byte a pixel at most, so it always
 * is small enough; the effort that the library would put into choosing it takes four seconds and shows little.
 */
const encodings: PngOptions[] = [
  { compressionLevel: 2, adaptiveFiltering: true },
  { compressionLevel: 9, adaptiveFiltering: true },
  { palette: true, colours: 256, dither: 1, effort: 3, compressionLevel: 6 },
];

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
  return inTurn(async () => {
    for (const encoding of encodings) {
      const png = await sharp(bytes, { limitInputPixels: maxPixels, failOn: "error", animated: false })
        .autoOrient()
        .resize(thumbnailWidth, thumbnailHeight, { fit: "cover" })
        .flatten({ background: "#ffffff" })
        .toColourspace("srgb")
        .png(encoding)
        .toBuffer();
      const file = withProvenance(png, bytes, xmp);
      if (file.length < thumbnailMaxBytes) return file;
    }
    throw new Error("The picture could not be made small enough.");
  });
}

/** PNG, JPEG, WebP, GIF, AVIF. SVG and the like, which can name other files, never reach the decoder. */
function isKnownFormat(bytes: Buffer): boolean {
  const at = (from: number, to: number) => bytes.toString("latin1", from, to);
  if (at(1, 8) === "PNG\r\n\x1a\n" || (bytes[0] === 0xff && bytes[1] === 0xd8) || at(0, 4) === "GIF8")
    return true;
  return (at(0, 4) === "RIFF" && at(8, 12) === "WEBP") || (at(4, 8) === "ftyp" && /avi[fs]/.test(at(8, 32)));
}
