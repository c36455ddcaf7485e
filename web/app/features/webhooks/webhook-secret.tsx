import { Check, Copy } from "lucide-react";
import { secretOverlapHours } from "#contract/webhooks.ts";
import styles from "#web/features/webhooks/webhooks.module.css";
import { Button } from "#web/ui/elements/button.tsx";
import { Group, Stack } from "#web/ui/elements/layout.tsx";
import { Modal } from "#web/ui/elements/modal.tsx";
import { Text } from "#web/ui/elements/text.tsx";
import { type LeaveReason, useLeaveGuard } from "#web/ui/leave-guard.tsx";
import { useCopy } from "#web/ui/use-copy.ts";

const uncopied: LeaveReason = {
  kind: "shown once",
  question: {
    title: "Leave without copying the secret?",
    message: "It is not shown again. You would have to change it to see another one.",
    confirmLabel: "Leave without copying",
    cancelLabel: "Stay",
  },
};

/** A secret as it was just made; the shop can't tell it again. It closes by its button alone, not by a slip. */
export function WebhookSecret(props: { secret: string; isChange: boolean; onDone: () => void }) {
  const { copied, copy } = useCopy(props.secret);
  useLeaveGuard(copied ? null : uncopied);

  return (
    <Modal
      opened
      onClose={() => undefined}
      closeOnEscape={false}
      closeOnClickOutside={false}
      withCloseButton={false}
      title="Keep this secret"
      size="lg"
    >
      <Stack gap="md">
        <Text>
          Your program checks with it that a message is from here. It is not shown again; you can change it at
          any time.
          {props.isChange && ` The former one counts for another ${secretOverlapHours} hours.`}
        </Text>
        <code className={styles.secret} data-testid="webhook-secret">
          {props.secret}
        </code>
        <Group gap="sm">
          <Button
            variant="default"
            data-autofocus
            leftSection={copied ? <Check size={18} aria-hidden /> : <Copy size={18} aria-hidden />}
            onClick={() => void copy()}
          >
            {copied ? "Copied" : "Copy"}
          </Button>
          <Button onClick={props.onDone}>I have kept it</Button>
        </Group>
        {copied === false && (
          <Text role="alert" c="red" size="sm">
            It could not be copied. Please mark and copy it by hand.
          </Text>
        )}
      </Stack>
    </Modal>
  );
}
