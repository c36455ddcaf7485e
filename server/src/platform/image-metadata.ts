import { limitConcurrency } from "./concurrency.ts";
import { loadSharp } from "./load-sharp.ts";

/** What one picture may unpack to: 33 megapixels of a photograph. */
export const mostDecodedBytes = 100_000_000;

export interface ImageMetadata {
  width: number;
  /** Of one frame. */
  height: number;
  frames: number;
  /** All frames together. */
  pixels: number;
  /** Whether it unpacks to more than a process should hold at once. */
  isTooLarge: boolean;
  xmp: string | null;
}

const inTurn = limitConcurrency(2);

/** Reads the head alone, which is cheap whatever the picture would unpack to. Throws where it is no picture. */
export async function readImageMetadata(bytes: Buffer, animated: boolean): Promise<ImageMetadata> {
  const sharp = await loadSharp();
  const head = await inTurn(() => sharp(bytes, { animated, limitInputPixels: false }).metadata());
  const { width, pageHeight: height = head.height, pages: frames = 1 } = head;
  const pixels = width * height * frames;
  // Decoders hold an interlaced or progressive picture a second time while its passes come together.
  const decodedBytes = pixels * head.channels * bytesOf(head.depth) * (head.isProgressive ? 2 : 1);
  return {
    width,
    height,
    frames,
    pixels,
    isTooLarge: decodedBytes > mostDecodedBytes,
    xmp: head.xmpAsString ?? null,
  };
}

/** Of one channel of one pixel, in libvips' names. */
function bytesOf(depth: string): number {
  if (depth === "uchar" || depth === "char") return 1;
  return depth === "ushort" || depth === "short" ? 2 : 4;
}
