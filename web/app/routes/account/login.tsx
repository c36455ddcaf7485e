import { useState } from "react";
import { Link, useSearchParams } from "react-router";
import type { FederatedName } from "#contract/accounts.ts";
import styles from "#web/features/accounts/account.module.css";
import { AccountForm, useForm } from "#web/features/accounts/account-form.tsx";
import { AccountFrame, accountMeta, onWayTo, returnAddress } from "#web/features/accounts/account-page.tsx";
import { CodeForm } from "#web/features/accounts/code-form.tsx";
import { FederatedButtons } from "#web/features/accounts/federated-sign-in.tsx";
import { EmailField, PasswordField } from "#web/features/accounts/field.tsx";
import { completeSignIn, signInCall } from "#web/features/accounts/identity.ts";
import { loadSignIn } from "#web/features/accounts/load-sign-in.ts";
import { loginMessage } from "#web/features/accounts/messages.ts";
import { OfferBox } from "#web/features/accounts/offer.tsx";
import { PasskeySignIn } from "#web/features/accounts/passkey-sign-in.tsx";
import { useTermsVersion } from "#web/features/accounts/terms-version.ts";
import { useRootData } from "#web/features/shell/root-data.ts";
import type { Route } from "./+types/login";

export const meta = accountMeta({
  title: "Login",
  description:
    "Sign in to {shop}: your credits, your orders and every pair of thumbnails that you have made.",
  path: "/login",
});

export async function loader({ context, url }: Route.LoaderArgs) {
  return loadSignIn(context, url);
}

export default function Login({ loaderData: { offer, terms, logo } }: Route.ComponentProps) {
  const { shop } = useRootData();
  const [params] = useSearchParams();
  const [proven, setProven] = useState<keyof typeof leads | null>(
    params.get("step") === "code" ? "service" : null,
  );
  const to = returnAddress(params.get("from"));
  if (proven)
    return (
      <AccountFrame shopName={shop.name} logo={logo} title="One more step" lead={leads[proven]}>
        <CodeForm to={to} onBack={() => setProven(null)} />
      </AccountFrame>
    );
  return (
    <AccountFrame
      shopName={shop.name}
      logo={logo}
      title="Welcome Back"
      lead="Sign in to your thumbnails and credits."
    >
      {offer && <OfferBox offer={offer} currency={shop.currency} register={onWayTo("/register", to)} />}
      <LoginForm to={to} federated={shop.federated} terms={terms} onCode={setProven} />
    </AccountFrame>
  );
}

/** What the code comes after. */
const leads = {
  password: "Your password was right.",
  service: "You have set up a second factor here, which is asked for as well.",
};

/** E-mail and password. `to` is a path of this site; it is loaded as a document, so that nothing of before is left. */
function LoginForm(props: {
  to: string;
  federated: readonly FederatedName[];
  terms: number;
  onCode: (after: keyof typeof leads) => void;
}) {
  const { to, federated, onCode } = props;
  const terms = useTermsVersion(props.terms);
  const form = useForm({
    check: ({ email, password }) => ({
      ...(email?.trim() ? {} : { email: "Please enter your email address" }),
      ...(password ? {} : { password: "Please enter your password" }),
    }),
    send: async ({ email, password }) => {
      const answer = await signInCall("sign-in/email", { email: email?.trim(), password });
      if (answer.twoFactorRedirect) onCode("password");
      else await completeSignIn(to);
    },
    tell: loginMessage,
  });

  return (
    <>
      <FederatedButtons
        providers={federated}
        terms={terms.version}
        onDone={() => completeSignIn(to)}
        onCode={() => onCode("service")}
        onFailure={(error) => {
          terms.takeNew(error);
          form.setMessage(loginMessage(error));
        }}
      />
      <AccountForm form={form} submit="Login" busyLabel="Signing in">
        <EmailField error={form.errors.email} focusFirst />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          error={form.errors.password}
          required
        />
        <div className={styles.row}>
          <Link to={onWayTo("/forgot-password", to)}>Forgot Password?</Link>
        </div>
      </AccountForm>
      <p className={styles.or}>
        <span>or</span>
      </p>
      <PasskeySignIn to={to} tell={form.setMessage} />
      <p className={styles.foot}>
        No account yet? <Link to={onWayTo("/register", to)}>Register</Link>
      </p>
    </>
  );
}
