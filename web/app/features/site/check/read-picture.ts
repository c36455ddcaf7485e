import { canvas } from "#drawing/canvas.ts";
import { checkBytes, checkPicture, checkShape } from "#drawing/check/check-picture.ts";
import type { Finding } from "#drawing/check/finding.ts";
import type { Pixels } from "#drawing/check/pixels.ts";
import { readHead } from "#web/features/site/check/picture-head.ts";
import { contextOf, pixelsOf } from "#web/ui/drawn/pixels.ts";

/** A picture that was given, as a list of videos would show it. */
export interface CheckedPicture {
  /** The file's own name. */
  name: string;
  /** Of a still copy in 16:9; to be revoked once nothing shows it. */
  url: string;
  pixels: Pixels;
  findings: Finding[];
}

/** More is no thumbnail, and could take all of a device's memory. */
const mostFileBytes = 20_000_000;
const mostPixels = 50_000_000;
const leastSide = 16;

/** Reads a file on this device; nothing of it leaves it. `refusal` says why it can't be looked at. */
export async function readPicture(file: File): Promise<CheckedPicture | { refusal: string }> {
  const name = file.name || "The pasted picture";
  const refusal = await refusalOf(file);
  if (typeof refusal === "string") return { refusal: `${name} ${refusal}` };
  const bitmap = await createImageBitmap(file).catch(() => null);
  if (!bitmap)
    return {
      refusal: `${name} is damaged, or your browser can't show it. Save it anew as PNG or JPEG.`,
    };
  const { width, height } = bitmap;
  try {
    if (width < leastSide || height < leastSide)
      return { refusal: `${name} has only ${width}×${height} pixels: there is nothing to see on it.` };
    const pixels = pixelsOf(framed(bitmap, canvas.width / 4, canvas.height / 4));
    const findings: Finding[] = [
      ...(refusal.moves ? [{ what: "moves", mark: "bad" } as const] : []),
      checkShape({ width, height }),
      checkBytes(file.size),
      ...checkPicture(pixels),
    ];
    return { name, url: await stillCopy(bitmap), pixels, findings };
  } finally {
    bitmap.close();
  }
}

/** What is wrong with the file, or whether it moves where nothing is. */
async function refusalOf(file: File): Promise<string | { moves: boolean }> {
  if (file.size === 0) return "is empty.";
  if (file.size > mostFileBytes) {
    const size = Math.round(file.size / 1e6);
    return `has ${size} MB. Up to 20 MB can be looked at here, and 2 MB are taken.`;
  }
  const head = readHead(new Uint8Array(await file.arrayBuffer()));
  if (head === "svg") return "is an SVG drawing. Save it as PNG or JPEG first.";
  if (head === "heic") return "is a HEIC photo, which few browsers show. Save it as JPEG first.";
  if (head === "other") return "is not a picture. A PNG, JPEG, WebP, GIF or AVIF can be looked at.";
  const { size, moves } = head;
  if (size && size.width * size.height > mostPixels)
    return `has too many pixels: ${size.width}×${size.height}. 1280×720 is enough.`;
  return { moves };
}

/** The whole picture in 16:9, with bars where it is not. */
function framed(bitmap: ImageBitmap, width: number, height: number): CanvasRenderingContext2D {
  const context = contextOf({ width, height });
  context.fillStyle = "#000000";
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = "high";
  const scale = Math.min(width / bitmap.width, height / bitmap.height);
  const [wide, tall] = [bitmap.width * scale, bitmap.height * scale];
  context.drawImage(bitmap, (width - wide) / 2, (height - tall) / 2, wide, tall);
  return context;
}

async function stillCopy(bitmap: ImageBitmap): Promise<string> {
  const { canvas: surface } = framed(bitmap, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((made) => surface.toBlob(made, "image/jpeg", 0.92));
  if (!blob) throw new Error("The browser made no picture of a canvas.");
  return URL.createObjectURL(blob);
}
