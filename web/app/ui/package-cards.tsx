import { Link } from "react-router";
import { type GenerationTerms, pointsOf, thumbnailPrice } from "#contract/package-offer.ts";
import type { PackageRecord } from "#contract/packages.ts";
import buttons from "#web/ui/button.module.css";
import styles from "#web/ui/package-cards.module.css";
import { PackageDetails } from "#web/ui/package-details.tsx";
import { Price } from "#web/ui/price.tsx";

/** What of the shop the cards count with. */
export type CardShop = GenerationTerms & { currency: string };

/**
 * The packages on sale, the same on the home page and in the customer area; the second is the popular one. `canBuy`
 * false: a seller looks at them. `level` is that of their headings.
 */
export function PackageCards(props: {
  packages: PackageRecord[];
  shop: CardShop;
  level: 2 | 3;
  canBuy?: boolean;
}) {
  const { packages, shop, level, canBuy = true } = props;
  return (
    <>
      <div className={styles.cards}>
        {packages.map((found, index) => (
          <PackageCard
            key={found._id}
            found={found}
            shop={shop}
            level={level}
            popular={index === 1}
            canBuy={canBuy}
          />
        ))}
      </div>
      <p className={styles.notes}>
        Every account has the whole generator. Credits do not lapse. A membership is the level that your
        account shows for its days.
      </p>
    </>
  );
}

function PackageCard(props: {
  found: PackageRecord;
  shop: CardShop;
  level: 2 | 3;
  popular: boolean;
  canBuy: boolean;
}) {
  const { found, shop, level, popular, canBuy } = props;
  const Heading = `h${level}` as const;
  const priceMinor = Math.round(found.price * 100);
  const each = thumbnailPrice(priceMinor, found.credit, shop);
  const points = pointsOf(found);
  return (
    <article
      className={styles.card}
      data-popular={popular || undefined}
      aria-labelledby={`package-${found._id}`}
    >
      {popular && <p className={styles.badge}>Most Popular</p>}
      <Heading id={`package-${found._id}`} className={styles.name}>
        {found.packageName}
      </Heading>
      <div>
        {priceMinor > 0 && (
          <p className={styles.price}>
            <Price minor={priceMinor} currency={shop.currency} code />
          </p>
        )}
        {each !== null && (
          <p className={styles.each}>
            <Price minor={each} currency={shop.currency} /> a thumbnail
          </p>
        )}
      </div>
      {canBuy && (
        <Link
          to={`/buy/${found._id}`}
          className={popular ? buttons.button : buttons.buttonQuiet}
          aria-label={`Get Started with ${found.packageName}`}
        >
          Get Started
        </Link>
      )}
      {points.length > 0 && (
        <ul className={styles.points}>
          {points.map((point, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two lines of a package may read the same.
            <li key={index}>{point}</li>
          ))}
        </ul>
      )}
      <PackageDetails found={found} shop={shop} />
    </article>
  );
}
