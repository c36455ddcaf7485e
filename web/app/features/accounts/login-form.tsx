import { Link } from "react-router";
import type { FederatedName } from "#contract/accounts.ts";
import styles from "#web/features/accounts/account.module.css";
import { AccountForm } from "#web/features/accounts/account-form.tsx";
import { FederatedButtons } from "#web/features/accounts/federated-buttons.tsx";
import { EmailField, PasswordField } from "#web/features/accounts/field.tsx";
import { enter, identityCall } from "#web/features/accounts/identity.ts";
import { loginMessage } from "#web/features/accounts/messages.ts";
import { useForm } from "#web/features/accounts/use-form.ts";

/** E-mail and password. `to` is a path of this site; it is loaded as a document, so that nothing of before is left. */
export function LoginForm({ to, federated }: { to: string; federated: readonly FederatedName[] }) {
  const form = useForm({
    check: ({ email, password }) => ({
      ...(email?.trim() ? {} : { email: "Please enter your email address" }),
      ...(password ? {} : { password: "Please enter your password" }),
    }),
    send: async ({ email, password }) => {
      await identityCall("sign-in/email", { email: email?.trim(), password });
      enter(to);
    },
    tell: loginMessage,
  });

  const search = to === "/user/dashboard" ? "" : `?from=${encodeURIComponent(to)}`;
  return (
    <>
      <FederatedButtons
        providers={federated}
        onDone={() => enter(to)}
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
