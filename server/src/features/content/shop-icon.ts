import type { IconSide } from "#contract/uploads.ts";
import { keepDrawn } from "#server/platform/keep-drawn.ts";
import { loadSharp } from "#server/platform/load-sharp.ts";
import type { Platform } from "#server/platform/platform.ts";
import { mostSeconds } from "#server/platform/recode-picture.ts";
import { keyOfUpload } from "#server/platform/storage.ts";
import { readCachedSection } from "./sections.service.ts";
import { footerSection } from "./sections.ts";

/** What stands where the owner has put up no logo: files of the build. */
export const productIcons: Record<IconSide, string> = {
  64: "/favicon.svg",
  180: "/apple-touch-icon.png",
  192: "/icon-192.png",
  512: "/icon-512.png",
};

const kept = keepDrawn<Buffer>(16);

/** The owner's logo as a square PNG; null where it is no upload, or one that can't be drawn. */
export async function readShopIcon(platform: Platform, side: IconSide): Promise<Buffer | null> {
  const { logoUrl } = (await readCachedSection(platform, footerSection)).middleSection;
  const key = keyOfUpload(logoUrl);
  if (!key) return null;
  return kept(`${key} ${side}`, () =>
    drawIcon(platform, key, side).catch((error: unknown) => {
      platform.log.warn({ err: error, key }, "the shop's icon could not be drawn");
      throw error;
    }),
  );
}

async function drawIcon({ storage }: Platform, key: string, side: IconSide): Promise<Buffer | null> {
  const bytes = await storage.get(key);
  if (!bytes) return null;
  const sharp = await loadSharp();
  const [pixels, square] = [Number(side), sharp(bytes).timeout({ seconds: mostSeconds })];
  const fit = "contain";
  if (side !== "180") return square.resize(pixels, pixels, { fit, background: clear }).png().toBuffer();
  // An iPhone paints black behind what is clear.
  const background = (await isLight(bytes)) ? "#002d32" : "#ffffff";
  return square.flatten({ background }).resize(pixels, pixels, { fit, background }).png().toBuffer();
}

const clear = { r: 0, g: 0, b: 0, alpha: 0 };

/** Whether white paper would hide the logo: it leaves hardly a trace there. */
export async function isLight(logo: Buffer): Promise<boolean> {
  const sharp = await loadSharp();
  // The library counts what it was given: on paper it has to be made first.
  const onPaper = await sharp(logo).flatten({ background: "#ffffff" }).greyscale().png().toBuffer();
  const { channels } = await sharp(onPaper).stats();
  return channels[0]!.mean > 245;
}
