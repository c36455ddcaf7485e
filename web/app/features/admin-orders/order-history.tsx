import { useState } from "react";
import { displayAmount } from "#contract/money.ts";
import { getOrderHistory, type HistoryLine } from "#contract/payments.ts";
import { messageOf } from "#web/api/client.ts";
import { useCall } from "#web/api/query.tsx";
import styles from "#web/features/admin-orders/admin-orders.module.css";
import {
  kindLabels,
  labelOf,
  sentences,
  told,
  unpaidReason,
  wordOf,
} from "#web/features/admin-orders/history-words.ts";
import { useRefund } from "#web/features/admin-orders/use-refund.ts";
import { useConfirm } from "#web/ui/confirm.tsx";
import { Alert } from "#web/ui/elements/alert.tsx";
import { Button } from "#web/ui/elements/button.tsx";
import { Switch } from "#web/ui/elements/choice.tsx";
import { Skeleton } from "#web/ui/elements/waiting.tsx";
import { FormattedDate } from "#web/ui/formatted-date.tsx";
import { ErrorState } from "#web/ui/states.tsx";

/**
 * What happened to an order, newest first, one line for each thing; the technical events with it when asked for. `unpaid`
 * says first why it is not paid, of which the technical events tell alone.
 */
export function OrderHistory({ id, unpaid = false }: { id: string; unpaid?: boolean }) {
  const [technical, setTechnical] = useState(false);
  const history = useCall(getOrderHistory, { params: { id } });
  const failure = history.isError && (
    <ErrorState
      title="The history could not be loaded"
      message={history.error.message}
      onRetry={() => history.refetch()}
      compact
    />
  );
  if (!history.data) return failure || <Skeleton height={320} />;
  const shown = technical ? history.data : history.data.filter((line) => !isTechnical(line, history.data));
  return (
    <>
      {failure}
      {unpaid && (
        <Alert color="yellow" mb="md">
          {unpaidReason(history.data)}
        </Alert>
      )}
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
 * refund that was asked for and has come, or is on its way.
 */
function isTechnical(line: HistoryLine, all: HistoryLine[]): boolean {
  if (line.kind === "attempt" || line.kind === "webhook") return true;
  if (line.kind === "capture") return line.details.fulfilled === true;
  return (
    line.title === "Refund asked for: done" &&
    all.some(({ kind, title }) => kind === "refund" && /^refund: (done|pending)$/.test(title))
  );
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
          {messageOf(refund.error, "The refund could not be asked for.")}
        </Alert>
      )}
      <Button variant="default" size="compact-md" mt="xs" loading={refund.isPending} onClick={ask}>
        Give this payment back
      </Button>
    </>
  );
}
