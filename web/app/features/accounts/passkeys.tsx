import { useQueryClient } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useState } from "react";
import { deviceName } from "#contract/device-name.ts";
import { getFactors } from "#contract/identity.ts";
import {
  addPasskey,
  listPasskeys,
  maxPasskeys,
  type PasskeyRecord,
  removePasskey,
  renamePasskey,
  startPasskey,
} from "#contract/passkeys.ts";
import { api, fieldsOf } from "#web/api/client.ts";
import { useCall } from "#web/api/query.tsx";
import { makePasskey } from "#web/api/webauthn.ts";
import { OneFieldForm } from "#web/features/accounts/one-field-form.tsx";
import styles from "#web/features/accounts/profile.module.css";
import { ProofGate } from "#web/features/shell/proof.tsx";
import { factorProblem } from "#web/features/shell/prove.ts";
import { useViewer } from "#web/features/shell/viewer.ts";
import { Badge } from "#web/ui/badge.tsx";
import { useConfirm } from "#web/ui/confirm.tsx";
import { Button } from "#web/ui/elements/button.tsx";
import { TextInput } from "#web/ui/elements/inputs.tsx";
import { Group } from "#web/ui/elements/layout.tsx";
import { Text } from "#web/ui/elements/text.tsx";
import { Skeleton } from "#web/ui/elements/waiting.tsx";
import { FormattedDate } from "#web/ui/formatted-date.tsx";
import { isolated } from "#web/ui/isolated.ts";
import { ErrorState } from "#web/ui/states.tsx";

/** The person's passkeys: added, named, removed. */
export function Passkeys() {
  const list = useCall(listPasskeys, {});
  const client = useQueryClient();
  const confirm = useConfirm();
  const { refresh } = useViewer();
  const [naming, setNaming] = useState<PasskeyRecord | "new" | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const passkeys = list.data ?? [];

  async function reload(): Promise<void> {
    for (const path of [listPasskeys.path, getFactors.path])
      await client.invalidateQueries({ queryKey: [path] });
    await refresh();
  }

  async function changed(): Promise<void> {
    setProblem(null);
    await reload();
  }

  async function add(name: string): Promise<void> {
    const options = (await api(startPasskey, {})).body;
    await api(addPasskey, { body: { name, response: await makePasskey(options) } });
    await changed();
  }

  async function remove({ _id, name }: PasskeyRecord): Promise<void> {
    const sure = await confirm({
      title: `Remove the passkey '${isolated(name)}'?`,
      message: "It signs nobody in any more. You can delete it on the device as well.",
      confirmLabel: "Remove passkey",
    });
    if (!sure) return;
    setProblem(null);
    await api(removePasskey, { body: { id: _id } }).catch((error) => setProblem(problemOf(error)));
    // Also where it failed: it may be gone by another tab, or its answer was lost.
    await reload();
  }

  return (
    <section aria-labelledby="passkeys-title" className={styles.factor}>
      <ProofGate />
      <div>
        <h2 id="passkeys-title" className={styles.title}>
          Passkeys
        </h2>
        <Text c="dimmed">
          Sign in with your finger, your face or your device's PIN. A passkey is no password that could be
          stolen, and takes no code.
        </Text>
      </div>
      {list.isPending && <Skeleton height={56} radius="md" />}
      {list.isError && (
        <ErrorState
          compact
          title="Your passkeys could not be loaded."
          message={list.error.message}
          onRetry={() => void list.refetch()}
        />
      )}
      {passkeys.length > 0 && (
        <ul className={styles.sessions} aria-label="Your passkeys">
          {passkeys.map((each) => (
            <li key={each._id} className={styles.session}>
              <KeyRound size={22} aria-hidden className={styles.sessionIcon} />
              <div className={styles.sessionText}>
                <Group gap="xs">
                  <Text component="span" fw={550}>
                    {each.name}
                  </Text>
                  {each.isSynced && <Badge color="gray">On several devices</Badge>}
                </Group>
                <Text size="sm" c="dimmed">
                  Added <FormattedDate at={each.createdAt} />
                  {each.lastUsedAt ? (
                    <>
                      , last used <FormattedDate at={each.lastUsedAt} time />
                    </>
                  ) : (
                    ", not used yet"
                  )}
                </Text>
              </div>
              <Group gap="xs">
                <Button
                  variant="subtle"
                  size="sm"
                  aria-label={`Rename ${each.name}`}
                  onClick={() => setNaming(each)}
                >
                  Rename
                </Button>
                <Button
                  variant="subtle"
                  color="red"
                  size="sm"
                  aria-label={`Remove ${each.name}`}
                  onClick={() => void remove(each)}
                >
                  Remove
                </Button>
              </Group>
            </li>
          ))}
        </ul>
      )}
      {problem && (
        <Text role="alert" c="red" size="sm">
          {problem}
        </Text>
      )}
      {naming ? (
        <OneFieldForm
          key={naming === "new" ? "new" : naming._id}
          start={naming === "new" ? deviceName(navigator.userAgent) : naming.name}
          check={(name) => (name.trim() ? null : "Please enter a name")}
          onSend={(name) =>
            naming === "new"
              ? add(name)
              : api(renamePasskey, { body: { id: naming._id, name } }).then(changed)
          }
          onDone={() => setNaming(null)}
          problemOf={problemOf}
          submit={naming === "new" ? "Continue" : "Save name"}
          onCancel={() => setNaming(null)}
        >
          {(field) => (
            <TextInput
              label="Name of the passkey"
              description="So that you know it again, like 'Ada's phone'."
              maxLength={60}
              {...field}
            />
          )}
        </OneFieldForm>
      ) : (
        list.data && (
          <Group gap="sm">
            {passkeys.length < maxPasskeys ? (
              <Button variant="default" onClick={() => setNaming("new")}>
                Add a passkey
              </Button>
            ) : (
              <Text size="sm">
                You have {maxPasskeys} passkeys, which is the most. Remove one to add another.
              </Text>
            )}
          </Group>
        )
      )}
    </section>
  );
}

/** What the shop says of a name is told in its place. */
const problemOf = (error: unknown): string => fieldsOf(error).name || factorProblem(error);
