import type { ApiAnswer } from "#contract/call.ts";
import { getFooter } from "#contract/footer.ts";
import { useCall } from "#web/api/query.tsx";
import css from "#web/features/shell/shop-logo.module.css";
import { ImageWithFallback } from "#web/ui/image-with-fallback.tsx";
import { Logo } from "#web/ui/logo.tsx";

export type FooterAnswer = ApiAnswer<typeof getFooter>;

/** Footer data is believed for an hour. */
const footerStaleTime = 3_600_000;

/** The logo that the footer's content names: its picture, else its text; 'Logo Error' where that can't be read. */
export function ShopLogo({ loaded, shopName }: { loaded: FooterAnswer | undefined; shopName: string }) {
  const footer = useCall(getFooter, {}, { loaded, staleTime: footerStaleTime });
  if (footer.isError && !footer.data) return <span className={css.failed}>Logo Error</span>;
  const content = footer.data;
  const text = content?.topSection.logoText.trim() || shopName;
  return (
    <ImageWithFallback
      className={css.picture}
      src={content?.middleSection.logoUrl}
      sizes="11rem"
      alt=""
      fallback={<Logo name={text} size={28} />}
    />
  );
}
