import { type Block, type FooterData, networkMessage } from "#web/features/site/block.tsx";
import { LogoError, LogoPicture } from "#web/ui/logo-picture.tsx";

interface ShopLogoProps {
  block: Block<FooterData>;
  shopName: string;
  /** What it stands on whatever the scheme. */
  ground?: "dark";
}

/** The shop's logo. It says so where the shop's data could not be had. */
export function ShopLogo({ block, shopName, ground }: ShopLogoProps) {
  if (block.state === "error") return <LogoError isNetwork={block.message === networkMessage} />;
  const content = block.state === "loaded" ? block.data : null;
  return <LogoPicture content={content} shopName={shopName} ground={ground} />;
}
