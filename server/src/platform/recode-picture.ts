import type { Sharp } from "sharp";
import { limitConcurrency } from "#server/platform/concurrency.ts";
import { Failure, failure } from "#server/platform/failure.ts";
import { readImageMetadata } from "#server/platform/image-metadata.ts";
import { loadSharp } from "#server/platform/load-sharp.ts";

export const pictureTypes = {
  jpg: "image/jpeg",
  png: "image/png",
  webp: "image/webp",
  gif: "image/gif",
} as const;
type Extension = keyof typeof pictureTypes;

export interface Picture {
  bytes: Buffer;
  extension: Extension;
  width: number;
  height: number;
}

/** What a kind of upload takes, and what it keeps. */
export interface Accepted {
  extensions: readonly Extension[];
  /** Of what is kept, in pixels. */
  longestSide: number;
  /** A moving picture keeps all of its frames, or the first one. */
  animated: boolean;
  /** Why these bytes are refused. */
  unsupported: (bytes: Buffer) => string;
}

/** Of all frames together; about four times what a 12-megapixel camera takes. */
export const mostPixels = 50_000_000;
export const mostFrames = 300;
export const mostSeconds = 5;

const tooManyPixels = "This image has too many pixels. Please upload a smaller image.";

/** One at once, so that however many upload, a processor and most of the memory are left to everyone else. */
export const turns = { atOnce: 1, waiting: 8 };
const inTurn = limitConcurrency(turns.atOnce, turns.waiting);

/**
 * Decodes a picture and makes it anew in its own format, upright, without metadata. What it is decides its content,
 * never its name. Throws 415 for anything that is no sound picture of what is accepted, 413 for one that unpacks to too
 * much or takes too long, 503 where too many others wait.
 */
export async function recode(bytes: Buffer, accepted: Accepted): Promise<Picture> {
  const extension = formatOf(bytes);
  if (!extension || !accepted.extensions.includes(extension))
    throw failure("UNSUPPORTED_TYPE", accepted.unsupported(bytes));
  const animated = accepted.animated && (extension === "gif" || extension === "webp");
  try {
    const head = await readImageMetadata(bytes, animated);
    if (head.isTooLarge || head.pixels > mostPixels || head.frames > mostFrames)
      throw failure("TOO_LARGE", tooManyPixels);
    return await inTurn(() => recodeNow(bytes, extension, animated, accepted.longestSide));
  } catch (error) {
    if (error instanceof Failure) throw error;
    if (error instanceof Error && error.message.startsWith("timeout:"))
      throw failure("TOO_LARGE", tooManyPixels, { cause: error });
    throw failure("UNSUPPORTED_TYPE", accepted.unsupported(bytes), { cause: error });
  }
}

async function recodeNow(
  bytes: Buffer,
  extension: Extension,
  animated: boolean,
  longestSide: number,
): Promise<Picture> {
  const sharp = await loadSharp();
  const decoded = sharp(bytes, { animated, failOn: "error", limitInputPixels: mostPixels })
    .timeout({ seconds: mostSeconds })
    .autoOrient()
    .resize({ width: longestSide, height: longestSide, fit: "inside", withoutEnlargement: true });
  const { data, info } = await encoded(decoded, extension).toBuffer({ resolveWithObject: true });
  return { bytes: data, extension, width: info.width, height: info.pageHeight ?? info.height };
}

function encoded(picture: Sharp, extension: Extension): Sharp {
  if (extension === "jpg") return picture.jpeg({ quality: 86, mozjpeg: true });
  if (extension === "png") return picture.png();
  if (extension === "webp") return picture.webp({ quality: 86, effort: 2 });
  return picture.gif();
}

/** By the first bytes; the formats that decoders take for a script or another picture's wrapper never get further. */
function formatOf(bytes: Buffer): Extension | null {
  if (bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return "jpg";
  if (bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])))
    return "png";
  if (/^GIF8[79]a$/.test(bytes.toString("latin1", 0, 6))) return "gif";
  const isWebp = bytes.toString("latin1", 0, 4) === "RIFF" && bytes.toString("latin1", 8, 12) === "WEBP";
  return isWebp ? "webp" : null;
}
