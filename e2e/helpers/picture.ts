import sharp from "sharp";

/** A small picture as someone would upload it. */
export function picture(): Promise<Buffer> {
  return sharp({ create: { width: 64, height: 48, channels: 3, background: "#067a87" } })
    .png()
    .toBuffer();
}
