import sharp from "sharp";
import type { Tx } from "#server/db/database.ts";
import { readCachedSection } from "#server/features/content/sections.service.ts";
import { footerSection } from "#server/features/content/sections.ts";
import { readShopSettings } from "#server/features/settings/settings.service.ts";
import type { Platform } from "#server/platform/platform.ts";
import type { OrderRow, SellerBlock } from "./orders.repository.ts";

const uploads = "/uploads/";

/** Seller and tax as the settings have them, for an order that is being paid. */
export async function sellerOfNow(
  platform: Platform,
  tx: Tx,
): Promise<{ seller: SellerBlock; taxBasisPoints: number }> {
  const settings = await readShopSettings(tx);
  const footer = await readCachedSection(platform, footerSection);
  const { logoUrl } = footer.middleSection;
  return {
    seller: {
      shopName: settings.shopName,
      name: settings.sellerName,
      address: settings.sellerAddress,
      vatId: settings.sellerVatId,
      note: settings.sellerNote,
      logoUrl: logoUrl.startsWith(uploads) ? logoUrl : "",
    },
    taxBasisPoints: settings.taxBasisPoints,
  };
}

/** Who sold an order. One that was paid before sellers were kept has the shop's name alone. */
export async function sellerOf(source: Platform | Tx, order: OrderRow): Promise<SellerBlock> {
  if (order.seller) return order.seller;
  const { shopName } = await readShopSettings(source);
  return { shopName, name: "", address: "", vatId: "", note: "", logoUrl: "" };
}

export interface Logo {
  png: Buffer;
  /** So light that white paper would hide it. */
  isLight: boolean;
}

const logos = new Map<string, Promise<Logo | null>>();
const keptLogos = 8;

/** An uploaded logo as a picture that a PDF takes, drawn once; null where there is none that can be drawn. */
export function logoOf({ storage }: Pick<Platform, "storage">, url: string): Promise<Logo | null> {
  if (!url.startsWith(uploads)) return Promise.resolve(null);
  const known = logos.get(url);
  if (known) return known;
  const drawn = drawLogo(storage, url.slice(uploads.length)).catch(() => null);
  if (logos.size >= keptLogos) logos.clear();
  logos.set(url, drawn);
  return drawn;
}

async function drawLogo(storage: Platform["storage"], key: string): Promise<Logo | null> {
  const bytes = await storage.get(key);
  if (!bytes) return null;
  const png = await sharp(bytes)
    .resize(480, 132, { fit: "inside", withoutEnlargement: true })
    .png()
    .toBuffer();
  // On the paper's white: a logo that leaves hardly a trace there is drawn on a dark plate.
  const { channels } = await sharp(png).flatten({ background: "#ffffff" }).greyscale().stats();
  return { png, isLight: channels[0]!.mean > 245 };
}
