import { randomBytes } from "node:crypto";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import {
  c2paBox,
  hugeImage,
  noisyImage,
  provenImage,
  withChunks,
  xmpPacket,
} from "#emulators/gemini/fault-images.ts";
import { readC2pa } from "#server/features/generations/provenance.ts";
import { toThumbnail } from "#server/features/generations/to-thumbnail.ts";
import { readChunks, writeChunks, xmpOf } from "./png.ts";

async function picture(width = 1280, height = 720) {
  const dots = {
    create: {
      width: 64,
      height: 36,
      channels: 3,
      background: "#204060",
      noise: { type: "gaussian", mean: 120, sigma: 40 },
    },
  } as const;
  return sharp(dots).resize(width, height, { fit: "fill", kernel: "cubic" }).png({ adaptiveFiltering: true });
}

let kept: Promise<Buffer> | undefined;
/** The PNG of the right size that most cases begin with, drawn once. */
function soundPng(): Promise<Buffer> {
  kept ??= picture().then((made) => made.toBuffer());
  return kept;
}

async function expectThumbnail(bytes: Buffer) {
  expect(bytes.length).toBeLessThan(2_000_000);
  const info = await sharp(bytes, { failOn: "warning" }).metadata();
  expect(info).toMatchObject({ format: "png", width: 1280, height: 720 });
  await sharp(bytes, { failOn: "warning" }).raw().toBuffer();
  const texts = readChunks(bytes).filter(({ type }) => /^.(TXt|EXt)$/.test(type));
  expect(texts.map(({ type }) => type)).toEqual(["iTXt"]);
  expect(xmpOf(bytes).match(/digitalsourcetype\/trainedAlgorithmicMedia/g)).toHaveLength(1);
}

describe("whatever the model sends becomes a PNG of 1280×720 under 2,000,000 bytes that says how it was made", () => {
  test.each([
    ["a PNG of the right size", soundPng],
    [
      "a palette PNG of the right size",
      async () => (await picture()).png({ palette: true, effort: 1 }).toBuffer(),
    ],
    ["an interlaced PNG", async () => (await picture()).png({ progressive: true }).toBuffer()],
    ["a 16-bit PNG", async () => (await picture()).toColourspace("rgb16").toBuffer()],
    ["a transparent PNG", async () => (await picture()).ensureAlpha(0.4).toBuffer()],
    ["a square PNG", async () => (await picture(1024, 1024)).toBuffer()],
    ["a tall PNG", async () => (await picture(768, 1376)).toBuffer()],
    ["a tiny PNG", async () => (await picture(64, 36)).toBuffer()],
    ["a JPEG", async () => (await picture(1344, 768)).jpeg().toBuffer()],
    ["a grey JPEG", async () => (await picture(1344, 768)).greyscale().jpeg().toBuffer()],
    ["a CMYK JPEG", async () => (await picture(1344, 768)).toColourspace("cmyk").jpeg().toBuffer()],
    ["a WebP", async () => (await picture(1344, 768)).webp().toBuffer()],
    ["an AVIF", async () => (await picture(1344, 768)).avif({ effort: 0 }).toBuffer()],
    ["a PNG of 12 MB", async () => hugeImage(await soundPng())],
    ["a PNG of too many bytes", async () => noisyImage(await soundPng())],
  ])("%s", async (_name, make) => expectThumbnail(await toThumbnail(await make())));
});

test("XMP without a source gets one, and keeps what else it says", async () => {
  const other = xmpPacket.replace(/ Iptc4xmpExt:DigitalSourceType="[^"]*"/, "");
  const text = Buffer.concat([Buffer.from("XML:com.adobe.xmp\0\0\0\0\0", "latin1"), Buffer.from(other)]);
  const made = await toThumbnail(withChunks(await soundPng(), [{ type: "iTXt", data: text }]));
  await expectThumbnail(made);
  expect(xmpOf(made)).toContain("Made with Google AI");
});

test("provenance comes along when the picture has to be drawn anew", async () => {
  const png = await toThumbnail(provenImage(await (await picture(1344, 768)).toBuffer()));
  await expectThumbnail(png);
  expect(readC2pa(png)?.equals(c2paBox())).toBe(true);
  expect(xmpOf(png)).toContain("Made with Google AI");

  const jpeg = await (await picture(1344, 768)).withXmp(xmpPacket).jpeg().toBuffer();
  const box = c2paBox();
  const piece = Buffer.concat([Buffer.from("JP\0\x01\0\0\0\x01", "latin1"), box]);
  const segment = Buffer.concat([Buffer.from([0xff, 0xeb, 0, 0]), piece]);
  segment.writeUInt16BE(piece.length + 2, 2);
  const made = await toThumbnail(Buffer.concat([jpeg.subarray(0, 2), segment, jpeg.subarray(2)]));
  await expectThumbnail(made);
  expect(readC2pa(made)?.equals(box)).toBe(true);
  expect(xmpOf(made)).toContain("Made with Google AI");

  const webp = await toThumbnail(await (await picture(1344, 768)).withXmp(xmpPacket).webp().toBuffer());
  expect(xmpOf(webp)).toContain("Made with Google AI");
});

/** A PNG that leases a size without holding it. */
function bomb(width: number, height: number, data: Buffer): Buffer {
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0, 0]);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  return writeChunks([
    { type: "IHDR", data: header },
    { type: "IDAT", data },
    { type: "IEND", data: Buffer.alloc(0) },
  ]);
}

describe("what is no sound picture is refused", () => {
  test.each([
    ["no bytes", async () => Buffer.alloc(0)],
    ["random bytes", async () => randomBytes(5000)],
    ["text", async () => Buffer.from("<html><body>502 Bad Gateway</body></html>")],
    ["SVG", async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="1280" height="720"/>')],
    ["a PNG that was cut", async () => (await soundPng()).subarray(0, 30_000)],
    [
      "a JPEG that was cut",
      async () => (await (await picture(1344, 768)).jpeg().toBuffer()).subarray(0, 9_000),
    ],
    [
      "a PNG with a flipped bit",
      async () => {
        const png = Buffer.from(await soundPng());
        png[Math.floor(png.length / 2)]! ^= 4;
        return png;
      },
    ],
    ["pixels that are no pixels", async () => bomb(1280, 720, randomBytes(5000))],
    ["a pixel bomb", async () => bomb(60_000, 60_000, Buffer.alloc(1000))],
  ])("%s", async (_name, make) => {
    const bytes = await make();
    await expect(toThumbnail(bytes)).rejects.toThrow();
  });
});
