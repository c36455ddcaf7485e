import type { PackagesData } from "#web/features/site/block.tsx";
import { type Block, BlockLoading, useBlock } from "#web/features/site/block.tsx";
import site from "#web/features/site/site.module.css";
import { type CardShop, PackageCards } from "#web/ui/package-cards.tsx";

const source = {
  path: "/packages",
  fallback: "Failed to fetch packages",
  onStatus: "Failed to fetch packages",
} as const;

export function Pricing({ loaded, shop }: { loaded: PackagesData | null; shop: CardShop }) {
  const block: Block<PackagesData> = useBlock(loaded, source);
  return (
    <section className={site.section} id="pricing" aria-labelledby="pricing-title">
      <div className={site.container}>
        <div className={site.head}>
          <h2 id="pricing-title" className={site.title}>
            Flexible Pricing Plans That Your Needs
          </h2>
          <p className={site.lead}>Choose the plan that best fits your needs.</p>
        </div>
        {block.state === "loading" && <BlockLoading what="packages" />}
        {block.state === "error" && (
          <p className={site.alert} role="alert">
            {block.message}
          </p>
        )}
        {block.state === "loaded" && block.data.length === 0 && (
          <p className={site.lead}>No packages available. Please add packages to display.</p>
        )}
        {block.state === "loaded" && block.data.length > 0 && (
          <PackageCards packages={block.data} shop={shop} level={3} />
        )}
      </div>
    </section>
  );
}
