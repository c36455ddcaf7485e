import { Link, useSearchParams } from "react-router";
import type { FederatedName } from "#contract/accounts.ts";
import styles from "#web/features/accounts/account.module.css";
import { AccountForm, useForm } from "#web/features/accounts/account-form.tsx";
import { AccountFrame, accountMeta, returnAddress } from "#web/features/accounts/account-page.tsx";
import { FederatedButtons } from "#web/features/accounts/federated-sign-in.tsx";
import { EmailField, PasswordField } from "#web/features/accounts/field.tsx";
import { completeSignIn, identityCall } from "#web/features/accounts/identity.ts";
import { loginMessage } from "#web/features/accounts/messages.ts";
import { redirectSignedIn } from "#web/features/shell/require-viewer.ts";
import { useRootData } from "#web/features/shell/root-data.ts";
import type { Route } from "./+types/login";

export const meta = accountMeta({
  title: "Login",
  description:
    "Sign in to {shop}: your credits, your orders and every pair of thumbnails that you have made.",
  path: "/login",
});

export async function loader({ context }: Route.LoaderArgs) {
  await redirectSignedIn(context);
  return null;
}

export default function Login() {
  const { shop } = useRootData();
  const [params] = useSearchParams();
  return (
    <AccountFrame shopName={shop.name} title="Welcome Back" lead="Sign in to your thumbnails and credits.">
      <LoginForm to={returnAddress(params.get("from"))} federated={shop.federated} />
    </AccountFrame>
  );
}

/** E-mail and password. `to` is a path of this site; it is loaded as a document, so that nothing of before is left. */
function LoginForm({ to, federated }: { to: string; federated: readonly FederatedName[] }) {
  const form = useForm({
    check: ({ email, password }) => ({
      ...(email?.trim() ? {} : { email: "Please enter your email address" }),
      ...(password ? {} : { password: "Please enter your password" }),
    }),
    send: async ({ email, password }) => {
      await identityCall("sign-in/email", { email: email?.trim(), password });
      completeSignIn(to);
    },
    tell: loginMessage,
  });

  const search = to === "/user/dashboard" ? "" : `?from=${encodeURIComponent(to)}`;
  return (
    <>
      <FederatedButtons
        providers={federated}
        onDone={() => completeSignIn(to)}
        onFailure={(error) => form.setMessage(loginMessage(error))}
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
          <Link to="/forgot-password">Forgot Password?</Link>
        </div>
      </AccountForm>
      <p className={styles.foot}>
        No account yet? <Link to={`/register${search}`}>Register</Link>
      </p>
    </>
  );
}
