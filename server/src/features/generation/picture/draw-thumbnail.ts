import sharp, { type PngOptions } from "sharp";
import { limitedTo } from "#server/platform/limited.ts";
import { readPictureHead } from "#server/platform/picture-head.ts";
import { thumbnailHeight, thumbnailMaxBytes, thumbnailWidth } from "./measures.ts";
import { isPng, type PngChunk, withChunks } from "./png-chunks.ts";
import { readProvenance } from "./provenance.ts";
import { withSourceType, xmpChunk } from "./xmp.ts";

/** Decoding is the shop's heaviest work: two at once leave the machine to its visitors. */
const inTurn = limitedTo(2);

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
 * Draws whatever picture came back as a PNG of 1280×720 under the size limit, cropped to fill, with the
 * provenance that it brought. Throws where the bytes are no sound picture of a known format, or too large a one.
 */
export async function drawThumbnail(bytes: Buffer): Promise<Buffer> {
  if (!isKnownFormat(bytes)) throw new Error("The picture's format is not known.");
  if ((await readPictureHead(bytes, false)).isTooLarge) throw new Error("The picture unpacks to too much.");
  return inTurn(async () => {
    const { data, info } = await sharp(bytes, {
      limitInputPixels: maxPixels,
      failOn: "error",
      animated: false,
    })
      .autoOrient()
      .resize(thumbnailWidth, thumbnailHeight, { fit: "cover" })
      .flatten({ background: "#ffffff" })
      .toColourspace("srgb")
      .raw()
      .toBuffer({ resolveWithObject: true });
    const { xmp, c2pa } = readProvenance(bytes);
    const chunks: PngChunk[] = [xmpChunk(withSourceType(xmp))];
    if (c2pa) chunks.push({ type: "caBX", data: c2pa });
    const raw = { width: info.width, height: info.height, channels: info.channels };
    for (const encoding of encodings) {
      const png = Buffer.concat(withChunks(await sharp(data, { raw }).png(encoding).toBuffer(), chunks));
      if (png.length < thumbnailMaxBytes) return png;
    }
    throw new Error("The picture could not be made small enough.");
  });
}

/** PNG, JPEG, WebP, GIF, AVIF. SVG and the like, which can name other files, never reach the decoder. */
function isKnownFormat(bytes: Buffer): boolean {
  const at = (from: number, to: number) => bytes.toString("latin1", from, to);
  if (isPng(bytes) || (bytes[0] === 0xff && bytes[1] === 0xd8) || at(0, 4) === "GIF8") return true;
  return (at(0, 4) === "RIFF" && at(8, 12) === "WEBP") || (at(4, 8) === "ftyp" && /avi[fs]/.test(at(8, 32)));
}
