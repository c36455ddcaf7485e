import { useState } from "react";
import styles from "#web/features/accounts/account.module.css";
import { AccountForm, useForm } from "#web/features/accounts/account-form.tsx";
import { Field } from "#web/features/accounts/field.tsx";
import { completeSignIn, signInCall } from "#web/features/accounts/identity.ts";
import { loginMessage } from "#web/features/accounts/messages.ts";

const noErrors: Record<string, string> = {};

/** The second half of a sign-in: an authenticator's code, or one of those for the day it is lost. */
export function CodeForm({ to, onBack }: { to: string; onBack: () => void }) {
  const [isBackup, setBackup] = useState(false);
  const form = useForm({
    check: ({ code }) => (code?.trim() ? noErrors : { code: "Please enter a code" }),
    send: async ({ code }) => {
      await signInCall(isBackup ? "two-factor/verify-backup-code" : "two-factor/verify-totp", { code });
      await completeSignIn(to);
    },
    tell: loginMessage,
  });
  return (
    <>
      <AccountForm form={form} submit="Sign in" busyLabel="Signing in">
        <Field
          key={isBackup ? "backup" : "code"}
          label={isBackup ? "Backup code" : "Code of your authenticator"}
          name="code"
          error={form.errors.code}
          inputMode={isBackup ? "text" : "numeric"}
          autoComplete={isBackup ? "off" : "one-time-code"}
          autoCapitalize="none"
          spellCheck={false}
          maxLength={30}
          focusFirst
          required
        />
      </AccountForm>
      <p className={styles.foot}>
        <button
          type="button"
          className={styles.textButton}
          onClick={() => {
            form.setMessage(null);
            setBackup(!isBackup);
          }}
        >
          {isBackup ? "Use the authenticator" : "Use a backup code"}
        </button>{" "}
        or{" "}
        <button type="button" className={styles.textButton} onClick={onBack}>
          start again
        </button>
      </p>
    </>
  );
}
