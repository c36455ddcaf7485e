import { type Block, type FooterData, networkMessage } from "#web/features/site/block.tsx";
import styles from "#web/features/site/shop-logo.module.css";
import { LogoPicture } from "#web/ui/logo-picture.tsx";

interface ShopLogoProps {
  block: Block<FooterData>;
  shopName: string;
  /** What it stands on whatever the scheme. */
  ground?: "dark";
}

/** The shop's logo. It says so where the shop's data could not be had. */
export function ShopLogo({ block, shopName, ground }: ShopLogoProps) {
  if (block.state === "error") {
    const reason =
      block.message === networkMessage ? "Error fetching footer data" : "Failed to fetch footer data";
    return (
      <span className={styles.error} title={reason}>
        Logo Error<span className="visually-hidden">{`: ${reason}`}</span>
      </span>
    );
  }
  const content = block.state === "loaded" ? block.data : null;
  return <LogoPicture content={content} shopName={shopName} ground={ground} />;
}
