import { isPng, readChunks } from "./png-chunks.ts";
import { readXmpChunk } from "./xmp.ts";

/** What a picture says of its origin: the XMP packet, and the C2PA manifest store (JUMBF) as it stands. */
export interface Provenance {
  xmp: string | null;
  c2pa: Buffer | null;
}

/** Larger ones are left behind, so that the file stays under its limit. */
const maxC2paBytes = 200_000;
const maxXmpBytes = 100_000;

/** Reads the provenance out of a PNG, JPEG or WebP. A picture without any, or a damaged part, gives null. */
export function readProvenance(bytes: Buffer): Provenance {
  const found = isPng(bytes) ? ofPng(bytes) : bytes[0] === 0xff ? ofJpeg(bytes) : ofWebp(bytes);
  return {
    xmp: found.xmp !== null && found.xmp.length <= maxXmpBytes ? found.xmp : null,
    c2pa: found.c2pa !== null && found.c2pa.length <= maxC2paBytes ? found.c2pa : null,
  };
}

function ofPng(bytes: Buffer): Provenance {
  const chunks = readChunks(bytes) ?? [];
  return {
    xmp: chunks.map(readXmpChunk).find((xmp) => xmp !== null) ?? null,
    c2pa: chunks.find(({ type }) => type === "caBX")?.data ?? null,
  };
}

/** RIFF chunks "XMP " and "C2PA". */
function ofWebp(bytes: Buffer): Provenance {
  const found: Provenance = { xmp: null, c2pa: null };
  if (bytes.toString("latin1", 0, 4) !== "RIFF") return found;
  for (let at = 12; at + 8 <= bytes.length; ) {
    const type = bytes.toString("latin1", at, at + 4);
    const length = bytes.readUInt32LE(at + 4);
    const data = bytes.subarray(at + 8, at + 8 + length);
    if (type === "XMP ") found.xmp = data.toString("utf8");
    if (type === "C2PA") found.c2pa = data;
    at += 8 + length + (length % 2);
  }
  return found;
}

const xmpMarker = "http://ns.adobe.com/xap/1.0/\0";

/** APP1 holds XMP; APP11 holds JUMBF in pieces, each repeating the box's header (ISO 19566-5, annex D). */
function ofJpeg(bytes: Buffer): Provenance {
  const found: Provenance = { xmp: null, c2pa: null };
  const pieces: Buffer[] = [];
  for (let at = 2; at + 4 <= bytes.length && bytes[at] === 0xff; ) {
    const marker = bytes[at + 1]!;
    if (marker === 0xda || marker === 0xd9) break;
    const end = at + 2 + bytes.readUInt16BE(at + 2);
    const data = bytes.subarray(at + 4, end);
    if (marker === 0xe1 && data.toString("latin1", 0, xmpMarker.length) === xmpMarker) {
      found.xmp = data.toString("utf8", xmpMarker.length);
    }
    const jumbf = data.toString("latin1", 0, 2) === "JP" && data.toString("latin1", 12, 16) === "jumb";
    // Marker, instance and sequence take 8 bytes; the box's own length and type 8 more, kept of the first piece only.
    if (marker === 0xeb && jumbf) pieces.push(data.subarray(pieces.length === 0 ? 8 : 16));
    at = end;
  }
  const joined = Buffer.concat(pieces);
  if (joined.includes("c2pa")) found.c2pa = joined;
  return found;
}
