import { useState } from "react";
import { Link } from "react-router";
import styles from "#web/features/accounts/account.module.css";
import { AccountForm } from "#web/features/accounts/account-form.tsx";
import { EmailField } from "#web/features/accounts/field.tsx";
import { identityCall } from "#web/features/accounts/identity.ts";
import { resetMessage } from "#web/features/accounts/messages.ts";
import { useForm } from "#web/features/accounts/use-form.ts";

/** First step: asks for the mail. 'try again' comes back with the address still typed. */
export function ResetRequestForm() {
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
        <h2>Password Reset Email Sent!</h2>
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
