import type { RouterContextProvider } from "react-router";
import type { ApiClient } from "#contract/call.ts";
import { getFooter } from "#contract/footer.ts";
import { pageApi, undefinedOnError } from "#web/api/loaders.ts";
import { type LoadedLogo, returnAddress } from "#web/features/accounts/account-page.tsx";
import { findOffer } from "#web/features/accounts/offer.tsx";
import { readTermsVersion } from "#web/features/accounts/terms-version.ts";
import { redirectSignedIn } from "#web/features/shell/require-viewer.ts";

/** What a screen has by which an account may come about: what it leads to, and the terms that it offers. */
export async function loadSignIn(context: Readonly<RouterContextProvider>, url: URL) {
  await redirectSignedIn(context);
  const api = pageApi(context);
  const [offer, terms, logo] = await Promise.all([
    findOffer(api, returnAddress(url.searchParams.get("from"))),
    readTermsVersion(api),
    loadLogo(api),
  ]);
  return { offer, terms, logo };
}

/** Of the frame's head. */
export async function loadLogo(api: ApiClient): Promise<LoadedLogo> {
  const content = (await undefinedOnError(api(getFooter, {})))?.body.data;
  if (!content) return undefined;
  const { logoText } = content.topSection;
  const { logoUrl, darkLogoUrl } = content.middleSection;
  return { topSection: { logoText }, middleSection: { logoUrl, darkLogoUrl } };
}
