import { type ReactNode, useEffect, useRef } from "react";
import type { FederatedName } from "#contract/accounts.ts";
import { ApiError } from "#web/api/client.ts";
import styles from "#web/features/accounts/account.module.css";
import { type Attempt, startFederated } from "#web/features/accounts/federated-popup.ts";

const names: Record<FederatedName, string> = {
  google: "Google",
  facebook: "Facebook",
  github: "GitHub",
  twitter: "Twitter",
};

/** One button for each provider that the shop has configured. The provider's page opens in a popup. */
export function FederatedButtons(props: {
  providers: readonly FederatedName[];
  onDone: () => void;
  onFailure: (error: unknown) => void;
  /** A note below the buttons. */
  children?: ReactNode;
}) {
  const attempt = useRef<Attempt>(undefined);
  useEffect(() => () => attempt.current?.forget(), []);
  if (props.providers.length === 0) return null;

  function start(provider: FederatedName): void {
    attempt.current?.forget();
    attempt.current = startFederated(provider);
    attempt.current.outcome.then(props.onDone, (error: unknown) => {
      props.onFailure(error instanceof ApiError ? error : new ApiError(0, { code: "failed" }));
    });
  }

  return (
    <div className={styles.federated}>
      {props.providers.map((provider) => (
        <button
          key={provider}
          type="button"
          className={styles.federatedButton}
          onClick={() => start(provider)}
        >
          Continue with {names[provider]}
        </button>
      ))}
      {props.children && <p className={styles.note}>{props.children}</p>}
      <p className={styles.or}>
        <span>or</span>
      </p>
    </div>
  );
}
