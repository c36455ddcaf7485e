import { type ChangeEvent, type FormEvent, useState } from "react";
import { Link, useLocation } from "react-router";
import { getFactors, stepUp } from "#contract/identity.ts";
import { api } from "#web/api/client.ts";
import { useCall } from "#web/api/query.tsx";
import { factorProblem, proveByPasskey } from "#web/features/shell/prove.ts";
import { useViewer } from "#web/features/shell/viewer.ts";
import { useAttempt } from "#web/ui/attempt.tsx";
import { Button } from "#web/ui/elements/button.tsx";
import { TextInput } from "#web/ui/elements/inputs.tsx";
import { Group } from "#web/ui/elements/layout.tsx";
import { Modal } from "#web/ui/elements/modal.tsx";
import { PasswordInput } from "#web/ui/elements/password-input.tsx";
import { Text } from "#web/ui/elements/text.tsx";
import { UsernameInput } from "#web/ui/username-input.tsx";

/** The password once more. What was to be done goes on by itself after it; Cancel leaves everything as it was. */
export default function ProofDialog({ onEnd }: { onEnd: (isProven: boolean) => void }) {
  const { user } = useViewer();
  const { pathname, search } = useLocation();
  const [password, setPassword] = useState("");
  const factors = useCall(getFactors, {});
  const [isCode, setCode] = useState(false);
  const { attempt, busy, problem, setProblem } = useAttempt();

  async function prove(give: () => Promise<unknown>) {
    if (await attempt(factorProblem, give)) onEnd(true);
  }
  function send(event: FormEvent) {
    event.preventDefault();
    if (!password) return setProblem(isCode ? "Please enter a code" : "Please enter your password");
    void prove(() => api(stepUp, { body: isCode ? { code: password } : { password } }));
  }
  const field = {
    value: password,
    error: problem,
    errorRole: "alert" as const,
    onChange: (event: ChangeEvent<HTMLInputElement>) => setPassword(event.currentTarget.value),
  };
  return (
    <Modal opened onClose={() => onEnd(false)} title="Is it still you?" size="sm">
      <form noValidate onSubmit={send}>
        <Text c="dimmed" mb="md">
          This can cost money or let someone in, and you were last asked a while ago. It goes on once you have
          entered {isCode ? "a code" : "your password"}.
        </Text>
        <UsernameInput email={user?.userEmail} />
        {isCode ? (
          <TextInput
            label="Code of your authenticator"
            inputMode="numeric"
            autoComplete="one-time-code"
            autoFocus
            {...field}
          />
        ) : (
          <>
            <PasswordInput data-autofocus label="Password" autoComplete="current-password" {...field} />
            <Text mt="sm" size="sm">
              {/* In a tab of its own, so that what was typed here stays. */}
              <Link to={`/forgot-password?from=${encodeURIComponent(pathname + search)}`} target="_blank">
                Forgot Password?
              </Link>
            </Text>
          </>
        )}
        {(factors.data?.passkeys ?? 0) > 0 && (
          <Button mt="md" fullWidth variant="default" onClick={() => void prove(proveByPasskey)}>
            Use a passkey instead
          </Button>
        )}
        {factors.data?.totp && !isCode && (
          <Button
            mt="xs"
            size="compact-sm"
            variant="subtle"
            onClick={() => {
              setCode(true);
              setPassword("");
              setProblem(null);
            }}
          >
            Use a code instead
          </Button>
        )}
        <Group justify="flex-end" mt="lg" gap="sm">
          <Button variant="default" onClick={() => onEnd(false)}>
            Cancel
          </Button>
          <Button type="submit" loading={busy}>
            Continue
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
