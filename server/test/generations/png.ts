import { crc32, deflateSync } from "node:zlib";
import { withChunks } from "#emulators/gemini/fault-images.ts";

export interface PngChunk {
  type: string;
  data: Buffer;
}

const signature = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");

/** The chunks of a PNG in their order; throws where one's checksum does not hold. */
export function readChunks(png: Buffer): PngChunk[] {
  const chunks: PngChunk[] = [];
  for (let at = 8; at < png.length; ) {
    const end = at + 12 + png.readUInt32BE(at);
    if (crc32(png.subarray(at + 4, end - 4)) !== png.readUInt32BE(end - 4))
      throw new Error("A checksum is wrong.");
    chunks.push({ type: png.toString("latin1", at + 4, at + 8), data: png.subarray(at + 8, end - 4) });
    at = end;
  }
  return chunks;
}

export function writeChunks(chunks: readonly PngChunk[]): Buffer {
  return Buffer.concat([signature, withChunks(Buffer.alloc(0), chunks)]);
}

/** A sound PNG of 144 million black pixels in some 20 kB; of one bit each, so that it is made at once. */
export function pixelBomb(side = 12_000): Buffer {
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0]);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  return writeChunks([
    { type: "IHDR", data: header },
    { type: "IDAT", data: deflateSync(Buffer.alloc(side * (1 + side / 8))) },
    { type: "IEND", data: Buffer.alloc(0) },
  ]);
}

const xmpHead = "XML:com.adobe.xmp\0\0\0\0\0";

/** The XMP packet as its specification places it in a PNG: an uncompressed iTXt chunk. */
export function xmpOf(png: Buffer): string {
  const texts = readChunks(png).filter(
    ({ type, data }) => type === "iTXt" && data.toString("latin1", 0, xmpHead.length) === xmpHead,
  );
  return texts.map(({ data }) => data.toString("utf8", xmpHead.length)).join("");
}
