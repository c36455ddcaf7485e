import { useEffect } from "react";
import { Link, useSearchParams } from "react-router";
import styles from "#web/features/accounts/account.module.css";
import { accountMeta } from "#web/features/accounts/account-page.tsx";
import { codePath, tellFederatedEnd } from "#web/features/accounts/federated-sign-in.tsx";

export const meta = accountMeta({
  title: "Sign-in",
  description: "The end of signing in to {shop} with another service.",
  path: "/signed-in",
  hidden: true,
});

/** The last page of the popup: it tells the page that opened it how it ended, and closes. */
export default function SignedIn() {
  const [params] = useSearchParams();
  const error = params.get("error");
  const asksForCode = params.get("step") === "code";
  useEffect(() => {
    tellFederatedEnd({ error, asksForCode });
    window.close();
  }, [error, asksForCode]);
  const [title, to, label] = error
    ? ["Sign-in did not work", "/login", "Return to Login"]
    : asksForCode
      ? ["One more step", codePath, "Enter the code of your authenticator"]
      : ["You are signed in", "/user/dashboard", "Go to the dashboard"];
  return (
    <main id="main" className={styles.end}>
      <h1 className={styles.title}>{title}</h1>
      <p>You can close this window.</p>
      <Link to={to}>{label}</Link>
    </main>
  );
}
