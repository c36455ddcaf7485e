import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import { counted } from "#contract/counted.ts";
import { dayMs } from "#contract/day.ts";
import {
  type GenerationTerms,
  runsOf,
  thumbnailPrice,
  thumbnailsOfGeneration,
} from "#contract/package-offer.ts";
import type { PackageRecord } from "#contract/packages.ts";
import { dayText } from "#web/ui/formatted-date.tsx";
import styles from "#web/ui/package-cards.module.css";
import { Price } from "#web/ui/price.tsx";

/** What the lines of a card do not tell: what a run is, how far the credits go, until when, and what can be given back. */
export function PackageDetails(props: {
  found: PackageRecord;
  shop: GenerationTerms & { currency: string };
}) {
  const { found, shop } = props;
  const { credit, validity, membershipLevel } = found;
  // Known once they are opened: a page that is kept for everyone names no day.
  const [openedAt, setOpenedAt] = useState<number>();
  const each = thumbnailPrice(Math.round(found.price * 100), credit, shop);
  const { runs, left } = runsOf(credit, shop);
  return (
    <details className={styles.details} onToggle={() => setOpenedAt(Date.now())}>
      <summary>See Package Details</summary>
      <dl>
        <Fact name="A run">{`${thumbnailsOfGeneration} thumbnails for ${counted(shop.cost, "credit")}`}</Fact>
        {credit > 0 && (
          <Fact name={counted(credit, "credit")}>
            {counted(runs, "run")}
            {left > 0 && runs > 0 && <small>{`${counted(left, "credit")} left`}</small>}
          </Fact>
        )}
        {each !== null && (
          <Fact name="Price of a thumbnail">
            <Price minor={each} currency={shop.currency} />
          </Fact>
        )}
        <Fact name="Membership">
          {validity === 0 ? (
            "None: credits only"
          ) : (
            <>
              <span className={styles.level}>{membershipLevel}</span>
              {`, ${counted(validity, "day")}`}
              {openedAt !== undefined && (
                <small>{`until ${dayText(new Date(openedAt + validity * dayMs))} if bought today, or added to one that still runs`}</small>
              )}
            </>
          )}
        </Fact>
      </dl>
      {shop.minimumBalance > shop.cost && (
        <p>{`A run needs a balance of ${shop.minimumBalance}; what is left waits for your next top-up.`}</p>
      )}
      <p>
        Unspent credits: <Link to="/refund-policy">Refund policy</Link>
      </p>
    </details>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
