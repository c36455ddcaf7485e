import { useEffect } from "react";
import { Link, useSearchParams } from "react-router";
import styles from "#web/features/accounts/account.module.css";
import { accountMeta } from "#web/features/accounts/account-page.tsx";
import { tellFederatedEnd } from "#web/features/accounts/federated-sign-in.tsx";

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
  useEffect(() => {
    tellFederatedEnd(error);
    window.close();
  }, [error]);
  return (
    <main id="main" className={styles.end}>
      <h1 className={styles.title}>{error ? "Sign-in did not work" : "You are signed in"}</h1>
      <p>You can close this window.</p>
      <Link to={error ? "/login" : "/user/dashboard"}>
        {error ? "Return to Login" : "Go to the dashboard"}
      </Link>
    </main>
  );
}
