import { type Block, defaultLogo, type FooterData, networkMessage } from "#web/features/site/block.tsx";
import styles from "#web/features/site/shop-logo.module.css";
import { smallUploads } from "#web/ui/image-with-fallback.tsx";
import { Logo } from "#web/ui/logo.tsx";

/** The logo that an admin set, or the drawn one. It says so where the shop's data could not be had. */
export function ShopLogo({ block, shopName }: { block: Block<FooterData>; shopName: string }) {
  if (block.state === "error") {
    const reason =
      block.message === networkMessage ? "Error fetching footer data" : "Failed to fetch footer data";
    return (
      <span className={styles.error} title={reason}>
        Logo Error<span className="visually-hidden">{`: ${reason}`}</span>
      </span>
    );
  }
  const footer = block.state === "loaded" ? block.data : null;
  const url = footer?.middleSection.logoUrl ?? "";
  const name = footer?.topSection.logoText || shopName;
  if (url === "" || url === defaultLogo) return <Logo name={name} />;
  return (
    <img
      {...smallUploads(url, "144px")}
      src={url}
      alt={name}
      height={36}
      width={144}
      className={styles.image}
    />
  );
}
