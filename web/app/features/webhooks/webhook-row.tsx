import { Webhook } from "lucide-react";
import type { ReactNode } from "react";
import { type WebhookRecord, webhookFailingDays } from "#contract/webhooks.ts";
import styles from "#web/features/webhooks/webhooks.module.css";
import { Badge, type BadgeColor } from "#web/ui/badge.tsx";
import { Group } from "#web/ui/elements/layout.tsx";
import { Text } from "#web/ui/elements/text.tsx";
import { FormattedDate } from "#web/ui/formatted-date.tsx";

function stateOf({ active, failingSince }: WebhookRecord): { label: string; color: BadgeColor } {
  if (!active) return { label: "Off", color: "gray" };
  return failingSince ? { label: "Failing", color: "red" } : { label: "On", color: "green" };
}

/** An address with its state; `children` are what can be done with it. */
export function WebhookRow({ webhook, children }: { webhook: WebhookRecord; children: ReactNode }) {
  const { url, events, lowBalance, active, failingSince, switchedOffAt, previousSecretUntil } = webhook;
  const { label, color } = stateOf(webhook);
  const told = events.map((event) => (event === "balance.low" ? `${event} (${lowBalance})` : event));
  return (
    <li className={styles.webhook}>
      <Webhook size={22} aria-hidden />
      <div className={styles.text}>
        <Group gap="xs">
          <Text component="span" fw={550} className={styles.address}>
            {url}
          </Text>
          <Badge color={color}>{label}</Badge>
        </Group>
        <Text size="sm" c="dimmed">
          {told.join(", ")}
        </Text>
        {active && failingSince && (
          <Text size="sm">
            Nothing has arrived since <FormattedDate at={failingSince} time />. After {webhookFailingDays}{" "}
            days it is switched off.
          </Text>
        )}
        {switchedOffAt && (
          <Text size="sm">
            Switched off on <FormattedDate at={switchedOffAt} />, after {webhookFailingDays} days in which
            nothing arrived.
          </Text>
        )}
        {previousSecretUntil && (
          <Text size="sm">
            The former secret counts until <FormattedDate at={previousSecretUntil} time />.
          </Text>
        )}
      </div>
      {children}
    </li>
  );
}
