import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { counted } from "#contract/counted.ts";
import type { OrderRecord } from "#contract/orders.ts";
import { DescriptionItem, DescriptionList, DetailsModal } from "#web/ui/details.tsx";
import styles from "#web/ui/order-package-modal.module.css";
import { OrderPrice } from "#web/ui/order-price.tsx";
import { StatusBadge } from "#web/ui/status-badge.tsx";

/** What an order bought, as it was bought. `order` undefined: closed. The own lists and the back office show the same. */
export function OrderPackageModal(props: {
  order: OrderRecord | undefined;
  onClose: () => void;
  children?: ReactNode;
}) {
  const { order } = props;
  return (
    <DetailsModal title={order?.packageName} onClose={props.onClose}>
      {order && <BoughtPackage order={order} />}
      {props.children}
    </DetailsModal>
  );
}

export function BoughtPackage({ order }: { order: OrderRecord }) {
  // A process of the release before answers none.
  const points = order.points?.slice(0, 6) ?? [];
  return (
    <>
      <DescriptionList>
        <DescriptionItem name="Price">
          <OrderPrice text={order.packagePrice} currency={order.currency} />
        </DescriptionItem>
        <DescriptionItem name="Credits">{order.credit.toLocaleString("en-US")}</DescriptionItem>
        {order.Validity > 0 && (
          <DescriptionItem name="Membership">{counted(order.Validity, "day")}</DescriptionItem>
        )}
        <DescriptionItem name="Order status">
          <StatusBadge status={order.orderStatus} />
        </DescriptionItem>
        <DescriptionItem name="Package ID" kind="code">
          {order.packageId}
        </DescriptionItem>
      </DescriptionList>
      {points.length > 0 && (
        <ul className={styles.points}>
          {points.map((point, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two lines of a package may read the same.
            <li key={index}>
              <Check size={18} aria-hidden className={styles.check} />
              {point}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
