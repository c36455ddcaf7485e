import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { getUserSummary, getUserTimeline } from "#contract/user-page.ts";
import { listUsers, type UserRecord, updateUser } from "#contract/users.ts";
import { api, fieldsOf, hasCode, messageOf } from "#web/api/client.ts";
import { useSameRequest } from "#web/api/same-request.ts";
import { storeEntry } from "#web/api/store-entry.ts";
import { useTypedDialog } from "#web/features/admin-users/use-typed-dialog.ts";
import { useViewer } from "#web/features/shell/viewer.ts";
import type { ConfirmOptions } from "#web/ui/confirm.tsx";
import { editorToasts } from "#web/ui/editing/notices.tsx";
import { Alert } from "#web/ui/elements/alert.tsx";
import { Button } from "#web/ui/elements/button.tsx";
import { TextInput } from "#web/ui/elements/inputs.tsx";
import { Group } from "#web/ui/elements/layout.tsx";
import { Modal } from "#web/ui/elements/modal.tsx";
import { SegmentedControl } from "#web/ui/elements/segmented-control.tsx";
import { Text } from "#web/ui/elements/text.tsx";
import { isolated } from "#web/ui/isolated.ts";

type Person = Pick<UserRecord, "_id" | "userName" | "currentBalance">;

const most = 1_000_000;
const shown = (credits: number) => credits.toLocaleString("en-US");

const closeQuestion: ConfirmOptions = {
  title: "Close without changing the balance?",
  confirmLabel: "Close",
  cancelLabel: "Go on",
  danger: false,
};

/** Adds credits to a person's balance or takes some, with the reason that the person reads. Null: closed. */
export function ChangeBalance(props: { user: Person | null; onClose: () => void }) {
  const { user } = props;
  const { dirty, onDirty, end, close } = useTypedDialog(closeQuestion, props.onClose);

  return (
    <Modal opened={user !== null} onClose={close} closeOnClickOutside={!dirty} title="Change balance">
      {user && <BalanceForm key={user._id} user={user} onDirty={onDirty} onCancel={close} onSaved={end} />}
    </Modal>
  );
}

/** What is wrong with what was typed, by field. */
function problemsOf(amount: string, change: number, becomes: number, reason: string) {
  const problems: { amount?: string; reason?: string } = {};
  if (!/^\d{1,7}$/.test(amount.trim()) || change === 0 || Math.abs(change) > most)
    problems.amount = `Please enter a whole number from 1 to ${shown(most)}`;
  else if (becomes < 0)
    problems.amount = `The balance can't go below 0: at most ${shown(becomes - change)} can be taken.`;
  else if (change > 0 && becomes > most) problems.amount = `The balance can't go above ${shown(most)}.`;
  if (!reason.trim()) problems.reason = "Please enter a reason";
  return problems;
}

function BalanceForm(props: {
  user: Person;
  onDirty: () => void;
  onCancel: () => void;
  onSaved: () => void;
}) {
  const { user } = props;
  /** What the sum is made from. The server compares it with what stands, and refuses another. */
  const [seen, setSeen] = useState(user.currentBalance);
  const [way, setWay] = useState<"add" | "take">("add");
  const [amount, setAmount] = useState("");
  const [reason, setReason] = useState("");
  const [tried, setTried] = useState(false);
  const client = useQueryClient();
  const viewer = useViewer();

  const request = useSameRequest();

  const change = (way === "take" ? -1 : 1) * (Number(amount.trim()) || 0);
  const becomes = seen + change;
  const problems = problemsOf(amount, change, becomes, reason);
  const saving = useMutation({
    mutationFn: () => {
      const asked = { balanceChange: change, reason: reason.trim() };
      const expected = { currentBalance: seen };
      const body = { ...asked, expected, idempotencyKey: request.keyFor(asked) };
      return api(updateUser, { params: { id: user._id }, body });
    },
    onSuccess({ body }) {
      request.answered();
      storeEntry(client, listUsers, body.data);
      editorToasts.success(
        `Balance of ${isolated(user.userName)}: ${shown(seen)} → ${shown(body.data.currentBalance)}`,
      );
      if (viewer.user?._id === user._id) viewer.setBalance(body.data.currentBalance);
    },
    onError(error) {
      request.answered(error);
      if (hasCode(error, "STALE_VERSION")) setSeen((error.data as Person).currentBalance);
    },
    onSettled: () =>
      Promise.all(
        [listUsers, getUserSummary, getUserTimeline].map(({ path }) =>
          client.invalidateQueries({ queryKey: [path] }),
        ),
      ),
  });
  const fields = fieldsOf(saving.error);

  function type(set: (text: string) => void) {
    return (event: { currentTarget: { value: string } }) => {
      set(event.currentTarget.value);
      props.onDirty();
    };
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (Object.keys(problems).length === 0 && !saving.isPending)
          // Called only while this form is open: whoever left it may have another one open by then.
          saving.mutate(undefined, { onSuccess: props.onSaved });
      }}
    >
      <Text mb="md">
        <bdi>{user.userName}</bdi>
      </Text>
      <SegmentedControl
        fullWidth
        aria-label="Add or take"
        value={way}
        onChange={(chosen) => setWay(chosen as "add" | "take")}
        data={[
          { value: "add", label: "+ Add" },
          { value: "take", label: "− Take" },
        ]}
      />
      <TextInput
        data-autofocus
        mt="md"
        label="Credits"
        required
        inputMode="numeric"
        autoComplete="off"
        value={amount}
        error={(tried && problems.amount) || fields.balanceChange}
        errorRole="alert"
        readOnly={saving.isPending}
        onChange={type(setAmount)}
      />
      <Text mt="sm" fw={600} role="status" style={{ fontVariantNumeric: "tabular-nums" }}>
        {becomes >= 0 && (change < 0 || becomes <= most)
          ? `${shown(seen)} → ${shown(becomes)}`
          : `${shown(seen)} → not possible`}
      </Text>
      <TextInput
        mt="md"
        label="Reason"
        description="The person reads it on the credit statement."
        required
        maxLength={500}
        value={reason}
        error={(tried && problems.reason) || fields.reason}
        errorRole="alert"
        readOnly={saving.isPending}
        onChange={type(setReason)}
      />
      <Group mt="md" mih="4.5rem" align="center">
        {saving.isError && !saving.isPending && (
          <Alert color="red" role="alert" flex={1}>
            {failureText(saving.error, seen)}
          </Alert>
        )}
      </Group>
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={props.onCancel}>
          Cancel
        </Button>
        <Button type="submit" loading={saving.isPending}>
          Change balance
        </Button>
      </Group>
    </form>
  );
}

function failureText(error: unknown, stands: number): string {
  if (hasCode(error, "STALE_VERSION"))
    return `The balance has changed meanwhile: it is ${shown(stands)} now. Look at the new sum, then change it again.`;
  return messageOf(error, "The balance could not be changed.");
}
