import { Alert, Badge, Button, Group, Skeleton, Text, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { type FormEvent, useState } from "react";
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
import { ApiError, api } from "#web/api/client.ts";
import { useCall } from "#web/api/query.tsx";
import { makePasskey, PasskeyError } from "#web/api/webauthn.ts";
import styles from "#web/features/accounts/profile.module.css";
import { ProofGate } from "#web/features/shell/proof.tsx";
import { useViewer } from "#web/features/shell/viewer.ts";
import { useConfirm } from "#web/ui/confirm.tsx";
import { FormattedDate } from "#web/ui/formatted-date.tsx";

/** The person's passkeys: added, named, removed. */
export default function Passkeys() {
  const list = useCall(listPasskeys, {});
  const client = useQueryClient();
  const confirm = useConfirm();
  const { refresh } = useViewer();
  const [naming, setNaming] = useState<PasskeyRecord | "new" | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const passkeys = list.data ?? [];

  async function changed(): Promise<void> {
    setNaming(null);
    setProblem(null);
    for (const path of [listPasskeys.path, getFactors.path])
      await client.invalidateQueries({ queryKey: [path] });
    await refresh();
  }

  async function add(name: string): Promise<void> {
    const options = (await api(startPasskey, {})).body;
    await api(addPasskey, { body: { name, response: await makePasskey(options) } });
    await changed();
  }

  async function remove({ _id, name }: PasskeyRecord): Promise<void> {
    const sure = await confirm({
      title: `Remove the passkey '${name}'?`,
      message: "It signs nobody in any more. You can delete it on the device as well.",
      confirmLabel: "Remove passkey",
    });
    if (!sure) return;
    await api(removePasskey, { body: { id: _id } }).then(changed, (error) => setProblem(textOf(error)));
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
        <Alert color="red" role="alert">
          This could not be loaded. {list.error.message}{" "}
          <Button size="compact-sm" variant="subtle" onClick={() => void list.refetch()}>
            Retry
          </Button>
        </Alert>
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
        <NameForm
          key={naming === "new" ? "new" : naming._id}
          name={naming === "new" ? deviceName(navigator.userAgent) : naming.name}
          submit={naming === "new" ? "Continue" : "Save name"}
          onCancel={() => setNaming(null)}
          onName={(name) =>
            naming === "new"
              ? add(name)
              : api(renamePasskey, { body: { id: naming._id, name } }).then(changed)
          }
        />
      ) : (
        list.isSuccess && (
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

function textOf(error: unknown): string {
  if (error instanceof PasskeyError) return error.message;
  if (!(error instanceof ApiError)) return "This did not work. Please try again.";
  return error.fields.name ?? error.message;
}

function NameForm(props: {
  name: string;
  submit: string;
  onCancel: () => void;
  onName: (name: string) => Promise<unknown>;
}) {
  const [name, setName] = useState(props.name);
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    if (!name.trim()) return setError("Please enter a name");
    setBusy(true);
    setError(null);
    try {
      await props.onName(name);
    } catch (refused) {
      setError(textOf(refused));
      setBusy(false);
    }
  }
  return (
    <form noValidate onSubmit={submit} className={styles.factor}>
      <TextInput
        label="Name of the passkey"
        description="So that you know it again, like 'Ada's phone'."
        maxLength={60}
        autoFocus
        value={name}
        error={error}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Group gap="sm">
        <Button type="submit" loading={busy}>
          {props.submit}
        </Button>
        <Button variant="default" onClick={props.onCancel}>
          Cancel
        </Button>
      </Group>
    </form>
  );
}
