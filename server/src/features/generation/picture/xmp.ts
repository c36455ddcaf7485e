import { inflateSync } from "node:zlib";
import type { PngChunk } from "./png-chunks.ts";

const keyword = "XML:com.adobe.xmp\0";
const maxXmpBytes = 256 * 1024;

/** IPTC's term for media made by a trained model. Source: IPTC NewsCodes, Digital Source Type. */
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

/** Whether the packet already says that a model made the picture, alone or as a part. */
export function statesSource(xmp: string): boolean {
  return /digitalsourcetype\/(trainedAlgorithmicMedia|compositeWithTrainedAlgorithmicMedia)/.test(xmp);
}

/**
 * The model's packet with the digital source type added where it lacks it; the shop's own where there was none, or
 * one that cannot be added to.
 */
export function withSourceType(xmp: string | null): string {
  if (xmp === null) return ownPacket;
  if (statesSource(xmp)) return xmp;
  const end = xmp.lastIndexOf("</rdf:RDF>");
  return end === -1 ? ownPacket : xmp.slice(0, end) + ownDescription + xmp.slice(end);
}

export function isXmpChunk({ type, data }: PngChunk): boolean {
  return type === "iTXt" && data.toString("latin1", 0, keyword.length) === keyword;
}

/** The XMP text of a PNG's iTXt chunk; null where it is another text, or unreadable. */
export function readXmpChunk(chunk: PngChunk): string | null {
  if (!isXmpChunk(chunk)) return null;
  const { data } = chunk;
  const compressed = data[keyword.length] === 1;
  const languageEnd = data.indexOf(0, keyword.length + 2);
  const translatedEnd = languageEnd === -1 ? -1 : data.indexOf(0, languageEnd + 1);
  if (translatedEnd === -1) return null;
  const text = data.subarray(translatedEnd + 1);
  try {
    const bytes = compressed ? inflateSync(text, { maxOutputLength: maxXmpBytes }) : text;
    return bytes.length > maxXmpBytes ? null : bytes.toString("utf8");
  } catch {
    return null;
  }
}

export function xmpChunk(xmp: string): PngChunk {
  const header = Buffer.from(`${keyword}\0\0\0\0`, "latin1");
  return { type: "iTXt", data: Buffer.concat([header, Buffer.from(xmp, "utf8")]) };
}
