import { useState } from "react";
import { Link } from "react-router";
import styles from "#web/features/accounts/account.module.css";
import { AccountForm } from "#web/features/accounts/account-form.tsx";
import { PasswordField } from "#web/features/accounts/field.tsx";
import { identityCall } from "#web/features/accounts/identity.ts";
import { newPasswordMessage } from "#web/features/accounts/messages.ts";
import { passwordProblems } from "#web/features/accounts/password-problems.ts";
import { useForm } from "#web/features/accounts/use-form.ts";

/** Second step, from the mail's link: the new password twice. Every session of the account ends with it. */
export function NewPasswordForm({ token }: { token: string }) {
  const [done, setDone] = useState(false);
  const form = useForm({
    check: ({ password, confirmPassword }) => passwordProblems(password, confirmPassword),
    send: async ({ password }) => {
      await identityCall("reset-password", { token, newPassword: password });
      setDone(true);
    },
    tell: newPasswordMessage,
    inputs: { newPassword: "password" },
  });

  if (done) {
    return (
      <div className={styles.success} role="status">
        <h2>Your password is changed</h2>
        <p>You are signed out everywhere. Please sign in with the new password.</p>
        <Link to="/login">Return to Login</Link>
      </div>
    );
  }
  return (
    <>
      <AccountForm form={form} submit="Reset Password" busyLabel="Saving the new password">
        <PasswordField
          label="New Password"
          name="password"
          autoComplete="new-password"
          error={form.errors.password}
          required
          focusFirst
        />
        <PasswordField
          label="Confirm Password"
          name="confirmPassword"
          autoComplete="new-password"
          error={form.errors.confirmPassword}
          required
        />
      </AccountForm>
      <p className={styles.foot}>
        <Link to="/reset-password">Ask for a new link</Link> or <Link to="/login">Return to Login</Link>
      </p>
    </>
  );
}
