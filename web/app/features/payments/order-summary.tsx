import type { ItemOrderRecord, OrderRecord } from "#contract/orders.ts";
import styles from "#web/features/payments/payment.module.css";
import { displayAmount, displayPrice } from "#web/ui/amount.ts";
import { Fact, Facts } from "#web/ui/facts.tsx";
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
        <Facts>
          <Fact name="Order ID" kind="code">
            {order.orderId}
          </Fact>
          <Fact name="Package Price">{displayAmount(order.packagePrice, currency)}</Fact>
          {Number(processingFee) > 0 && (
            <Fact name="Processing Fee">{displayAmount(processingFee, currency)}</Fact>
          )}
          {credit > 0 && <Fact name="Credits">{credit.toLocaleString("en-US")}</Fact>}
          {order.Validity > 0 && <Fact name="Membership">{`${order.Validity} days`}</Fact>}
          <Fact name="Total" kind="total">
            {displayPrice(order.totalPrice, currency)}
          </Fact>
        </Facts>
      </section>
      <section className={styles.panel} aria-labelledby="customer">
        <h2 id="customer" className={styles.heading}>
          Customer
        </h2>
        <Facts>
          <Fact name="Name">{order.customerName || unknown}</Fact>
          <Fact name="Email">{order.customerEmail || unknown}</Fact>
          <Fact name="Address">{order.address || unknown}</Fact>
          <Fact name="Country">{order.country || unknown}</Fact>
        </Facts>
      </section>
    </>
  );
}
