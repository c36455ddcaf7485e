import sharp, { type Sharp } from "sharp";
import { failure } from "#server/platform/failure.ts";

export interface Picture {
  bytes: Buffer;
  extension: "jpg" | "png" | "webp" | "gif";
  width: number;
  height: number;
}

/** Of all frames together; about four times what a 12-megapixel camera takes. */
const mostPixels = 50_000_000;
const mostFrames = 300;
/** The longest side that is kept, in pixels. */
const longestSide = 4096;

const unsupported = "Please upload a JPEG, PNG, WebP or GIF image.";

/**
 * Decodes a picture and makes it anew in its own format, upright, without metadata. What it is decides its content,
 * never its name. Throws 415 for anything that is no sound JPEG, PNG, WebP or GIF, 413 for one that unpacks to too
 * many pixels.
 */
export async function recode(bytes: Buffer): Promise<Picture> {
  const extension = formatOf(bytes);
  if (!extension) throw failure("UNSUPPORTED_TYPE", unsupported);
  const animated = extension === "gif" || extension === "webp";
  await requireFewPixels(bytes, animated);
  try {
    const decoded = sharp(bytes, { animated, failOn: "error", limitInputPixels: mostPixels })
      .timeout({ seconds: 20 })
      .autoOrient()
      .resize({ width: longestSide, height: longestSide, fit: "inside", withoutEnlargement: true });
    const { data, info } = await encoded(decoded, extension).toBuffer({ resolveWithObject: true });
    return { bytes: data, extension, width: info.width, height: info.pageHeight ?? info.height };
  } catch (error) {
    throw failure("UNSUPPORTED_TYPE", unsupported, { cause: error });
  }
}

/** Reads the head alone, which is cheap whatever the picture would unpack to. */
async function requireFewPixels(bytes: Buffer, animated: boolean): Promise<void> {
  const head = await sharp(bytes, { animated, limitInputPixels: false })
    .metadata()
    .catch((error: unknown) => {
      throw failure("UNSUPPORTED_TYPE", unsupported, { cause: error });
    });
  const frames = head.pages ?? 1;
  const pixels = head.width * (head.pageHeight ?? head.height) * frames;
  if (pixels > mostPixels || frames > mostFrames)
    throw failure("TOO_LARGE", "This image has too many pixels. Please upload a smaller image.");
}

function encoded(picture: Sharp, extension: Picture["extension"]): Sharp {
  if (extension === "jpg") return picture.jpeg({ quality: 86, mozjpeg: true });
  if (extension === "png") return picture.png();
  if (extension === "webp") return picture.webp({ quality: 86 });
  return picture.gif();
}

/** By the first bytes; the formats that decoders take for a script or another picture's wrapper never get further. */
function formatOf(bytes: Buffer): Picture["extension"] | null {
  if (bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return "jpg";
  if (bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])))
    return "png";
  if (/^GIF8[79]a$/.test(bytes.toString("latin1", 0, 6))) return "gif";
  const isWebp = bytes.toString("latin1", 0, 4) === "RIFF" && bytes.toString("latin1", 8, 12) === "WEBP";
  return isWebp ? "webp" : null;
}
