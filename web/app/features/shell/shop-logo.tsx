import type { ApiAnswer } from "#contract/call.ts";
import { getFooter } from "#contract/footer.ts";
import { useCall } from "#web/api/query.tsx";
import css from "#web/features/shell/shop-logo.module.css";
import { LogoPicture } from "#web/ui/logo-picture.tsx";

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
  if (footer.isError && !footer.data) return <span className={css.failed}>Logo Error</span>;
  return <LogoPicture content={footer.data} shopName={shopName} ground={ground} />;
}
