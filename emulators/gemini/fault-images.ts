import { randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";
import type { Sharp, SharpOptions } from "sharp";

export type Encoded = { mimeType: string; data: string };
export const encoded = (image: Buffer, mimeType = "image/png"): Encoded => ({
  mimeType,
  data: image.toString("base64"),
});

/** Loaded with the first picture. */
const open = async (image: Buffer, options?: SharpOptions): Promise<Sharp> =>
  (await import("sharp")).default(image, options);

export const squareImage = async (image: Buffer) =>
  (await open(image)).resize(1024, 1024, { fit: "cover" }).png().toBuffer();
export const tallImage = async (image: Buffer) =>
  (await open(image)).resize(768, 1376, { fit: "cover" }).png().toBuffer();
export const smallImage = async (image: Buffer) => (await open(image)).resize(64, 36).png().toBuffer();
/** The format that the image model mostly answers. */
export const jpegImage = async (image: Buffer) =>
  encoded(
    await (await open(image)).jpeg({ quality: 95, chromaSubsampling: "4:4:4" }).toBuffer(),
    "image/jpeg",
  );
export const webpImage = async (image: Buffer) =>
  encoded(await (await open(image)).webp({ quality: 95 }).toBuffer(), "image/webp");

/** The picture under film grain, which no lossless coding makes small: `size` is width and height in pixels. */
async function grained(image: Buffer, width: number, height: number, strength: number): Promise<Buffer> {
  const picture = await (await open(image))
    .resize(width, height, { fit: "cover" })
    .removeAlpha()
    .raw()
    .toBuffer();
  const grain = randomBytes(picture.length);
  for (let at = 0; at < picture.length; at += 1) {
    const value = (picture[at] ?? 0) + (((grain[at] ?? 0) % strength) - strength / 2);
    picture[at] = Math.min(255, Math.max(0, value));
  }
  const drawn = await open(picture, { raw: { width, height, channels: 3 } });
  return drawn.png({ compressionLevel: 1 }).toBuffer();
}

/** A PNG of more than 12 MB. */
export const hugeImage = (image: Buffer) => grained(image, 2752, 1536, 120);
/** Above 2 MB as a PNG also at 1280×720, so that a shop has to reduce its colours. */
export const noisyImage = (image: Buffer) => grained(image, 1376, 768, 160);

/** Puts chunks behind a PNG's header. */
export function withChunks(png: Buffer, chunks: readonly { type: string; data: Buffer }[]): Buffer {
  const headerEnd = 8 + 25;
  const built = chunks.map(({ type, data }) => {
    const named = Buffer.concat([Buffer.from(type, "latin1"), data]);
    const chunk = Buffer.alloc(named.length + 8);
    chunk.writeUInt32BE(data.length, 0);
    named.copy(chunk, 4);
    chunk.writeUInt32BE(crc32(named), named.length + 4);
    return chunk;
  });
  return Buffer.concat([png.subarray(0, headerEnd), ...built, png.subarray(headerEnd)]);
}

export const xmpPacket = [
  `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>`,
  `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">`,
  `<rdf:Description rdf:about="" xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/"`,
  ` xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" photoshop:Credit="Made with Google AI"`,
  ` Iptc4xmpExt:DigitalSourceType="http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia"/>`,
  `</rdf:RDF></x:xmpmeta><?xpacket end="w"?>`,
].join("");

/** A JUMBF superbox labelled `c2pa`, as a caBX chunk holds it: a description box and an empty claim. */
export function c2paBox(): Buffer {
  const box = (type: string, content: Buffer) => {
    const header = Buffer.alloc(8);
    header.writeUInt32BE(content.length + 8, 0);
    header.write(type, 4, "latin1");
    return Buffer.concat([header, content]);
  };
  const uuid = Buffer.from("63327061001100108000 00aa00389b71".replace(" ", ""), "hex");
  const description = box("jumd", Buffer.concat([uuid, Buffer.from([3]), Buffer.from("c2pa\0", "latin1")]));
  const claim = box(
    "json",
    Buffer.from(JSON.stringify({ claim_generator: "Google C2PA Core Generator Library" })),
  );
  return box("jumb", Buffer.concat([description, claim]));
}

/** The picture with the provenance that Google's models give: C2PA in `caBX`, XMP in `iTXt`. */
export function provenImage(png: Buffer): Buffer {
  const header = Buffer.from("XML:com.adobe.xmp\0\0\0\0\0", "latin1");
  return withChunks(png, [
    { type: "iTXt", data: Buffer.concat([header, Buffer.from(xmpPacket, "utf8")]) },
    { type: "caBX", data: c2paBox() },
  ]);
}
