import { useState } from "react";
import { Link, useSearchParams } from "react-router";
import { pageApi } from "#web/api/loaders.ts";
import styles from "#web/features/accounts/account.module.css";
import { AccountForm, useForm } from "#web/features/accounts/account-form.tsx";
import { AccountFrame, accountMeta, onWayTo, returnAddress } from "#web/features/accounts/account-page.tsx";
import { EmailField } from "#web/features/accounts/field.tsx";
import { identityCall } from "#web/features/accounts/identity.ts";
import { loadLogo } from "#web/features/accounts/load-sign-in.ts";
import { resetMessage } from "#web/features/accounts/messages.ts";
import { NewPasswordForm } from "#web/features/accounts/new-password-form.tsx";
import { useRootData } from "#web/features/shell/root-data.ts";
import { takeFocus } from "#web/ui/take-focus.ts";
import type { Route } from "./+types/reset-password";

export const meta = accountMeta({
  title: "Reset Password",
  description:
    "Forgot your password at {shop}? Enter your e-mail and set a new one with the link that we send you.",
  path: "/reset-password",
  hidden: true,
});

export async function loader({ context }: Route.LoaderArgs) {
  return { logo: await loadLogo(pageApi(context)) };
}

/** Both steps: without a token it asks for the mail, with the mail's token it sets the new password. */
export default function ResetPassword({ loaderData }: Route.ComponentProps) {
  const { shop } = useRootData();
  const [params] = useSearchParams();
  const token = params.get("token");
  return (
    <AccountFrame
      shopName={shop.name}
      logo={loaderData.logo}
      title="Reset Password"
      lead={token ? "Choose a new password." : "We send you a link to set a new password."}
    >
      {token ? (
        <NewPasswordForm token={token} />
      ) : (
        <ResetRequestForm to={returnAddress(params.get("from"))} />
      )}
    </AccountFrame>
  );
}

/** First step: asks for the mail. 'try again' comes back with the address still typed. */
function ResetRequestForm({ to }: { to: string }) {
  const { user } = useRootData();
  // Somebody signed in comes from the profile: without a password, or with one that they have forgotten.
  const [email, setEmail] = useState(user?.userEmail ?? "");
  const back = user ? (
    <Link to="/profile">Return to your profile</Link>
  ) : (
    <Link to={onWayTo("/login", to)}>Return to Login</Link>
  );
  const [sent, setSent] = useState(false);
  const form = useForm({
    check: (): Record<string, string> => (email.trim() ? {} : { email: "Please enter your email address" }),
    send: async () => {
      const from = to === returnAddress(null) ? undefined : to;
      await identityCall("request-password-reset", { email: email.trim(), from });
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
        {back}
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
        {back} or go to the <Link to="/">home page</Link>
      </p>
    </>
  );
}
