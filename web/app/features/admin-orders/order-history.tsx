import { Alert, Button, Skeleton } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { displayAmount } from "#contract/money.ts";
import { getOrderHistory, type HistoryLine, refundOrder } from "#contract/payments.ts";
import { ApiError, api, requestKey } from "#web/api/client.ts";
import { useCall } from "#web/api/query.tsx";
import styles from "#web/features/admin-orders/admin-orders.module.css";
import { useConfirm } from "#web/ui/confirm.tsx";
import { editorToasts } from "#web/ui/editing/notices.tsx";
import { ErrorState } from "#web/ui/states.tsx";

const moment = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "medium" });

/** Everything that happened to an order, oldest first: attempts, captures, webhooks, credits, mails. */
export function OrderHistory({ id }: { id: string }) {
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
  return (
    <ol className={styles.history}>
      {history.data.map((line) => (
        <HistoryEntry
          key={`${line.at} ${line.kind} ${line.title} ${Object.values(line.details).join(" ")}`}
          orderId={id}
          line={line}
        />
      ))}
    </ol>
  );
}

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
  balanceAfter: "Balance after",
  toEmail: "To",
};

function labelOf(name: string): string {
  return labels[name] ?? name.charAt(0).toUpperCase() + name.slice(1);
}

function wordOf(value: HistoryLine["details"][string]): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  return String(value);
}

function HistoryEntry({ orderId, line }: { orderId: string; line: HistoryLine }) {
  const details = Object.entries(line.details).filter(([, value]) => value !== null && value !== "");
  return (
    <li className={styles.event} data-kind={line.kind}>
      <div>
        {kindLabels[line.kind]}: {line.title}
      </div>
      <time className={styles.when} dateTime={line.at}>
        {moment.format(new Date(line.at))}
      </time>
      {details.length > 0 && (
        <p className={styles.details}>
          {details.map(([name, value]) => `${labelOf(name)}: ${wordOf(value)}`).join(" · ")}
        </p>
      )}
      {line.refundable && <GiveBack orderId={orderId} payment={line.refundable} />}
    </li>
  );
}

/**
 * Refunds a payment that nothing was granted for, such as one of another amount. The idempotency key is made once, so
 * that a repeated click refunds nothing twice.
 */
function GiveBack(props: { orderId: string; payment: NonNullable<HistoryLine["refundable"]> }) {
  const { orderId, payment } = props;
  const { captureId, amount, currency } = payment;
  const [key] = useState(() => requestKey());
  const confirm = useConfirm();
  const client = useQueryClient();
  const refund = useMutation({
    mutationFn: () => api(refundOrder, { params: { id: orderId }, body: { captureId, idempotencyKey: key } }),
    onSuccess: ({ body }) => editorToasts.success(body.message),
    onSettled: () => client.invalidateQueries({ queryKey: [getOrderHistory.path] }),
  });

  async function ask() {
    const sure = await confirm({
      title: `Give ${displayAmount(amount, currency)} back?`,
      message: `PayPal sends transaction ${captureId} back to its payer. The order and its credits stay as they are. This cannot be undone.`,
      confirmLabel: "Give back",
    });
    if (sure) refund.mutate();
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
