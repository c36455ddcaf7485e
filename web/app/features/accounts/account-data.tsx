import { Button, Group, Text } from "@mantine/core";
import { Download, Trash2 } from "lucide-react";
import { useState } from "react";
import { exportAccount } from "#contract/profile.ts";
import { DeleteAccountModal } from "#web/features/accounts/delete-account-modal.tsx";
import styles from "#web/features/accounts/profile.module.css";

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
