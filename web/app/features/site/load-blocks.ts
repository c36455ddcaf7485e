import { getAbout } from "#contract/about.ts";
import { getViewer } from "#contract/accounts.ts";
import { getBanner } from "#contract/banner.ts";
import type { ApiAnswer, ApiClient, Call } from "#contract/call.ts";
import { getContactPage } from "#contract/contact-page.ts";
import { listFeatures } from "#contract/features.ts";
import { getFooter } from "#contract/footer.ts";
import { listPackages } from "#contract/packages.ts";
import { getShopSettings } from "#contract/shop-settings.ts";
import { listTestimonials } from "#contract/testimonials.ts";
import { type PayloadOf, payloadOf } from "#web/api/client.ts";
import type { HomeBlocks } from "#web/features/site/block.tsx";
import { defaultLogo } from "#web/ui/logo-picture.tsx";

/** For loaders on the server: a call's payload, null where it failed, so that one block takes no other with it. */
async function orNull<C extends Call>(answer: Promise<ApiAnswer<C>>): Promise<PayloadOf<C> | null> {
  try {
    return payloadOf(await answer);
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
  return { banner, features, about, packages, testimonials, contact };
}

/** Site path or address of the logo that an admin set; null where the drawn one stands. */
export async function loadOwnLogo(api: ApiClient): Promise<string | null> {
  const footer = await orNull(api(getFooter, {}));
  const url = footer?.middleSection.logoUrl ?? "";
  return url === "" || url === defaultLogo ? null : url;
}

export async function loadContact(api: ApiClient) {
  return await orNull(api(getContactPage, {}));
}

/** What the frame of every public page shows. */
export async function loadFrame(api: ApiClient) {
  const [footer, settings] = await Promise.all([
    orNull(api(getFooter, {})),
    orNull(api(getShopSettings, {})),
  ]);
  return { footer, buyCreditsBelow: settings?.buyCreditsBelow ?? 0 };
}

export async function loadPrices(api: ApiClient) {
  const settings = await orNull(api(getShopSettings, {}));
  return { creditCost: settings?.cost ?? 1, minimumBalance: settings?.minimumBalance ?? 2 };
}

export interface ShopFacts {
  shopName: string;
  currency: string;
  /** The shop's public address. */
  origin: string;
}

export async function loadShop(api: ApiClient, request: Request): Promise<ShopFacts> {
  const { shop } = (await api(getViewer, {})).body.data;
  return { shopName: shop.name, currency: shop.currency, origin: new URL(request.url).origin };
}
