import { Link } from "react-router";
import { getViewer } from "#contract/accounts.ts";
import { ApiError, api } from "#web/api/client.ts";
import styles from "#web/features/accounts/account.module.css";
import { FederatedButtons, type FederatedProvider } from "#web/features/accounts/federated-buttons.tsx";
import { BusyOverlay, Field, FormAlert, PasswordField } from "#web/features/accounts/field.tsx";
import { identityCall, tellSignedIn } from "#web/features/accounts/identity.ts";
import { loginMessage } from "#web/features/accounts/messages.ts";
import { useForm } from "#web/features/accounts/use-form.ts";

/** E-mail and password. `to` is a path of this site; it is loaded as a document, so that nothing of before is left. */
export function LoginForm({ to, federated }: { to: string; federated: readonly FederatedProvider[] }) {
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

  async function popupDone(): Promise<void> {
    const { data } = await api(getViewer, {});
    if (data.data.user) enter(to);
    else form.setMessage(loginMessage(new ApiError(0, { code: "POPUP_CLOSED" as never })));
  }

  const search = to === "/user/dashboard" ? "" : `?from=${encodeURIComponent(to)}`;
  return (
    <>
      <FederatedButtons
        providers={federated}
        onDone={() => popupDone().catch((error) => form.setMessage(loginMessage(error)))}
        onFailure={(error) => form.setMessage(loginMessage(error))}
      />
      <form className={styles.form} onSubmit={form.onSubmit} noValidate>
        <FormAlert message={form.message} />
        <Field
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          inputMode="email"
          error={form.errors.email}
          required
        />
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
        <button type="submit" className={styles.submit} aria-disabled={form.busy}>
          Login
        </button>
        {form.busy && <BusyOverlay label="Signing in" />}
      </form>
      <p className={styles.foot}>
        No account yet? <Link to={`/register${search}`}>Register</Link>
      </p>
    </>
  );
}

function enter(to: string): void {
  tellSignedIn();
  location.assign(to);
}
