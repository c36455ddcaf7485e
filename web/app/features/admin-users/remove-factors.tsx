import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { getUserSummary, getUserTimeline, removeUserFactors, type UserSummary } from "#contract/user-page.ts";
import { api, messageOf } from "#web/api/client.ts";
import { editorToasts } from "#web/ui/editing/notices.tsx";
import { Alert } from "#web/ui/elements/alert.tsx";
import { Button } from "#web/ui/elements/button.tsx";
import { TextInput } from "#web/ui/elements/inputs.tsx";
import { Group } from "#web/ui/elements/layout.tsx";
import { Modal } from "#web/ui/elements/modal.tsx";
import { Text } from "#web/ui/elements/text.tsx";
import { isolated } from "#web/ui/isolated.ts";
import { useUnsavedGuard } from "#web/ui/leave-guard.tsx";

type Person = UserSummary["user"];

/** What a person signs in with beside the password, in words. */
export function factorsText({ totp, passkeys }: UserSummary["factors"]): string {
  const keys = passkeys > 0 && `${passkeys} ${passkeys === 1 ? "passkey" : "passkeys"}`;
  return [totp && "Authenticator", keys].filter(Boolean).join(", ") || "None";
}

/** Takes the factors off for somebody who has lost them, with the reason. Null: closed. */
export function RemoveFactors({ user, onClose }: { user: Person | null; onClose: () => void }) {
  return (
    <Modal opened={user !== null} onClose={onClose} title="Take off the second factor">
      {user && <ReasonForm key={user._id} user={user} onEnd={onClose} />}
    </Modal>
  );
}

function ReasonForm({ user, onEnd }: { user: Person; onEnd: () => void }) {
  const [reason, setReason] = useState("");
  const [tried, setTried] = useState(false);
  useUnsavedGuard(reason.trim() !== "");
  const client = useQueryClient();
  const removing = useMutation({
    mutationFn: () => api(removeUserFactors, { params: { id: user._id }, body: { reason: reason.trim() } }),
    onSuccess() {
      editorToasts.success(`The second factor of ${isolated(user.userName)} was taken off`);
    },
    onSettled: () =>
      Promise.all(
        [getUserSummary, getUserTimeline].map(({ path }) => client.invalidateQueries({ queryKey: [path] })),
      ),
  });
  const { error } = removing;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        // Called only while this form is open: whoever left it may have it open anew by then.
        if (reason.trim() && !removing.isPending) removing.mutate(undefined, { onSuccess: onEnd });
      }}
    >
      <Text mb="md">
        <bdi>{user.userName}</bdi> is signed out everywhere, and gets in by the password alone until there is
        a new factor. Make sure who it is that asks you: the person is told by mail.
      </Text>
      <TextInput
        data-autofocus
        label="Reason"
        description="It stands in the audit log."
        required
        maxLength={500}
        value={reason}
        readOnly={removing.isPending}
        error={tried && !reason.trim() && "Please enter a reason"}
        errorRole="alert"
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      {error && !removing.isPending && (
        <Alert color="red" role="alert" mt="md">
          {messageOf(error, "The second factor could not be taken off.")}
        </Alert>
      )}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onEnd}>
          Cancel
        </Button>
        <Button type="submit" color="red" loading={removing.isPending}>
          Take it off
        </Button>
      </Group>
    </form>
  );
}
