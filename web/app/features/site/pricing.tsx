import { Link } from "react-router";
import { displayMoney } from "#contract/money.ts";
import type { PackagesData } from "#web/features/site/block.tsx";
import { type Block, BlockLoading, useBlock } from "#web/features/site/block.tsx";
import { Icon } from "#web/features/site/elements.tsx";
import styles from "#web/features/site/pricing.module.css";
import site from "#web/features/site/site.module.css";

const source = {
  path: "/packages",
  fallback: "Failed to fetch packages",
  onStatus: "Failed to fetch packages",
} as const;

export function Pricing({ loaded, currency }: { loaded: PackagesData | null; currency: string }) {
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
          <div className={styles.cards}>
            {block.data.map((each, index) => (
              <PackageCard key={each._id} pack={each} popular={index === 1} currency={currency} />
            ))}
          </div>
        )}
      </div>
    </section>
  );
}

const numbers = ["One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten"] as const;

function PackageCard(props: { pack: PackagesData[number]; popular: boolean; currency: string }) {
  const { pack, popular, currency } = props;
  const points = numbers.map((number) => pack[`point${number}`]).filter((point) => point.trim() !== "");
  const priceMinor = Math.round(pack.price * 100);
  return (
    <article
      className={styles.card}
      data-popular={popular || undefined}
      aria-labelledby={`package-${pack._id}`}
    >
      {popular && <p className={styles.badge}>Most Popular</p>}
      <h3 id={`package-${pack._id}`} className={styles.name}>
        {pack.packageName}
      </h3>
      <p className={styles.price}>
        {displayMoney(priceMinor, currency)} <span>{currency}</span>
      </p>
      <details className={styles.details}>
        <summary>See Package Details</summary>
        <dl>
          <dt>Credits</dt>
          <dd>{pack.credit.toLocaleString("en-US")}</dd>
          <dt>Membership</dt>
          <dd>{pack.validity > 0 ? `${pack.membershipLevel}, ${pack.validity} days` : "none"}</dd>
          {pack.credit > 0 && (
            <>
              <dt>Price of one credit</dt>
              <dd className="one-line">{displayMoney(Math.round(priceMinor / pack.credit), currency)}</dd>
            </>
          )}
        </dl>
      </details>
      <Link
        to={`/buy/${pack._id}`}
        className={popular ? site.button : site.buttonQuiet}
        aria-label={`Get Started with ${pack.packageName}`}
      >
        Get Started
      </Link>
      <ul className={styles.points}>
        {points.map((point) => (
          <li key={point}>
            <Icon name="icon-circle-check" size={20} className={styles.tick} />
            {point}
          </li>
        ))}
      </ul>
    </article>
  );
}
