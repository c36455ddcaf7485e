import { crc32 } from "node:zlib";

export interface PngChunk {
  type: string;
  data: Buffer;
}

export interface PngHeader {
  width: number;
  height: number;
  bitDepth: number;
  colourType: number;
  interlaced: boolean;
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Where the first chunk after the header begins. */
export const afterHeader = 8 + 25;

export function isPng(bytes: Buffer): boolean {
  return bytes.subarray(0, 8).equals(signature);
}

/** The chunks of a PNG in their order, each one's checksum held; null where the file is not whole and sound. */
export function readChunks(png: Buffer): PngChunk[] | null {
  if (!isPng(png)) return null;
  const chunks: PngChunk[] = [];
  for (let at = 8; at < png.length; ) {
    if (at + 12 > png.length) return null;
    const length = png.readUInt32BE(at);
    const end = at + 12 + length;
    if (end > png.length) return null;
    if (crc32(png.subarray(at + 4, end - 4)) !== png.readUInt32BE(end - 4)) return null;
    chunks.push({ type: png.toString("latin1", at + 4, at + 8), data: png.subarray(at + 8, end - 4) });
    at = end;
  }
  return chunks[0]?.type === "IHDR" && chunks.at(-1)?.type === "IEND" ? chunks : null;
}

export function readHeader(chunks: readonly PngChunk[]): PngHeader | null {
  const data = chunks[0]?.data;
  if (data?.length !== 13) return null;
  return {
    width: data.readUInt32BE(0),
    height: data.readUInt32BE(4),
    bitDepth: data[8]!,
    colourType: data[9]!,
    interlaced: data[12] !== 0,
  };
}

/** Puts chunks right behind the header, where readers look for metadata; the rest stays byte for byte. */
export function withChunks(png: Buffer, chunks: readonly PngChunk[]): Buffer[] {
  return [png.subarray(0, afterHeader), ...chunks.map(encodeChunk), png.subarray(afterHeader)];
}

/** The file made of these chunks. */
export function writeChunks(chunks: readonly PngChunk[]): Buffer {
  return Buffer.concat([signature, ...chunks.map(encodeChunk)]);
}

function encodeChunk({ type, data }: PngChunk): Buffer {
  const chunk = Buffer.allocUnsafe(data.length + 12);
  chunk.writeUInt32BE(data.length, 0);
  chunk.write(type, 4, "latin1");
  data.copy(chunk, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, data.length + 8)), data.length + 8);
  return chunk;
}
