import { useEffect, useId, useState } from "react";
import { Link } from "react-router";
import styles from "#web/features/accounts/account.module.css";
import { AccountForm, useForm } from "#web/features/accounts/account-form.tsx";
import { onWayTo, returnAddress } from "#web/features/accounts/account-page.tsx";
import { identityCall, readSession } from "#web/features/accounts/identity.ts";
import { newPasswordMessage, passwordProblems } from "#web/features/accounts/messages.ts";
import { NewPasswordFields } from "#web/features/accounts/new-password-fields.tsx";
import { takeFocus } from "#web/ui/take-focus.ts";
import { UsernameInput } from "#web/ui/username-input.tsx";

/** What the mail's link names behind its '#', which no server and no log gets to see: the account and the way back. */
export function useMailedLink(): { email: string | null; from: string | null } {
  const [named, setNamed] = useState<{ email: string | null; from: string | null }>(nothing);
  useEffect(() => {
    const told = new URLSearchParams(location.hash.slice(1));
    setNamed({ email: told.get("email"), from: told.get("from") });
  }, []);
  return named;
}

const nothing = { email: null, from: null };

/**
 * Second step, from the mail's link: the new password twice. Every session of the account ends with it, and unless they are to
 * be kept every key does, and webhooks are switched off.
 */
export function NewPasswordForm({ token }: { token: string }) {
  const [done, setDone] = useState<{ signedInAs: string | undefined } | null>(null);
  const { email, from } = useMailedLink();
  const to = returnAddress(from);
  const keepId = useId();
  const form = useForm({
    check: ({ password, confirmPassword }) => passwordProblems(password, confirmPassword),
    send: async ({ password, keepKeys }) => {
      await identityCall("reset-password", { token, newPassword: password, keepKeys: keepKeys === "yes" });
      // The sessions of this account have ended: who is still signed in here is somebody else.
      setDone({ signedInAs: (await readSession())?.user.email });
    },
    tell: newPasswordMessage,
    inputs: { newPassword: "password" },
  });

  if (done) {
    return (
      <div className={styles.success} role="status">
        <h2 ref={takeFocus} tabIndex={-1}>
          Your password is changed
        </h2>
        {done.signedInAs ? (
          <>
            <p>
              {email ?? "That account"} is signed out everywhere. In this browser{" "}
              <strong>{done.signedInAs}</strong> is still signed in: log out there to sign in with the new
              password.
            </p>
            <Link to="/user/dashboard">Go to the dashboard</Link>
          </>
        ) : (
          <>
            <p>You are signed out everywhere. Please sign in with the new password.</p>
            <Link to={onWayTo("/login", to)}>Return to Login</Link>
          </>
        )}
      </div>
    );
  }
  return (
    <>
      <AccountForm form={form} submit="Reset Password" busyLabel="Saving the new password">
        <UsernameInput email={email ?? undefined} />
        <NewPasswordFields label="New Password" errors={form.errors} focusFirst />
        <p className={styles.hint}>
          Passkeys and sign-ins by other services that were added before can end with it. The mail that tells
          of the change names those that did.
        </p>
        <div className={styles.field}>
          <div className={styles.terms}>
            <input
              id={keepId}
              type="checkbox"
              name="keepKeys"
              value="yes"
              aria-describedby={`${keepId}-why`}
            />
            <label htmlFor={keepId}>Keep my keys for programs, and my webhooks</label>
          </div>
          <p id={`${keepId}-why`} className={styles.hint}>
            Without this, programs that use your account by a key are refused from now on, and your webhooks
            are switched off. Leave it off if somebody else may have known your password.
          </p>
        </div>
      </AccountForm>
      <p className={styles.foot}>
        <Link to={onWayTo("/forgot-password", to)}>Ask for a new link</Link> or{" "}
        <Link to={onWayTo("/login", to)}>Return to Login</Link>
      </p>
    </>
  );
}
