import type { PngOptions, Sharp } from "sharp";

/** What YouTube takes best: 16:9, at least 1280 wide, under 2 MB. */
export const thumbnailWidth = 1280;
export const thumbnailHeight = 720;
/** A file has fewer bytes than this. */
export const thumbnailMaxBytes = 2_000_000;
export const thumbnailMimeType = "image/png";

/** Choosing a filter for each line takes four times as long, and spares a picture without photographs next to nothing. */
const flatEncoding: PngOptions = { compressionLevel: 2 };

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
 * A PNG under the size limit. `open` answers the picture anew for each try; `finish` adds what the file says of itself,
 * which counts toward its size. `isFlat` is a picture of letters and plain surfaces alone.
 */
export async function encodePng(
  open: () => Sharp,
  finish: (png: Buffer) => Buffer = (png) => png,
  isFlat = false,
): Promise<Buffer> {
  for (const encoding of isFlat ? [flatEncoding, ...encodings] : encodings) {
    const file = finish(await open().png(encoding).toBuffer());
    if (file.length < thumbnailMaxBytes) return file;
  }
  throw new Error("The picture could not be made small enough.");
}
