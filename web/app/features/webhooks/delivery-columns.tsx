import type { WebhookDelivery } from "#contract/webhooks.ts";
import styles from "#web/features/webhooks/webhooks.module.css";
import { Badge, type BadgeColor } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/elements/button.tsx";
import { Text } from "#web/ui/elements/text.tsx";
import { FormattedDate } from "#web/ui/formatted-date.tsx";
import type { DataColumn } from "#web/ui/table-model.ts";

const states: Record<WebhookDelivery["status"], { label: string; color: BadgeColor }> = {
  waiting: { label: "Waiting", color: "yellow" },
  sending: { label: "Sending", color: "yellow" },
  delivered: { label: "Delivered", color: "green" },
  failed: { label: "Failed", color: "red" },
};

export function deliveryColumns(props: {
  active: boolean;
  busy: boolean;
  onResend: (delivery: WebhookDelivery) => void;
}): DataColumn<WebhookDelivery>[] {
  return [
    {
      id: "event",
      header: "Event",
      card: "title",
      cell: ({ event }) => <strong>{event}</strong>,
    },
    { id: "when", header: "When", cell: ({ createdAt }) => <FormattedDate at={createdAt} time /> },
    {
      id: "state",
      header: "State",
      cell: ({ status }) => <Badge color={states[status].color}>{states[status].label}</Badge>,
    },
    { id: "answer", header: "Answer", cell: (delivery) => <LastAnswer delivery={delivery} /> },
    {
      id: "actions",
      header: "Actions",
      headerHidden: true,
      card: "bare",
      cell: (delivery) =>
        props.active && delivery.status !== "sending" ? (
          <Button
            size="compact-sm"
            variant="default"
            off={props.busy}
            onClick={() => props.onResend(delivery)}
          >
            {delivery.status === "waiting" ? "Send now" : "Send again"}
            <span className="visually-hidden">
              {" "}
              {delivery.event} {delivery.id}
            </span>
          </Button>
        ) : null,
    },
  ];
}

function LastAnswer({ delivery }: { delivery: WebhookDelivery }) {
  const { attempts, answerStatus, answerText, error, nextAttemptAt } = delivery;
  const tries = attempts === 1 ? "1 try" : `${attempts} tries`;
  return (
    <div className={styles.answer}>
      <div>{error ?? (answerStatus ? `It answered ${answerStatus}.` : "–")}</div>
      {answerText && <code className={styles.excerpt}>{answerText}</code>}
      {attempts > 0 && (
        <Text size="sm" c="dimmed">
          {tries}
          {nextAttemptAt && (
            <>
              , the next <FormattedDate at={nextAttemptAt} time />
            </>
          )}
        </Text>
      )}
    </div>
  );
}
