import { useQueryClient } from "@tanstack/react-query";
import { type ComponentProps, useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import { disableTotp, enableTotp, getFactors, makeBackupCodes } from "#contract/identity.ts";
import { api, hasCode } from "#web/api/client.ts";
import { useCall } from "#web/api/query.tsx";
import { BackupCodes } from "#web/features/accounts/backup-codes.tsx";
import { FactorOwed } from "#web/features/accounts/factor-owed.tsx";
import { backupCodesAreLeft, changePasswordMessage } from "#web/features/accounts/messages.ts";
import { OneFieldForm } from "#web/features/accounts/one-field-form.tsx";
import styles from "#web/features/accounts/profile.module.css";
import { useViewer } from "#web/features/shell/viewer.ts";
import { Button } from "#web/ui/elements/button.tsx";
import { Group } from "#web/ui/elements/layout.tsx";
import { PasswordInput } from "#web/ui/elements/password-input.tsx";
import { Text } from "#web/ui/elements/text.tsx";
import { type LeaveReason, useLeaveGuard } from "#web/ui/leave-guard.tsx";
import { ErrorState } from "#web/ui/states.tsx";
import { Status } from "#web/ui/status.tsx";
import { usePart } from "#web/ui/use-part.ts";
import { UsernameInput } from "#web/ui/username-input.tsx";

const loadAuthenticator = () => import("#web/features/accounts/authenticator.tsx");
type Authenticator = Awaited<ReturnType<typeof loadAuthenticator>>["default"];

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

const onTheirWay: LeaveReason = {
  kind: "shown once",
  question: {
    title: "Leave before the backup codes come?",
    message: "They are on their way and are not shown again. You would have to make new ones.",
    confirmLabel: "Leave without them",
    cancelLabel: "Stay",
  },
};

/** Signing in by an authenticator's code as well: set up, kept, turned off. */
export function SecondFactor() {
  const factors = useCall(getFactors, {});
  const client = useQueryClient();
  const [step, setStep] = useState<Step>({ at: "rest" });
  const [awaited, setAwaited] = useState(0);
  useLeaveGuard(awaited > 0 ? onTheirWay : null);
  const isRequired = new URLSearchParams(useLocation().search).get("factor") === "required";
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isRequired) section.current?.scrollIntoView({ block: "center" });
  }, [isRequired]);
  const { totp = false, backupCodesLeft = 0, passkeys = 0 } = factors.data ?? {};
  const viewer = useViewer();
  const refresh = () =>
    Promise.all([client.invalidateQueries({ queryKey: [getFactors.path] }), viewer.refresh()]);

  /** Here and not in the step, whose Cancel ends the step alone. */
  async function awaitCodes<T>(answer: Promise<T>): Promise<T> {
    setAwaited((count) => count + 1);
    try {
      return await answer;
    } finally {
      setAwaited((count) => count - 1);
    }
  }

  async function proceed(asked: Step & { at: "password" }, password: string) {
    const body = { password };
    // Whoever has cancelled the step is not led on by its answer.
    const goOn = (next: Step) => setStep((now) => (now === asked ? next : now));
    if (asked.to === "set up") {
      const { totpURI, backupCodes } = (await api(enableTotp, { body })).body;
      return goOn({ at: "code", uri: totpURI, backupCodes });
    }
    if (asked.to === "renew") {
      const { backupCodes } = (await awaitCodes(api(makeBackupCodes, { body }))).body;
      // Also after a Cancel: the former ones have ended.
      setStep({ at: "codes", backupCodes });
    } else {
      await api(disableTotp, { body });
      goOn({ at: "rest" });
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
            ? `Signing in takes a code of your authenticator as well. ${backupCodesAreLeft(backupCodesLeft)}`
            : "With an authenticator on your phone, a stolen password alone lets nobody in."}
        </Text>
      </div>
      {isRequired && factors.data && viewer.user && (
        <FactorOwed owes={viewer.user.owesFactor} hasPasskey={passkeys > 0} onProven={refresh} />
      )}
      {step.at === "rest" && factors.data && (
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
        <ErrorState
          compact
          title="Your second factor could not be loaded."
          message={factors.error.message}
          onRetry={() => void factors.refetch()}
        />
      )}
      {step.at === "password" && (
        <OneFieldForm
          key={step.to}
          check={(password) => (password ? null : "Please enter your password")}
          onSend={(password) => proceed(step, password)}
          problemOf={passwordProblem}
          submit={asks[step.to].button}
          color={asks[step.to].color}
          onCancel={() => setStep({ at: "rest" })}
        >
          {(field) => (
            <>
              <UsernameInput email={viewer.user?.userEmail} />
              <PasswordInput
                label="Your password"
                description={asks[step.to].text}
                autoComplete="current-password"
                {...field}
              />
            </>
          )}
        </OneFieldForm>
      )}
      {step.at === "code" && (
        <Setup
          uri={step.uri}
          awaitCodes={awaitCodes}
          onCancel={() => setStep({ at: "rest" })}
          onDone={() => {
            setStep({ at: "codes", backupCodes: step.backupCodes });
            void refresh();
          }}
        />
      )}
      {step.at === "codes" && <BackupCodes codes={step.backupCodes} onDone={() => setStep({ at: "rest" })} />}
    </section>
  );
}

function Setup(props: ComponentProps<Authenticator>) {
  const { part, failure } = usePart(loadAuthenticator);
  if (failure) return <ErrorState compact title="The setup could not be loaded." {...failure} />;
  return part ? <part.default {...props} /> : <Status>Loading...</Status>;
}

function passwordProblem(error: unknown): string {
  const isKnown = hasCode(error, "CONFLICT") || hasCode(error, "FACTOR_REQUIRED");
  return isKnown ? error.message : changePasswordMessage(error);
}
