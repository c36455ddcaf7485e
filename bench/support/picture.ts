import sharp from "sharp";
import { renderThumbnail } from "#emulators/gemini/renderer/render.ts";

export type PictureKind = "jpeg" | "png";

/** A picture as the real model answers it: 1376×768, with the grain of a photograph. It is mostly a JPEG. */
export async function modelPicture(kind: PictureKind): Promise<Buffer> {
  const drawn = await renderThumbnail({
    title: "The truth about side projects",
    niche: "business",
    style: "colorful",
    variation: 0,
  });
  const raw = { width: 1376, height: 768, channels: 3 } as const;
  const pixels = await sharp(drawn)
    .resize(raw.width, raw.height, { fit: "cover" })
    .removeAlpha()
    .raw()
    .toBuffer();
  const noise = { type: "gaussian", mean: 128, sigma: 6 } as const;
  const grain = await sharp({ create: { ...raw, background: "#000", noise } })
    .raw()
    .toBuffer();
  for (let at = 0; at < pixels.length; at += 1)
    pixels[at] = Math.min(255, Math.max(0, pixels[at]! + grain[at]! - 128));
  const made = sharp(pixels, { raw });
  return kind === "jpeg"
    ? made.jpeg({ quality: 90 }).toBuffer()
    : made.png({ adaptiveFiltering: true }).toBuffer();
}

/**
 * Milliseconds of processor that the bare library takes for a 1280×720 PNG of these bytes, without a shop around it:
 * two at once on a thread each, as the shop has it.
 */
export async function barePictureTime(bytes: Buffer, count = 40): Promise<number> {
  sharp.concurrency(1);
  sharp.cache(false);
  const draw = () =>
    sharp(bytes)
      .resize(1280, 720, { fit: "cover" })
      .png({ compressionLevel: 2, adaptiveFiltering: true })
      .toBuffer();
  await draw();
  const before = process.cpuUsage();
  for (let made = 0; made < count; made += 2) await Promise.all([draw(), draw()]);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / count;
}
