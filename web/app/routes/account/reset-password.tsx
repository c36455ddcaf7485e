import { useEffect, useId, useState } from "react";
import { Link, useSearchParams } from "react-router";
import styles from "#web/features/accounts/account.module.css";
import { AccountForm, useForm } from "#web/features/accounts/account-form.tsx";
import { AccountFrame, accountMeta } from "#web/features/accounts/account-page.tsx";
import { EmailField } from "#web/features/accounts/field.tsx";
import { identityCall } from "#web/features/accounts/identity.ts";
import { newPasswordMessage, passwordProblems, resetMessage } from "#web/features/accounts/messages.ts";
import { NewPasswordFields } from "#web/features/accounts/new-password-fields.tsx";
import { useRootData } from "#web/features/shell/root-data.ts";
import { takeFocus } from "#web/ui/take-focus.ts";
import { UsernameInput } from "#web/ui/username-input.tsx";

export const meta = accountMeta({
  title: "Reset Password",
  description:
    "Forgot your password at {shop}? Enter your e-mail and set a new one with the link that we send you.",
  path: "/reset-password",
  hidden: true,
});

/** Both steps: without a token it asks for the mail, with the mail's token it sets the new password. */
export default function ResetPassword() {
  const { shop } = useRootData();
  const [params] = useSearchParams();
  const token = params.get("token");
  return (
    <AccountFrame
      shopName={shop.name}
      title="Reset Password"
      lead={token ? "Choose a new password." : "We send you a link to set a new password."}
    >
      {token ? <NewPasswordForm token={token} /> : <ResetRequestForm />}
    </AccountFrame>
  );
}

/** First step: asks for the mail. 'try again' comes back with the address still typed. */
function ResetRequestForm() {
  const [email, setEmail] = useState("");
  const [sent, setSent] = useState(false);
  const form = useForm({
    check: (): Record<string, string> => (email.trim() ? {} : { email: "Please enter your email address" }),
    send: async () => {
      await identityCall("request-password-reset", { email: email.trim(), redirectTo: "/reset-password" });
      setSent(true);
    },
    tell: resetMessage,
  });

  if (sent) {
    return (
      <div className={styles.success} role="status">
        <h2 ref={takeFocus} tabIndex={-1}>
          Password Reset Email Sent!
        </h2>
        <p>
          We have sent instructions to <strong>{email.trim()}</strong>. The link in the mail works once, for
          one hour.
        </p>
        <p>
          No mail after a few minutes? Look into the spam folder or{" "}
          <button type="button" className={styles.textButton} onClick={() => setSent(false)}>
            try again
          </button>
          .
        </p>
        <Link to="/login">Return to Login</Link>
      </div>
    );
  }
  return (
    <>
      <AccountForm form={form} submit={form.busy ? "Sending..." : "Reset Password"}>
        <EmailField
          placeholder="Enter Your Email"
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
          error={form.errors.email}
          focusFirst
        />
      </AccountForm>
      <p className={styles.foot}>
        <Link to="/login">Return to Login</Link> or go to the <Link to="/">home page</Link>
      </p>
    </>
  );
}

/**
 * Second step, from the mail's link: the new password twice. Every session of the account ends with it, and unless they are to
 * be kept every key does, and webhooks are switched off.
 */
function NewPasswordForm({ token }: { token: string }) {
  const [done, setDone] = useState(false);
  const [email, setEmail] = useState<string>();
  const keepId = useId();
  // The mail's link names the account behind its '#', which no server and no log gets to see.
  useEffect(() => setEmail(new URLSearchParams(location.hash.slice(1)).get("email") ?? undefined), []);
  const form = useForm({
    check: ({ password, confirmPassword }) => passwordProblems(password, confirmPassword),
    send: async ({ password, keepKeys }) => {
      await identityCall("reset-password", { token, newPassword: password, keepKeys: keepKeys === "yes" });
      setDone(true);
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
        <p>You are signed out everywhere. Please sign in with the new password.</p>
        <Link to="/login">Return to Login</Link>
      </div>
    );
  }
  return (
    <>
      <AccountForm form={form} submit="Reset Password" busyLabel="Saving the new password">
        <UsernameInput email={email} />
        <NewPasswordFields label="New Password" errors={form.errors} focusFirst />
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
        <Link to="/reset-password">Ask for a new link</Link> or <Link to="/login">Return to Login</Link>
      </p>
    </>
  );
}
