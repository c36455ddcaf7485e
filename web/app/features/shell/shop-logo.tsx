import type { ApiAnswer } from "#contract/call.ts";
import { getFooter } from "#contract/footer.ts";
import { statusOf } from "#web/api/client.ts";
import { useCall } from "#web/api/query.tsx";
import { LogoError, LogoPicture } from "#web/ui/logo-picture.tsx";

export type FooterAnswer = ApiAnswer<typeof getFooter>;

interface ShopLogoProps {
  loaded: FooterAnswer | undefined;
  shopName: string;
  /** What it stands on whatever the scheme. */
  ground?: "dark";
}

/** Footer data is believed for an hour. */
const footerStaleTime = 3_600_000;

/** The logo that the footer's content names: its picture, else its text; 'Logo Error' where that can't be read. */
export function ShopLogo({ loaded, shopName, ground }: ShopLogoProps) {
  const footer = useCall(getFooter, {}, { loaded, staleTime: footerStaleTime });
  const { error } = footer;
  if (error && !footer.data) return <LogoError isNetwork={statusOf(error) === 0} />;
  return <LogoPicture content={footer.data} shopName={shopName} ground={ground} />;
}
