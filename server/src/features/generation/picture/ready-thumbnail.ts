import { constants, inflateSync } from "node:zlib";
import { lengthOf } from "#server/providers/storage/storage.ts";
import { thumbnailHeight, thumbnailMaxBytes, thumbnailWidth } from "./measures.ts";
import {
  type PngChunk,
  type PngHeader,
  readChunks,
  readHeader,
  withChunks,
  writeChunks,
} from "./png-chunks.ts";
import { isXmpChunk, readXmpChunk, statesSource, withSourceType, xmpChunk } from "./xmp.ts";

const channels: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
const headBytes = 1024;

/**
 * The file for a picture that already is a plain 1280×720 PNG of the right size: the very bytes that the model
 * sent, uncopied, with the digital source type added where they lack it. Null where it has to be drawn anew. Nothing is
 * decoded: each chunk's checksum vouches for its bytes, and only the head of the pixels is looked at.
 */
export function readyThumbnail(bytes: Buffer): readonly Buffer[] | null {
  const chunks = readChunks(bytes);
  const header = chunks && readHeader(chunks);
  if (!chunks || !header || !isPlain(chunks, header) || !startsWell(chunks, header)) return null;
  const ready = withSource(bytes, chunks);
  return lengthOf(ready) < thumbnailMaxBytes ? ready : null;
}

function isPlain(chunks: readonly PngChunk[], header: PngHeader): boolean {
  if (header.width !== thumbnailWidth || header.height !== thumbnailHeight) return false;
  if (header.bitDepth !== 8 || header.interlaced || channels[header.colourType] === undefined) return false;
  // An unknown critical chunk (capital first letter) or an animation is for a decoder to judge.
  const known = new Set(["IHDR", "PLTE", "IDAT", "IEND"]);
  if (chunks.some(({ type }) => (/^[A-Z]/.test(type) && !known.has(type)) || type === "acTL")) return false;
  return header.colourType !== 3 || chunks.some(({ type }) => type === "PLTE");
}

/** Whether the compressed pixels begin as zlib data does, and their rows as rows do. */
function startsWell(chunks: readonly PngChunk[], header: PngHeader): boolean {
  const first = chunks.find(({ type, data }) => type === "IDAT" && data.length > 0)?.data;
  if (!first) return false;
  const row = 1 + header.width * channels[header.colourType]!;
  try {
    const head = inflateSync(first.subarray(0, headBytes), {
      finishFlush: constants.Z_SYNC_FLUSH,
      maxOutputLength: row * header.height + 1,
    });
    for (let at = 0; at < head.length; at += row) if (head[at]! > 4) return false;
    return head.length > 0;
  } catch {
    return false;
  }
}

function withSource(bytes: Buffer, chunks: readonly PngChunk[]): readonly Buffer[] {
  const present = chunks.find(isXmpChunk);
  const xmp = present ? readXmpChunk(present) : null;
  if (xmp !== null && statesSource(xmp)) return [bytes];
  const chunk = xmpChunk(withSourceType(xmp));
  if (!present) return withChunks(bytes, [chunk]);
  return [writeChunks(chunks.map((one) => (one === present ? chunk : one)))];
}
