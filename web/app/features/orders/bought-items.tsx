import { Info } from "lucide-react";
import { Link } from "react-router";
import type { ApiAnswer } from "#contract/call.ts";
import { type BoughtItem, listBoughtItems } from "#contract/orders.ts";
import { useCall } from "#web/api/query.tsx";
import styles from "#web/features/orders/bought-items.module.css";
import buttons from "#web/ui/button.module.css";
import { Alert } from "#web/ui/elements/alert.tsx";

/** Where one's own order opens its goods. */
function goodsPath({ orderId }: BoughtItem): string {
  return `/user/orders?show=items&q=${orderId}`;
}

/** What the shelf offers of an item: to open it for whoever has it, else to buy it; nothing where one may do neither. */
export function ItemAction(props: {
  id: string;
  name: string;
  buyable: boolean;
  order: BoughtItem | undefined;
}) {
  const { id, name, buyable, order } = props;
  if (order) {
    return (
      <p className={styles.action}>
        <Link to={goodsPath(order)} className={buttons.buttonQuiet} aria-label={`Open item: ${name}`}>
          Open item
        </Link>
        <span className={styles.since}>Yours since {order.orderDate}</span>
      </p>
    );
  }
  return (
    buyable && (
      <p>
        <Link to={`/item-buy/${id}`} className={buttons.button} aria-label={`Buy: ${name}`}>
          Buy
        </Link>
      </p>
    )
  );
}

/** Tells whoever is about to pay for an item again that they have it; nothing otherwise. It stands in nobody's way. */
export function BoughtBefore({
  id,
  loaded,
}: {
  id: string;
  loaded?: ApiAnswer<typeof listBoughtItems> | undefined;
}) {
  const { data: bought } = useCall(listBoughtItems, {}, { loaded });
  const order = bought?.find(({ packageId }) => packageId === id);
  if (!order) return null;
  return (
    <Alert role="note" icon={<Info size={20} aria-hidden />} title="You have this item" mb="lg">
      You bought it on {order.orderDate}, order {order.orderId}, and it stays yours.{" "}
      <Link to={goodsPath(order)}>Open item</Link>
    </Alert>
  );
}
