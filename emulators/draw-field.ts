import { createHash } from "node:crypto";

/** A plain field of the text's own colour, with a corner of another: for tests, where drawing is not what is tested. */
export async function drawField(text: string, { width = 1280, height = 720 } = {}): Promise<Buffer> {
  // Loaded with the first picture.
  const { default: sharp } = await import("sharp");
  const [red = 0, green = 0, blue = 0, x = 0, y = 0] = createHash("sha256").update(text).digest();
  const plain = (r: number, g: number, b: number, share = 1) =>
    sharp({
      create: { width: width / share, height: height / share, channels: 3, background: { r, g, b } },
    });
  const corner = await plain(255 - red, 255 - green, 255 - blue, 2)
    .png()
    .toBuffer();
  return plain(red, green, blue)
    .composite([{ input: corner, left: x > 127 ? width / 2 : 0, top: y > 127 ? height / 2 : 0 }])
    .jpeg()
    .toBuffer();
}
