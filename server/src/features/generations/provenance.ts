import { crc32 } from "node:zlib";

/** Larger ones are left behind, so that the file stays under its limit. */
const maxC2paBytes = 200_000;
const maxXmpBytes = 100_000;

/**
 * The PNG with what the model's picture says of its origin: its XMP packet, with IPTC's digital source type added where
 * that lacks it, and its C2PA manifest store (JUMBF) as it stands. A damaged part is left behind.
 */
export function withProvenance(png: Buffer, source: Buffer, xmp: string | null): Buffer {
  const packet = withSourceType(xmp !== null && xmp.length <= maxXmpBytes ? xmp : null);
  const c2pa = readC2pa(source);
  // Where readers look for it: right behind the header, which is 8 bytes of signature and a chunk of 25. sharp's own
  // `withXmp` writes a zTXt chunk; XMP's specification (part 3, 1.1.5) wants an uncompressed iTXt.
  return Buffer.concat([
    png.subarray(0, 33),
    chunk("iTXt", Buffer.from(`XML:com.adobe.xmp\0\0\0\0\0${packet}`, "utf8")),
    ...(c2pa && c2pa.length <= maxC2paBytes ? [chunk("caBX", c2pa)] : []),
    png.subarray(33),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const made = Buffer.allocUnsafe(data.length + 12);
  made.writeUInt32BE(data.length, 0);
  made.write(type, 4, "latin1");
  data.copy(made, 8);
  made.writeUInt32BE(crc32(made.subarray(4, data.length + 8)), data.length + 8);
  return made;
}

/** IPTC's term for media made by a trained model: https://cv.iptc.org/newscodes/digitalsourcetype/ */
const sourceType = "http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia";

const ownDescription = [
  `<rdf:Description rdf:about="" xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/"`,
  ` Iptc4xmpExt:DigitalSourceType="${sourceType}"/>`,
].join("");

const ownPacket = [
  `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>`,
  `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">`,
  ownDescription,
  `</rdf:RDF></x:xmpmeta><?xpacket end="w"?>`,
].join("");

/** The shop's own packet where there was none, or one that cannot be added to. */
function withSourceType(xmp: string | null): string {
  if (xmp === null) return ownPacket;
  if (/digitalsourcetype\/(trainedAlgorithmicMedia|compositeWithTrainedAlgorithmicMedia)/.test(xmp))
    return xmp;
  const end = xmp.lastIndexOf("</rdf:RDF>");
  return end === -1 ? ownPacket : xmp.slice(0, end) + ownDescription + xmp.slice(end);
}

/** What one APP11 segment holds of a box: 65,535 bytes without its length, "JP", numbers and the box's own header. */
const pieceBytes = 65_535 - 2 - 8 - 8;

/** The JPEG with a C2PA manifest store in APP11 segments, each with the box's header again (ISO 19566-5, annex D). */
export function withC2pa(jpeg: Buffer, c2pa: Buffer | null): Buffer {
  if (!c2pa) return jpeg;
  const pieces: Buffer[] = [];
  for (let at = 8; at < c2pa.length; at += pieceBytes) {
    const data = c2pa.subarray(at, at + pieceBytes);
    const head = Buffer.from([0xff, 0xeb, 0, 0, 0x4a, 0x50, 0, 1, 0, 0, 0, 0]);
    head.writeUInt16BE(data.length + 18, 2);
    head.writeUInt32BE(pieces.length + 1, 8);
    pieces.push(Buffer.concat([head, c2pa.subarray(0, 8), data]));
  }
  // Behind APP0 and APP1, which readers look for at the start.
  let at = 2;
  while (jpeg[at] === 0xff && (jpeg[at + 1] === 0xe0 || jpeg[at + 1] === 0xe1))
    at += 2 + jpeg.readUInt16BE(at + 2);
  return Buffer.concat([jpeg.subarray(0, at), ...pieces, jpeg.subarray(at)]);
}

/** The C2PA manifest store of a PNG, JPEG or WebP (C2PA 2.1, appendix A.3); null where there is none. */
export function readC2pa(bytes: Buffer): Buffer | null {
  if (bytes[0] === 0xff) return ofJpeg(bytes);
  if (bytes.toString("latin1", 0, 4) === "RIFF") return ofWebp(bytes);
  return bytes.toString("latin1", 1, 4) === "PNG" ? ofPng(bytes) : null;
}

function ofPng(bytes: Buffer): Buffer | null {
  for (let at = 8; at + 12 <= bytes.length; ) {
    const end = at + 12 + bytes.readUInt32BE(at);
    if (bytes.toString("latin1", at + 4, at + 8) === "caBX")
      return end <= bytes.length ? bytes.subarray(at + 8, end - 4) : null;
    at = end;
  }
  return null;
}

function ofWebp(bytes: Buffer): Buffer | null {
  for (let at = 12; at + 8 <= bytes.length; ) {
    const length = bytes.readUInt32LE(at + 4);
    if (bytes.toString("latin1", at, at + 4) === "C2PA") return bytes.subarray(at + 8, at + 8 + length);
    at += 8 + length + (length % 2);
  }
  return null;
}

/** APP11 holds JUMBF in pieces, each repeating the box's header (ISO 19566-5, annex D). */
function ofJpeg(bytes: Buffer): Buffer | null {
  const pieces: Buffer[] = [];
  for (let at = 2; at + 4 <= bytes.length && bytes[at] === 0xff; ) {
    const marker = bytes[at + 1]!;
    if (marker === 0xda || marker === 0xd9) break;
    const end = at + 2 + bytes.readUInt16BE(at + 2);
    const data = bytes.subarray(at + 4, end);
    const isJumbf = data.toString("latin1", 0, 2) === "JP" && data.toString("latin1", 12, 16) === "jumb";
    // Marker, instance and sequence take 8 bytes; the box's own length and type 8 more, kept of the first piece only.
    if (marker === 0xeb && isJumbf) pieces.push(data.subarray(pieces.length === 0 ? 8 : 16));
    at = end;
  }
  const joined = Buffer.concat(pieces);
  return joined.includes("c2pa") ? joined : null;
}
