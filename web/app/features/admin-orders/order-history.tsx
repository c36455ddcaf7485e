import { useState } from "react";
import { displayAmount } from "#contract/money.ts";
import { getOrderHistory, type HistoryLine } from "#contract/payments.ts";
import { ApiError } from "#web/api/client.ts";
import { useCall } from "#web/api/query.tsx";
import styles from "#web/features/admin-orders/admin-orders.module.css";
import { useRefund } from "#web/features/admin-orders/use-refund.ts";
import { useConfirm } from "#web/ui/confirm.tsx";
import { Alert } from "#web/ui/elements/alert.tsx";
import { Button } from "#web/ui/elements/button.tsx";
import { Switch } from "#web/ui/elements/choice.tsx";
import { Skeleton } from "#web/ui/elements/waiting.tsx";
import { FormattedDate } from "#web/ui/formatted-date.tsx";
import { capitalized } from "#web/ui/options.ts";
import { ErrorState } from "#web/ui/states.tsx";

/** What happened to an order, newest first, one line for each thing; the technical events with it when asked for. */
export function OrderHistory({ id }: { id: string }) {
  const [technical, setTechnical] = useState(false);
  const history = useCall(getOrderHistory, { params: { id } });
  if (history.isPending) return <Skeleton height={320} />;
  if (history.isError) {
    return (
      <ErrorState
        title="The history could not be loaded"
        message={history.error.message}
        onRetry={() => history.refetch()}
        compact
      />
    );
  }
  const shown = technical ? history.data : history.data.filter((line) => !isTechnical(line, history.data));
  return (
    <>
      <Switch
        mb="md"
        label="Show technical events"
        checked={technical}
        onChange={(event) => setTechnical(event.currentTarget.checked)}
      />
      <ol className={styles.history}>
        {shown.toReversed().map((line) => (
          <HistoryEntry
            key={`${line.at} ${line.kind} ${line.title} ${Object.values(line.details).join(" ")}`}
            orderId={id}
            line={line}
            technical={technical}
          />
        ))}
      </ol>
    </>
  );
}

/**
 * Whether a line only tells how the shop and PayPal came to what another line tells: a capture that paid the order, a
 * refund that was asked for and has come.
 */
function isTechnical(line: HistoryLine, all: HistoryLine[]): boolean {
  if (line.kind === "attempt" || line.kind === "webhook") return true;
  if (line.kind === "capture") return line.details.fulfilled === true;
  return (
    line.title === "Refund asked for: done" &&
    all.some(({ kind, title }) => kind === "refund" && title === "refund: done")
  );
}

/** What the server's words are in an owner's; others are shown as they are. */
const sentences: Record<string, string> = {
  "order Ordered": "Ordered",
  "order Cancelled": "Cancelled",
  "order Paid, confirmed by PayPal": "Paid, confirmed by PayPal",
  "order Paid, rescued by the reconciler": "Paid, rescued by the reconciler",
  "ledger purchase": "Credits added",
  "ledger refund": "Credits taken back",
  "ledger refund-returned": "Credits given again",
  "ledger debt-settled": "Owed credits settled",
  "refund refund: done": "Money given back",
  "refund refund: failed": "PayPal could not give the money back",
  "refund reversal: done": "PayPal took the money back",
  "refund dispute: open": "The buyer opened a dispute",
  "refund dispute: won": "Dispute won",
  "refund dispute: lost": "Dispute lost",
  "refund dispute: closed": "Dispute closed without a decision",
  "refund Refund asked for: open": "Refund asked for, PayPal has not answered yet",
  "refund Refund asked for: refused": "PayPal refused the refund",
};

/** Of a thing that happened, what an owner wants to know beside it. */
const told = [
  "product",
  "total",
  "amount",
  "currency",
  "balanceAfter",
  "receiptNumber",
  "toEmail",
  "note",
  "problem",
  "answerBy",
];

const kindLabels: Record<HistoryLine["kind"], string> = {
  order: "Order",
  attempt: "Payment",
  capture: "PayPal",
  refund: "Money back",
  webhook: "Webhook",
  ledger: "Credits",
  mail: "Mail",
};

const labels: Record<string, string> = {
  reconciledBy: "Found by",
  receiptNumber: "Receipt",
  paypalTransactionId: "PayPal transaction",
  paypalOrderId: "PayPal order",
  lastError: "Last problem",
  nextCheck: "Next check",
  captureId: "Capture",
  id: "PayPal id",
  resourceId: "PayPal resource",
  answerBy: "Answer at PayPal by (UTC)",
  balanceAfter: "Balance after",
  toEmail: "To",
};

function labelOf(name: string): string {
  return labels[name] ?? capitalized(name);
}

function wordOf(value: HistoryLine["details"][string]): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  return String(value);
}

function HistoryEntry(props: { orderId: string; line: HistoryLine; technical: boolean }) {
  const { orderId, line, technical } = props;
  const details = Object.entries(line.details).filter(
    ([name, value]) => value !== null && value !== "" && (technical || told.includes(name)),
  );
  const sentence = sentences[`${line.kind} ${line.title}`];
  return (
    <li className={styles.event} data-kind={line.kind}>
      <div>{sentence ?? `${kindLabels[line.kind]}: ${line.title}`}</div>
      <div className={styles.when}>
        <FormattedDate at={line.at} time="seconds" />
      </div>
      {details.length > 0 && (
        <p className={styles.details}>
          {details.map(([name, value]) => `${labelOf(name)}: ${wordOf(value)}`).join(" · ")}
        </p>
      )}
      {line.refundable && <GiveBack orderId={orderId} payment={line.refundable} />}
    </li>
  );
}

/** Refunds a payment that nothing was granted for, such as one of another amount. */
function GiveBack(props: { orderId: string; payment: NonNullable<HistoryLine["refundable"]> }) {
  const { orderId, payment } = props;
  const { captureId, amount, currency } = payment;
  const confirm = useConfirm();
  const refund = useRefund(orderId);

  async function ask() {
    const sure = await confirm({
      title: `Give ${displayAmount(amount, currency)} back?`,
      message: `PayPal sends transaction ${captureId} back to its payer. The order and its credits stay as they are. This cannot be undone.`,
      confirmLabel: "Give back",
    });
    if (sure) refund.mutate({ captureId });
  }

  return (
    <>
      {refund.isError && (
        <Alert color="red" mt="xs" role="alert">
          {refund.error instanceof ApiError ? refund.error.message : "The refund could not be asked for."}
        </Alert>
      )}
      <Button variant="default" size="compact-md" mt="xs" loading={refund.isPending} onClick={ask}>
        Give this payment back
      </Button>
    </>
  );
}
