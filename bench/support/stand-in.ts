import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import sharp from "sharp";
import { renderThumbnail } from "#stand-ins/gemini/renderer/render.ts";

/**
 * The model of the benchmark: generateContent's answer with one picture, DELAY_MS after it was asked for. The answer
 * is made once, so that as little as possible of the machine goes into what is not measured. PICTURE chooses: "jpeg" is
 * what the real model mostly answers, 1376×768 with the grain of a photograph, "png" the same in the other format,
 * and "ready" a plain drawing of 1280×720, which no model answers and the shop need not draw anew.
 */
const drawn = await renderThumbnail({
  title: "The truth about side projects",
  niche: "business",
  style: "colorful",
  variation: 0,
});
const kind = process.env.PICTURE ?? "jpeg";
const picture = kind === "ready" ? drawn : await grained(drawn, kind);
const inlineData = {
  mimeType: kind === "jpeg" ? "image/jpeg" : "image/png",
  data: picture.toString("base64"),
};
const answer = Buffer.from(
  JSON.stringify({
    candidates: [{ content: { role: "model", parts: [{ inlineData }] }, finishReason: "STOP" }],
  }),
);
const delayMs = Number(process.env.DELAY_MS);

const server = createServer((request, response) => {
  request.resume();
  setTimeout(() => {
    response.writeHead(200, {
      "content-type": "application/json; charset=UTF-8",
      "content-length": answer.length,
    });
    response.end(answer);
  }, delayMs);
});
server.keepAliveTimeout = 60_000;
process.once("SIGTERM", () => process.exit(0));
server.listen(0, "127.0.0.1", () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, `${picture.length} bytes`);
});

async function grained(source: Buffer, format: string): Promise<Buffer> {
  const raw = { width: 1376, height: 768, channels: 3 } as const;
  const pixels = await sharp(source)
    .resize(raw.width, raw.height, { fit: "cover" })
    .removeAlpha()
    .raw()
    .toBuffer();
  const noise = { type: "gaussian", mean: 128, sigma: 6 } as const;
  const grain = await sharp({ create: { ...raw, background: "#000", noise } })
    .raw()
    .toBuffer();
  for (let at = 0; at < pixels.length; at += 1) {
    pixels[at] = Math.min(255, Math.max(0, pixels[at]! + grain[at]! - 128));
  }
  const made = sharp(pixels, { raw });
  return format === "jpeg"
    ? made.jpeg({ quality: 90 }).toBuffer()
    : made.png({ adaptiveFiltering: true }).toBuffer();
}
