import type { FooterForm } from "#contract/footer-form.ts";
import type { Tx } from "#server/db/database.ts";
import { readCachedSection, readSection } from "#server/features/content/sections.service.ts";
import { footerSection } from "#server/features/content/sections.ts";
import { isLight } from "#server/features/content/shop-icon.ts";
import { readShopSettings } from "#server/features/settings/settings.service.ts";
import { keepDrawn } from "#server/platform/keep-drawn.ts";
import { loadSharp } from "#server/platform/load-sharp.ts";
import type { Platform } from "#server/platform/platform.ts";
import { keyOfUpload } from "#server/platform/storage.ts";
import type { OrderRow, SellerBlock } from "./orders.repository.ts";

/** Seller and tax as the settings have them, for an order that is being paid. */
export async function sellerOfNow(tx: Tx): Promise<{ seller: SellerBlock; taxBasisPoints: number }> {
  const settings = await readShopSettings(tx);
  const logoUrl = ownLogo(await readSection({ db: tx }, footerSection));
  return {
    seller: {
      shopName: settings.shopName,
      name: settings.sellerName,
      address: settings.sellerAddress,
      vatId: settings.sellerVatId,
      note: settings.sellerNote,
      timeZone: settings.timeZone,
      logoUrl,
    },
    taxBasisPoints: settings.taxBasisPoints,
  };
}

/** The shop's logo where it is an upload, or "". */
function ownLogo({ middleSection: { logoUrl } }: FooterForm): string {
  return keyOfUpload(logoUrl) ? logoUrl : "";
}

/** Has the shop's logo ready for receipts, so that no transaction that makes one waits for the store of files. */
export async function prepareOwnLogo(platform: Platform): Promise<void> {
  await logoOf(platform, ownLogo(await readCachedSection(platform, footerSection)));
}

/** Who sold an order. One that was paid before sellers were kept has the shop's name alone. */
export async function sellerOf(platform: Platform, order: OrderRow): Promise<SellerBlock> {
  if (order.seller) return order.seller;
  const { shopName } = await readShopSettings(platform);
  return { shopName, name: "", address: "", vatId: "", note: "", logoUrl: "" };
}

export interface Logo {
  png: Buffer;
  /** So light that white paper would hide it. */
  isLight: boolean;
}

const kept = keepDrawn<Logo>(8);

/** An uploaded logo as a picture that a PDF takes; null where there is none that can be drawn. */
export async function logoOf({ storage }: Pick<Platform, "storage">, url: string): Promise<Logo | null> {
  const key = keyOfUpload(url);
  return key ? kept(key, () => drawLogo(storage, key)) : null;
}

async function drawLogo(storage: Platform["storage"], key: string): Promise<Logo | null> {
  const bytes = await storage.get(key);
  if (!bytes) return null;
  const sharp = await loadSharp();
  const png = await sharp(bytes)
    .resize(480, 132, { fit: "inside", withoutEnlargement: true })
    .png()
    .toBuffer();
  // Such a one is drawn on a dark plate.
  return { png, isLight: await isLight(png) };
}
