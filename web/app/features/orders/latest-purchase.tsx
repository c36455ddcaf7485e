import { CircleCheck } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import type { ApiAnswer } from "#contract/call.ts";
import { counted } from "#contract/counted.ts";
import type { ItemOrderRecord, OrderKind } from "#contract/orders.ts";
import { getLatestPurchase, type LatestPurchase as Purchase } from "#contract/payments.ts";
import { useCall } from "#web/api/query.tsx";
import styles from "#web/features/orders/latest-purchase.module.css";
import { Receipt } from "#web/features/orders/order-cells.tsx";
import { GoodsModal } from "#web/features/orders/own-orders.tsx";
import { useViewer } from "#web/features/shell/viewer.ts";
import { Button } from "#web/ui/elements/button.tsx";
import { FormattedDate } from "#web/ui/formatted-date.tsx";
import { isolated } from "#web/ui/isolated.ts";

/** What the last purchase brought and where to go on from it; nothing where none is new. */
export function LatestPurchase(props: {
  kind: OrderKind;
  loaded: ApiAnswer<typeof getLatestPurchase> | undefined;
}) {
  const { kind, loaded } = props;
  const { data: purchase } = useCall(getLatestPurchase, { query: { kind } }, { loaded });
  const [opened, setOpened] = useState<ItemOrderRecord>();
  const { user } = useViewer();
  if (!purchase) return null;
  const { item } = purchase;
  return (
    <section className={styles.purchase} aria-label="Your purchase">
      <CircleCheck size={22} aria-hidden className={styles.mark} />
      <p className={styles.text}>
        {item ? itemText(item, user?.userEmail ?? "you") : <PackageText purchase={purchase} />}
      </p>
      <div className={styles.actions}>
        {item?.accessUrl || item?.guidelines ? (
          <Button aria-haspopup="dialog" onClick={() => setOpened(item)}>
            Open item
          </Button>
        ) : (
          !item && (
            <Button component={Link} to="/user/generate-image">
              Make thumbnails
            </Button>
          )
        )}
        <Receipt kind={kind} order={purchase} size="md" />
      </div>
      {item && <GoodsModal order={opened} onClose={() => setOpened(undefined)} />}
    </section>
  );
}

function PackageText({ purchase }: { purchase: Purchase }) {
  const { creditsAdded, creditsSettled, currentBalance, membership } = purchase;
  const settled = creditsSettled > 0 ? `, ${creditsSettled} of them settled what was owed` : "";
  return (
    <>
      {creditsAdded > 0 && (
        <strong>
          {`${counted(creditsAdded, "credit")} added${settled}, you have ${currentBalance.toLocaleString("en-US")}.`}
        </strong>
      )}{" "}
      {membership && (
        <>
          {membership.level === "premium" ? "Premium" : "Basic"}{" "}
          {membership.until ? (
            <>
              until <FormattedDate at={membership.until} utc />
            </>
          ) : (
            "without end"
          )}
          .
        </>
      )}
      {creditsAdded === 0 && !membership && `${isolated(purchase.packageName)} is paid.`}
    </>
  );
}

/** Where the item is, from now on. */
function itemText({ itemName, accessUrl, guidelines }: ItemOrderRecord, email: string) {
  if (!accessUrl && !guidelines) return `${itemName} is paid and in your orders.`;
  return (
    <>
      <strong>{itemName} is yours.</strong> It stays here in your orders under Open item, and we have mailed
      it to {email}.
    </>
  );
}
