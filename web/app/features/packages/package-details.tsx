import { displayPrice } from "#contract/money.ts";
import type { PackageRecord } from "#contract/packages.ts";
import styles from "#web/features/packages/package-cards.module.css";
import { DescriptionItem, DescriptionList, DetailsModal } from "#web/ui/details.tsx";

/** What a package is, in a dialog. `found` undefined: closed. */
export function PackageDetails(props: {
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
