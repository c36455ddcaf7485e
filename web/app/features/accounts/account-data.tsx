import { Download, Trash2 } from "lucide-react";
import { type FormEvent, useState } from "react";
import { Link } from "react-router";
import { counted } from "#contract/counted.ts";
import { deleteAccount, exportAccount } from "#contract/profile.ts";
import { api, messageOf } from "#web/api/client.ts";
import styles from "#web/features/accounts/profile.module.css";
import { forgetKeptDrafts, signOut } from "#web/features/shell/sign-out.ts";
import { useViewer } from "#web/features/shell/viewer.ts";
import { Button } from "#web/ui/elements/button.tsx";
import { Group } from "#web/ui/elements/layout.tsx";
import { Modal } from "#web/ui/elements/modal.tsx";
import { PasswordInput } from "#web/ui/elements/password-input.tsx";
import { Text } from "#web/ui/elements/text.tsx";
import { UsernameInput } from "#web/ui/username-input.tsx";

/** The person's own data: to take along, or to have erased. */
export function AccountData() {
  const [deleting, setDeleting] = useState(false);
  return (
    <section aria-labelledby="account-data-title">
      <h2 id="account-data-title" className={styles.title}>
        Your data
      </h2>
      <Text c="dimmed">
        Download everything that we keep about you as one file, or delete your account with it. Orders and the
        credit ledger stay for our books, without your name.
      </Text>
      <Group gap="sm" mt="md">
        <Button
          component="a"
          href={exportAccount.path}
          download
          variant="default"
          leftSection={<Download size={18} aria-hidden />}
        >
          Download my data
        </Button>
        <Button
          variant="subtle"
          color="red"
          leftSection={<Trash2 size={18} aria-hidden />}
          onClick={() => setDeleting(true)}
        >
          Delete account
        </Button>
      </Group>
      <DeleteAccountModal opened={deleting} onClose={() => setDeleting(false)} />
    </section>
  );
}

/** Asks for the password, says what goes and what stays, and leaves to the home page when it is done. */
function DeleteAccountModal({ opened, onClose }: { opened: boolean; onClose: () => void }) {
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
      setProblem(messageOf(error, "An unexpected error occurred."));
      setBusy(false);
      return;
    }
    if (user) forgetKeptDrafts(user._id);
    // Ends the caches here and in the other tabs, as a logout does; the session itself is gone.
    await signOut().catch(() => location.assign("/"));
  }

  return (
    <Modal opened={opened} onClose={close} title="Delete your account?">
      <form noValidate onSubmit={submit}>
        <Text c="dimmed" mb="md">
          Your profile, thumbnails, designs, pictures and support messages are gone for good, and so are{" "}
          {user && user.currentBalance > 0 && `your ${counted(user.currentBalance, "credit")}, `}
          {user && user.userMembership !== "free" && `your ${user.userMembership} membership, `}
          the items that you bought and your receipts. This can't be undone.
        </Text>
        <UsernameInput email={user?.userEmail} />
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          data-autofocus
          required
          value={password}
          error={problem}
          errorRole="alert"
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <Text mt="sm" size="sm">
          <Link to="/forgot-password">Forgot Password?</Link>
        </Text>
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
