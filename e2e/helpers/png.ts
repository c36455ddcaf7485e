import { crc32, inflateSync } from "node:zlib";

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Samples a pixel by PNG's colour type: grey, RGB, palette, grey and alpha, RGBA. */
const samples: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/**
 * Reads a PNG by its bytes, with nothing of the product's: the signature, every chunk's length and checksum, the
 * end, and as many pixels as the header promises. Throws where one of them is wrong.
 */
export function readPng(bytes: Buffer): { width: number; height: number; bytes: number } {
  if (!bytes.subarray(0, 8).equals(signature)) throw new Error("The file does not begin as a PNG.");
  const data: Buffer[] = [];
  let header: Buffer | undefined;
  let last = "";
  let at = 8;
  while (at < bytes.length) {
    const length = bytes.readUInt32BE(at);
    const typed = bytes.subarray(at + 4, at + 8 + length);
    const type = typed.subarray(0, 4).toString("latin1");
    if (at + 12 + length > bytes.length) throw new Error(`The chunk ${type} runs over the file's end.`);
    if (crc32(typed) !== bytes.readUInt32BE(at + 8 + length))
      throw new Error(`The chunk ${type} is damaged.`);
    if (type === "IHDR") header = typed.subarray(4);
    if (type === "IDAT") data.push(typed.subarray(4));
    last = type;
    at += 12 + length;
    if (type === "IEND") break;
  }
  if (last !== "IEND" || at !== bytes.length) throw new Error("The file does not end as a PNG.");
  if (!header) throw new Error("The file has no header.");
  const width = header.readUInt32BE(0);
  const height = header.readUInt32BE(4);
  const bitsAPixel = header.readUInt8(8) * (samples[header.readUInt8(9)] ?? 0);
  const promised = height * (1 + Math.ceil((width * bitsAPixel) / 8));
  const present = inflateSync(Buffer.concat(data)).length;
  if (header.readUInt8(12) === 0 && present !== promised) {
    throw new Error(`The picture has ${present} bytes where its header promises ${promised}.`);
  }
  return { width, height, bytes: bytes.length };
}
