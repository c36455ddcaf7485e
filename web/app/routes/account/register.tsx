import { useId, useRef } from "react";
import { Link, useSearchParams } from "react-router";
import type { FederatedName } from "#contract/accounts.ts";
import styles from "#web/features/accounts/account.module.css";
import { AccountForm, useForm } from "#web/features/accounts/account-form.tsx";
import { AccountFrame, accountMeta, onWayTo, returnAddress } from "#web/features/accounts/account-page.tsx";
import { codePath, FederatedButtons } from "#web/features/accounts/federated-sign-in.tsx";
import { EmailField, Field, TermsAndPrivacy } from "#web/features/accounts/field.tsx";
import { completeSignIn, signInCall } from "#web/features/accounts/identity.ts";
import { loadSignIn } from "#web/features/accounts/load-sign-in.ts";
import { passwordProblems, registerMessage } from "#web/features/accounts/messages.ts";
import { NewPasswordFields } from "#web/features/accounts/new-password-fields.tsx";
import { OfferBox } from "#web/features/accounts/offer.tsx";
import { useTermsVersion } from "#web/features/accounts/terms-version.ts";
import { useRootData } from "#web/features/shell/root-data.ts";
import type { Route } from "./+types/register";

export const meta = accountMeta({
  title: "Register",
  description:
    "Create an account at {shop}: type the title of your video and get two thumbnails, ready to upload.",
  path: "/register",
});

export async function loader({ context, url }: Route.LoaderArgs) {
  return loadSignIn(context, url);
}

export default function Register({ loaderData: { offer, terms, logo } }: Route.ComponentProps) {
  const { shop } = useRootData();
  const [params] = useSearchParams();
  return (
    <AccountFrame
      shopName={shop.name}
      logo={logo}
      title="Create Account"
      lead="Your credits, orders and pictures in one place."
    >
      {offer && <OfferBox offer={offer} currency={shop.currency} />}
      <RegisterForm to={returnAddress(params.get("from"))} federated={shop.federated} terms={terms} />
    </AccountFrame>
  );
}

/** Full name, e-mail, password twice and the terms. One call makes account and user record, or neither. */
function RegisterForm(props: { to: string; federated: readonly FederatedName[]; terms: number }) {
  const { to, federated } = props;
  const termsId = useId();
  const box = useRef<HTMLInputElement>(null);
  const terms = useTermsVersion(props.terms);
  /** What was ticked are the former terms. */
  function untickStale(error: unknown): void {
    if (terms.takeNew(error) && box.current) box.current.checked = false;
  }
  const form = useForm({
    check: ({ name, email, password, confirmPassword, terms }) => ({
      ...(name?.trim() ? {} : { name: "Please enter your full name" }),
      ...(email?.trim() ? {} : { email: "Please enter your email" }),
      ...passwordProblems(password, confirmPassword),
      ...(terms ? {} : { terms: "Please accept the terms to create an account." }),
    }),
    send: async ({ name, email, password }) => {
      await signInCall("sign-up/email", {
        name: name?.trim(),
        email: email?.trim(),
        password,
        termsAccepted: terms.version,
      }).catch((error: unknown) => {
        untickStale(error);
        throw error;
      });
      await completeSignIn(to);
    },
    tell: registerMessage,
    inputs: { termsAccepted: "terms" },
  });

  return (
    <>
      <FederatedButtons
        providers={federated}
        terms={terms.version}
        onDone={() => completeSignIn(to)}
        onCode={() => location.assign(`${codePath}&from=${encodeURIComponent(to)}`)}
        onFailure={(error) => {
          untickStale(error);
          form.setMessage(registerMessage(error));
        }}
      />
      <AccountForm form={form} submit="Create Account" busyLabel="Creating your account">
        <Field
          label="Full Name"
          name="name"
          autoComplete="name"
          maxLength={200}
          error={form.errors.name}
          required
          focusFirst
        />
        <EmailField error={form.errors.email} />
        <NewPasswordFields label="Password" errors={form.errors} />
        <div className={styles.field}>
          <div className={styles.terms}>
            <input
              ref={box}
              id={termsId}
              type="checkbox"
              name="terms"
              value="accepted"
              required
              {...(form.errors.terms ? { "aria-invalid": true, "aria-describedby": `${termsId}-error` } : {})}
            />
            <label htmlFor={termsId}>
              I agree to <TermsAndPrivacy />
            </label>
          </div>
          {form.errors.terms && (
            <p id={`${termsId}-error`} className={styles.error}>
              {form.errors.terms}
            </p>
          )}
        </div>
      </AccountForm>
      <p className={styles.foot}>
        Already have an account? <Link to={onWayTo("/login", to)}>Login</Link>
      </p>
    </>
  );
}
