import { useState } from "react";
import { Link, useSearchParams } from "react-router";
import { checkResetLink } from "#contract/identity.ts";
import { hasStatus, pageApi, revalidateOnPathChange } from "#web/api/loaders.ts";
import styles from "#web/features/accounts/account.module.css";
import { AccountForm, useForm } from "#web/features/accounts/account-form.tsx";
import { AccountFrame, accountMeta, onWayTo, returnAddress } from "#web/features/accounts/account-page.tsx";
import { EmailField } from "#web/features/accounts/field.tsx";
import { identityCall } from "#web/features/accounts/identity.ts";
import { loadLogo } from "#web/features/accounts/load-sign-in.ts";
import { resetMessage, spentLink } from "#web/features/accounts/messages.ts";
import { NewPasswordForm, useMailedLink } from "#web/features/accounts/new-password-form.tsx";
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

export async function loader({ context, request }: Route.LoaderArgs) {
  const api = pageApi(context);
  const token = new URL(request.url).searchParams.get("token");
  const [logo, isSpent] = await Promise.all([
    loadLogo(api),
    token ? hasStatus(api(checkResetLink, { query: { token } }), 400) : false,
  ]);
  return { logo, isSpent };
}

/** Once the link has set its password, the screen that says so stays. */
export const shouldRevalidate = revalidateOnPathChange;

/** Both steps: without a token that is good it asks for the mail, with the mail's token it sets the new password. */
export default function ResetPassword({ loaderData }: Route.ComponentProps) {
  const { shop } = useRootData();
  const [params] = useSearchParams();
  const { logo, isSpent } = loaderData;
  const token = isSpent ? null : params.get("token");
  return (
    <AccountFrame
      shopName={shop.name}
      logo={logo}
      title="Reset Password"
      lead={token ? "Choose a new password." : "We send you a link to set a new password."}
    >
      {token ? (
        <NewPasswordForm token={token} />
      ) : (
        <ResetRequestForm from={params.get("from")} isSpent={isSpent} />
      )}
    </AccountFrame>
  );
}

/** First step: asks for the mail. 'try again' comes back with the address still typed. `isSpent`: a link before is not good. */
function ResetRequestForm({ from, isSpent }: { from: string | null; isSpent: boolean }) {
  const { user } = useRootData();
  const mailed = useMailedLink();
  const to = returnAddress(from ?? mailed.from);
  // Somebody signed in comes from the profile, without a password or with one that they have forgotten, unless a link says whose.
  const known = mailed.email ?? user?.userEmail ?? "";
  const [typed, setEmail] = useState<string>();
  const email = typed ?? known;
  const back = user ? (
    <Link to={from ? to : "/profile"}>{from ? "Return to where you were" : "Return to your profile"}</Link>
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
      {isSpent && (
        <p role="alert" className={styles.alert}>
          {spentLink}
        </p>
      )}
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
