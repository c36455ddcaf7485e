import { counted } from "#contract/counted.ts";
import type { ItemRecord } from "#contract/items.ts";
import { minorToText } from "#contract/money.ts";
import { itemPath } from "#web/features/shell/item-path.ts";
import type { HomeBlocks } from "#web/features/site/block.tsx";
import type { ShopFacts } from "#web/features/site/load-blocks.ts";

const price = (amount: number, currency: string) => minorToText(Math.round(amount * 100), currency);

/** The shop and its packages as schema.org knows them. */
export function homeStructuredData(
  shop: ShopFacts,
  { packages }: HomeBlocks,
  ownLogo: string | null,
): object {
  const organisation = {
    "@type": "Organization",
    "@id": `${shop.origin}/#organisation`,
    name: shop.shopName,
    url: `${shop.origin}/`,
    logo: new URL(ownLogo ?? "/icon-512.png", shop.origin).href,
  };
  const site = {
    "@type": "WebSite",
    name: shop.shopName,
    url: `${shop.origin}/`,
    publisher: { "@id": organisation["@id"] },
  };
  const offers = (packages ?? []).map((each) => ({
    "@type": "Product",
    name: `${shop.shopName} ${each.packageName}`,
    description: `${counted(each.credit, "credit")} for the thumbnail generator`,
    image: `${shop.origin}/media/defaults/share.jpg`,
    brand: { "@id": organisation["@id"] },
    offers: {
      "@type": "Offer",
      price: price(each.price, shop.currency),
      priceCurrency: shop.currency,
      availability: "https://schema.org/InStock",
      url: `${shop.origin}/buy/${each._id}`,
    },
  }));
  return { "@context": "https://schema.org", "@graph": [organisation, site, ...offers] };
}

export function itemStructuredData(shop: ShopFacts, item: ItemRecord): object {
  return {
    "@context": "https://schema.org",
    "@type": "Product",
    name: item.itemName,
    ...(item.description ? { description: item.description } : {}),
    ...(item.imageUrl ? { image: new URL(item.imageUrl, shop.origin).href } : {}),
    sku: item.itemId,
    offers: {
      "@type": "Offer",
      price: price(item.price, shop.currency),
      priceCurrency: shop.currency,
      availability: "https://schema.org/InStock",
      url: `${shop.origin}${itemPath(item)}`,
    },
  };
}
