import { getAbout } from "#contract/about.ts";
import { getViewer } from "#contract/accounts.ts";
import { getBanner } from "#contract/banner.ts";
import type { ApiClient } from "#contract/call.ts";
import { getContactPage } from "#contract/contact-page.ts";
import { listFeatures } from "#contract/features.ts";
import { getFooter } from "#contract/footer.ts";
import { listPackages } from "#contract/packages.ts";
import { getShopSettings } from "#contract/shop-settings.ts";
import { listTestimonials } from "#contract/testimonials.ts";
import { defaultLogo, type HomeBlocks } from "#web/features/site/block-data.ts";

/** For loaders on the server: what one call gives, null where it failed, so that one block takes no other with it. */
async function orNull<T>(answer: Promise<{ data: T }>): Promise<T | null> {
  try {
    return (await answer).data;
  } catch {
    return null;
  }
}

export async function loadHomeBlocks(api: ApiClient): Promise<HomeBlocks> {
  const [banner, features, about, packages, testimonials, contact] = await Promise.all([
    orNull(api(getBanner, {})),
    orNull(api(listFeatures, {})),
    orNull(api(getAbout, {})),
    orNull(api(listPackages, {})),
    orNull(api(listTestimonials, {})),
    orNull(api(getContactPage, {})),
  ]);
  return {
    banner: banner?.data ?? null,
    features: features?.data ?? null,
    about: about?.data ?? null,
    packages,
    testimonials: testimonials?.data ?? null,
    contact: contact?.data ?? null,
  };
}

/** Site path or address of the logo that an admin set; null where the drawn one stands. */
export async function loadOwnLogo(api: ApiClient): Promise<string | null> {
  const footer = (await orNull(api(getFooter, {})))?.data;
  const url = footer?.middleSection.logoUrl ?? "";
  return url === "" || url === defaultLogo ? null : url;
}

export async function loadContact(api: ApiClient) {
  return (await orNull(api(getContactPage, {})))?.data ?? null;
}

/** What the frame of every public page shows. */
export async function loadFrame(api: ApiClient) {
  const [footer, settings] = await Promise.all([
    orNull(api(getFooter, {})),
    orNull(api(getShopSettings, {})),
  ]);
  return { footer: footer?.data ?? null, buyCreditsBelow: settings?.data.buyCreditsBelow ?? 0 };
}

export async function loadPrices(api: ApiClient) {
  const settings = await orNull(api(getShopSettings, {}));
  return { creditCost: settings?.data.cost ?? 1, minimumBalance: settings?.data.minimumBalance ?? 2 };
}

export interface ShopFacts {
  shopName: string;
  currency: string;
  /** The shop's public address. */
  origin: string;
}

export async function loadShop(api: ApiClient, request: Request): Promise<ShopFacts> {
  const { shop } = (await api(getViewer, {})).data.data;
  return { shopName: shop.name, currency: shop.currency, origin: new URL(request.url).origin };
}
