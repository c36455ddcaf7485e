import { Alert, Button, Group, PasswordInput, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, lazy, Suspense, useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import { disableTotp, enableTotp, getFactors, makeBackupCodes } from "#contract/identity.ts";
import { ApiError, api } from "#web/api/client.ts";
import { useCall } from "#web/api/query.tsx";
import { BackupCodes } from "#web/features/accounts/backup-codes.tsx";
import { FactorOwed } from "#web/features/accounts/factor-owed.tsx";
import { changePasswordMessage } from "#web/features/accounts/messages.ts";
import styles from "#web/features/accounts/profile.module.css";
import { useViewer } from "#web/features/shell/viewer.ts";

const Authenticator = lazy(() => import("#web/features/accounts/authenticator.tsx"));

type Step =
  | { at: "rest" }
  | { at: "password"; to: "set up" | "renew" | "turn off" }
  | { at: "code"; uri: string; backupCodes: string[] }
  | { at: "codes"; backupCodes: string[] };

const asks = {
  "set up": { text: "Enter your password to set it up.", button: "Continue", color: "primary" },
  renew: { text: "New codes end the ones that you have.", button: "Make new codes", color: "primary" },
  "turn off": { text: "Signing in will take your password alone.", button: "Turn it off", color: "red" },
} as const;

/** Signing in by an authenticator's code as well: set up, kept, turned off. */
export function SecondFactor() {
  const factors = useCall(getFactors, {});
  const client = useQueryClient();
  const [step, setStep] = useState<Step>({ at: "rest" });
  const isRequired = new URLSearchParams(useLocation().search).get("factor") === "required";
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isRequired) section.current?.scrollIntoView({ block: "center" });
  }, [isRequired]);
  const { totp = false, backupCodesLeft = 0, passkeys = 0 } = factors.data ?? {};
  const viewer = useViewer();
  const refresh = () =>
    Promise.all([client.invalidateQueries({ queryKey: [getFactors.path] }), viewer.refresh()]);

  async function proceed(to: "set up" | "renew" | "turn off", password: string) {
    const body = { password };
    if (to === "set up") {
      const { totpURI, backupCodes } = (await api(enableTotp, { body })).body;
      return setStep({ at: "code", uri: totpURI, backupCodes });
    }
    if (to === "renew") {
      const { backupCodes } = (await api(makeBackupCodes, { body })).body;
      setStep({ at: "codes", backupCodes });
    } else {
      await api(disableTotp, { body });
      setStep({ at: "rest" });
    }
    void refresh();
  }

  return (
    <section ref={section} aria-labelledby="second-factor-title" className={styles.factor}>
      <div>
        <h2 id="second-factor-title" className={styles.title}>
          Second factor
        </h2>
        <Text c="dimmed">
          {totp
            ? `Signing in takes a code of your authenticator as well. ${backupCodesLeft} backup codes are left.`
            : "With an authenticator on your phone, a stolen password alone lets nobody in."}
        </Text>
      </div>
      {isRequired && factors.isSuccess && viewer.user && (
        <FactorOwed owes={viewer.user.owesFactor} hasPasskey={passkeys > 0} onProven={refresh} />
      )}
      {step.at === "rest" && factors.isSuccess && (
        <Group gap="sm">
          {totp ? (
            <>
              <Button variant="default" onClick={() => setStep({ at: "password", to: "renew" })}>
                New backup codes
              </Button>
              <Button
                variant="subtle"
                color="red"
                onClick={() => setStep({ at: "password", to: "turn off" })}
              >
                Turn off
              </Button>
            </>
          ) : (
            <Button variant="default" onClick={() => setStep({ at: "password", to: "set up" })}>
              Set up an authenticator
            </Button>
          )}
        </Group>
      )}
      {factors.isError && (
        <Alert color="red" role="alert">
          This could not be loaded. {factors.error.message}{" "}
          <Button size="compact-sm" variant="subtle" onClick={() => void factors.refetch()}>
            Retry
          </Button>
        </Alert>
      )}
      {step.at === "password" && (
        <AskPassword
          key={step.to}
          {...asks[step.to]}
          onCancel={() => setStep({ at: "rest" })}
          onPassword={(password) => proceed(step.to, password)}
        />
      )}
      {step.at === "code" && (
        <Suspense fallback={<Text role="status">Loading...</Text>}>
          <Authenticator
            uri={step.uri}
            onCancel={() => setStep({ at: "rest" })}
            onDone={() => {
              setStep({ at: "codes", backupCodes: step.backupCodes });
              void refresh();
            }}
          />
        </Suspense>
      )}
      {step.at === "codes" && <BackupCodes codes={step.backupCodes} onDone={() => setStep({ at: "rest" })} />}
    </section>
  );
}

function AskPassword(props: {
  text: string;
  button: string;
  color: string;
  onCancel: () => void;
  onPassword: (password: string) => Promise<void>;
}) {
  const [password, setPassword] = useState("");
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    if (!password) return setError("Please enter your password");
    setBusy(true);
    setError(null);
    await props.onPassword(password).catch((refused: unknown) => {
      const isKnown = refused instanceof ApiError && ["CONFLICT", "FACTOR_REQUIRED"].includes(refused.code);
      setError(isKnown ? refused.message : changePasswordMessage(refused));
    });
    setBusy(false);
  }
  return (
    <form noValidate onSubmit={submit} className={styles.factor}>
      <PasswordInput
        label="Your password"
        description={props.text}
        autoComplete="current-password"
        autoFocus
        value={password}
        error={error}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <Group gap="sm">
        <Button type="submit" color={props.color} loading={busy}>
          {props.button}
        </Button>
        <Button variant="default" onClick={props.onCancel}>
          Cancel
        </Button>
      </Group>
    </form>
  );
}
