import { Button, Group, Modal, PasswordInput, Text } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { deleteAccount } from "#contract/profile.ts";
import { ApiError, api } from "#web/api/client.ts";
import { forgetKeptDrafts, signOut } from "#web/features/shell/sign-out.ts";
import { useViewer } from "#web/features/shell/viewer.ts";

/** Asks for the password, says what goes and what stays, and leaves to the home page when it is done. */
export function DeleteAccountModal({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const [password, setPassword] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const { user } = useViewer();

  function close(): void {
    if (busy) return;
    setPassword("");
    setProblem(null);
    onClose();
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (busy) return;
    if (!password) return setProblem("Please enter your password");
    setBusy(true);
    setProblem(null);
    try {
      await api(deleteAccount, { body: { password } });
    } catch (error) {
      setProblem(error instanceof ApiError ? error.message : "An unexpected error occurred.");
      setBusy(false);
      return;
    }
    if (user) forgetKeptDrafts(user._id);
    // Ends the caches here and in the other tabs, as a logout does; the session itself is gone.
    await signOut().catch(() => location.assign("/"));
  }

  return (
    <Modal
      opened={opened}
      onClose={close}
      title="Delete your account?"
      closeButtonProps={{ "aria-label": "Close" }}
    >
      <form noValidate onSubmit={submit}>
        <Text c="dimmed" mb="md">
          Your profile, thumbnails, support messages and remaining credits are gone for good. This can't be
          undone.
        </Text>
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          data-autofocus
          required
          value={password}
          error={problem}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <Group justify="flex-end" mt="lg" gap="sm">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" color="red" loading={busy}>
            Delete account
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
