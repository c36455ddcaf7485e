import { useRef, useState } from "react";
import type { z } from "zod";
import type { keyInput } from "#contract/api-key-form.ts";
import { makeKey } from "#contract/api-keys.ts";
import { keyLifetimes } from "#contract/key-lifetimes.ts";
import { type Scope, scopes, scopeTexts } from "#contract/scopes.ts";
import { ApiError, api } from "#web/api/client.ts";
import css from "#web/features/api-keys/api-keys.module.css";
import { ShownKey } from "#web/features/api-keys/shown-key.tsx";
import { type FieldErrors, useSchema } from "#web/ui/check-values.ts";
import { leaveQuestion, useConfirm } from "#web/ui/confirm.tsx";
import { Button } from "#web/ui/elements/button.tsx";
import { Checkbox, CheckboxGroup } from "#web/ui/elements/choice.tsx";
import { NativeSelect, TextInput } from "#web/ui/elements/inputs.tsx";
import { Group, Stack } from "#web/ui/elements/layout.tsx";
import { Modal } from "#web/ui/elements/modal.tsx";
import { Text } from "#web/ui/elements/text.tsx";
import { type LeaveReason, useLeaveGuard, useUnsavedGuard } from "#web/ui/leave-guard.tsx";
import { useOneAtATime } from "#web/ui/one-at-a-time.ts";

const lifetimes = [
  ...keyLifetimes.map((days) => ({ value: String(days), label: `In ${days} days` })),
  { value: "never", label: "Never" },
];

const uncopied = {
  title: "Close without copying the key?",
  message: "It is not shown again. You would have to revoke it and make another one.",
  confirmLabel: "Close without copying",
  cancelLabel: "Stay",
};

const uncopiedKey: LeaveReason = {
  kind: "shown once",
  question: {
    ...uncopied,
    title: "Leave without copying the key?",
    confirmLabel: "Leave without copying",
  },
};

type Problems = { name?: string; expiresInDays?: string; scopes?: string; other?: string };

/** Two steps: what the key is to be, and then the key itself, which is told this once. */
export function NewKeyModal(props: { onChanged: () => Promise<void>; onClose: () => void }) {
  const ask = useConfirm();
  const [name, setName] = useState("");
  const [lifetime, setLifetime] = useState("90");
  const [chosen, setChosen] = useState<Scope[]>([]);
  const [problems, setProblems] = useState<Problems>({});
  const [made, setMade] = useState<string | null>(null);
  const [isCopied, setCopied] = useState(false);
  const { run, busy } = useOneAtATime();
  const check = useSchema(async () => (await import("#contract/api-key-form.ts")).keyInput);
  const form = useRef<HTMLFormElement>(null);
  const isTyped = made === null && (name.trim() !== "" || chosen.length > 0);
  const isUncopied = made !== null && !isCopied;
  useUnsavedGuard(isTyped);
  useLeaveGuard(isUncopied ? uncopiedKey : null);

  async function close(): Promise<void> {
    if (busy) return;
    if ((isTyped && !(await ask(leaveQuestion))) || (isUncopied && !(await ask(uncopied)))) return;
    props.onClose();
  }

  function show(found: Problems): void {
    setProblems(found);
    const [first] = Object.keys(found);
    const field = form.current?.querySelector<HTMLElement>(
      `[data-field="${first}"]:is(input, select), [data-field="${first}"] input`,
    );
    field?.focus({ preventScroll: true });
    // By itself it would come to lie under the dialog's head.
    field?.scrollIntoView({ block: "center" });
  }

  async function send(): Promise<void> {
    const expiresInDays = lifetime === "never" ? null : Number(lifetime);
    const body = { name, expiresInDays, scopes: chosen } as z.input<typeof keyInput>;
    const errors = await check(body);
    setProblems({});
    if (Object.keys(errors).length > 0) return show(problemsAt(errors));
    try {
      setMade((await api(makeKey, { body })).body.data.key);
    } catch (error) {
      show(problemsOf(error));
    } finally {
      // Also where no answer came: the key may have been made all the same, and is then in the list.
      void props.onChanged();
    }
  }

  return (
    <Modal
      opened
      onClose={() => void close()}
      closeOnClickOutside={made === null}
      size="lg"
      title={made === null ? "New key" : "Your new key"}
    >
      {made !== null ? (
        <ShownKey
          value={made}
          isCopied={isCopied}
          onCopied={() => setCopied(true)}
          onDone={() => void close()}
        />
      ) : (
        <form
          ref={form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void run(send);
          }}
        >
          <Stack gap="md">
            <TextInput
              label="Name"
              description="So that you know it again, like 'Build server'."
              required
              maxLength={60}
              autoComplete="off"
              data-autofocus
              data-field="name"
              value={name}
              error={problems.name}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            <NativeSelect
              label="Expires"
              data={lifetimes}
              data-field="expiresInDays"
              value={lifetime}
              error={problems.expiresInDays}
              onChange={(event) => setLifetime(event.currentTarget.value)}
            />
            <CheckboxGroup
              label="What it opens"
              description="Choose no more than the program needs."
              required
              data-field="scopes"
              value={chosen}
              error={problems.scopes}
              onChange={(values) => setChosen(values as Scope[])}
            >
              <Stack gap="sm" mt="xs">
                {scopes.map((scope) => (
                  <Checkbox
                    key={scope}
                    value={scope}
                    label={scopeTexts[scope]}
                    description={<code className={css.scope}>{scope}</code>}
                  />
                ))}
              </Stack>
            </CheckboxGroup>
            {problems.other && (
              <Text role="alert" c="red" size="sm">
                {problems.other}
              </Text>
            )}
            <Group justify="flex-end" gap="sm">
              <Button variant="default" onClick={() => void close()}>
                Cancel
              </Button>
              <Button type="submit" loading={busy}>
                Make key
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Modal>
  );
}

/** By the field that it is said at: `scopes.0` is one of the scopes. */
function problemsAt(errors: FieldErrors): Problems {
  const found: Problems = {};
  for (const [path, message] of Object.entries(errors)) {
    const [field] = path.split(".");
    if (field === "name" || field === "expiresInDays" || field === "scopes") found[field] ??= message;
    else found.other ??= message;
  }
  return found;
}

function problemsOf(error: unknown): Problems {
  if (!(error instanceof ApiError)) return { other: "This did not work. Please try again." };
  return Object.keys(error.fields).length > 0 ? problemsAt(error.fields) : { other: error.message };
}
