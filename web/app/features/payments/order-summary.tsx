import { displayAmount, displayPrice } from "#contract/money.ts";
import type { ItemOrderRecord, OrderRecord } from "#contract/orders.ts";
import styles from "#web/features/payments/payment.module.css";
import { DescriptionItem, DescriptionList } from "#web/ui/details.tsx";
import { StatusBadge } from "#web/ui/status-badge.tsx";

const unknown = "Not specified";

/** What is paid for, by whom and how much. */
export function OrderSummary({ order }: { order: OrderRecord | ItemOrderRecord }) {
  const { currency, processingFee } = order;
  const credit = "credit" in order ? order.credit : 0;
  const status = order.paymentStatus || "Pending";
  return (
    <>
      <section className={styles.panel} aria-labelledby="order-summary">
        <div className={styles.summaryHead}>
          <h2 id="order-summary" className={styles.name}>
            {order.packageName || "Digital Product"}
          </h2>
          <StatusBadge kind="payment" status={status} label={status.toUpperCase()} />
        </div>
        <DescriptionList>
          <DescriptionItem name="Order ID" kind="code">
            {order.orderId}
          </DescriptionItem>
          <DescriptionItem name="Package Price">
            {displayAmount(order.packagePrice, currency)}
          </DescriptionItem>
          {Number(processingFee) > 0 && (
            <DescriptionItem name="Processing Fee">{displayAmount(processingFee, currency)}</DescriptionItem>
          )}
          {credit > 0 && <DescriptionItem name="Credits">{credit.toLocaleString("en-US")}</DescriptionItem>}
          {order.Validity > 0 && (
            <DescriptionItem name="Membership">{`${order.Validity} days`}</DescriptionItem>
          )}
          <DescriptionItem name="Total" kind="total">
            {displayPrice(order.totalPrice, currency)}
          </DescriptionItem>
        </DescriptionList>
      </section>
      <section className={styles.panel} aria-labelledby="customer">
        <h2 id="customer" className={styles.heading}>
          Customer
        </h2>
        <DescriptionList>
          <DescriptionItem name="Name">{order.customerName || unknown}</DescriptionItem>
          <DescriptionItem name="Email">{order.customerEmail || unknown}</DescriptionItem>
          <DescriptionItem name="Address">{order.address || unknown}</DescriptionItem>
          <DescriptionItem name="Country">{order.country || unknown}</DescriptionItem>
        </DescriptionList>
      </section>
    </>
  );
}
