import type { ItemOrderRecord, OrderRecord } from "#contract/orders.ts";
import styles from "#web/features/payments/payment.module.css";
import { displayAmount, displayPrice } from "#web/ui/amount.ts";
import { StatusBadge } from "#web/ui/status-badge.tsx";

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
        <dl className={styles.lines}>
          <Line label="Order ID" value={order.orderId} mono />
          <Line label="Package Price" value={displayAmount(order.packagePrice, currency)} />
          {Number(processingFee) > 0 && (
            <Line label="Processing Fee" value={displayAmount(processingFee, currency)} />
          )}
          {credit > 0 && <Line label="Credits" value={credit.toLocaleString("en-US")} />}
          {order.Validity > 0 && <Line label="Membership" value={`${order.Validity} days`} />}
          <div className={styles.total}>
            <dt>Total</dt>
            <dd>{displayPrice(order.totalPrice, currency)}</dd>
          </div>
        </dl>
      </section>
      <section className={styles.panel} aria-labelledby="customer">
        <h2 id="customer" className={styles.heading}>
          Customer
        </h2>
        <dl className={styles.lines}>
          <Line label="Name" value={order.customerName} />
          <Line label="Email" value={order.customerEmail} />
          <Line label="Address" value={order.address} />
          <Line label="Country" value={order.country} />
        </dl>
      </section>
    </>
  );
}

function Line({ label, value, mono }: { label: string; value: string; mono?: boolean }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className={mono ? styles.mono : undefined}>{value || "Not specified"}</dd>
    </div>
  );
}
