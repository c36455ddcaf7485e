import { Badge, Button } from "@mantine/core";
import { Check } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { displayPrice } from "#contract/money.ts";
import { type PackageRecord, pointsOf } from "#contract/packages.ts";
import styles from "#web/features/packages/package-cards.module.css";
import { DescriptionItem, DescriptionList, DetailsModal } from "#web/ui/details.tsx";

/** The packages on sale; the second is the popular one. `canBuy` false: a seller looks at them. */
export function PackageCards(props: { packages: PackageRecord[]; currency: string; canBuy: boolean }) {
  const { packages, currency, canBuy } = props;
  const [opened, setOpened] = useState<PackageRecord>();
  return (
    <>
      <ul className={styles.cards}>
        {packages.map((entry, index) => (
          <li key={entry._id} className={styles.card} data-popular={index === 1 || undefined}>
            {index === 1 && (
              <Badge className={styles.popular} color="primary" variant="filled">
                Most Popular
              </Badge>
            )}
            <h2 className={styles.name}>{entry.packageName}</h2>
            <button
              type="button"
              className={styles.details}
              aria-haspopup="dialog"
              aria-label={`See Package Details: ${entry.packageName}`}
              onClick={() => setOpened(entry)}
            >
              See Package Details
            </button>
            <p className={styles.price}>{displayPrice(entry.price, currency)}</p>
            <ul className={styles.points}>
              {pointsOf(entry).map((point) => (
                <li key={point}>
                  <Check size={18} aria-hidden className={styles.check} />
                  <span>{point}</span>
                </li>
              ))}
            </ul>
            {canBuy && (
              <Button
                component={Link}
                to={`/buy/${entry._id}`}
                fullWidth
                size="lg"
                variant={index === 1 ? "filled" : "default"}
                aria-label={`Get Started with ${entry.packageName}`}
              >
                Get Started
              </Button>
            )}
          </li>
        ))}
      </ul>
      <PackageDetails
        found={opened}
        points={opened ? pointsOf(opened) : []}
        currency={currency}
        onClose={() => setOpened(undefined)}
      />
    </>
  );
}

/** What a package is, in a dialog. `found` undefined: closed. */
function PackageDetails(props: {
  found: PackageRecord | undefined;
  points: string[];
  currency: string;
  onClose: () => void;
}) {
  const { found, points, currency, onClose } = props;
  return (
    <DetailsModal title={found?.packageName} onClose={onClose}>
      {found && (
        <>
          <DescriptionList>
            <DescriptionItem name="Price">{displayPrice(found.price, currency)}</DescriptionItem>
            <DescriptionItem name="Credits">{found.credit.toLocaleString("en-US")}</DescriptionItem>
            <DescriptionItem name="Membership">{membershipText(found)}</DescriptionItem>
          </DescriptionList>
          <ul className={styles.plainPoints}>
            {points.map((point) => (
              <li key={point}>{point}</li>
            ))}
          </ul>
        </>
      )}
    </DetailsModal>
  );
}

/** "Premium, 30 days"; a package without days gives credits alone. */
function membershipText({ validity, membershipLevel }: PackageRecord): string {
  const level = membershipLevel.charAt(0).toUpperCase() + membershipLevel.slice(1);
  return validity > 0 ? `${level}, ${validity} ${validity === 1 ? "day" : "days"}` : "None: credits only";
}
