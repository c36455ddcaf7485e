import { type ReactNode, useEffect, useRef } from "react";
import type { FederatedName } from "#contract/accounts.ts";
import type { ApiError } from "#web/api/client.ts";
import styles from "#web/features/accounts/account.module.css";
import { startFederated } from "#web/features/accounts/federated-popup.ts";

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
  onFailure: (error: ApiError) => void;
  /** A note below the buttons. */
  children?: ReactNode;
}) {
  const endAttempt = useRef<() => void>(undefined);
  useEffect(() => () => endAttempt.current?.(), []);
  if (props.providers.length === 0) return null;

  function start(provider: FederatedName): void {
    endAttempt.current?.();
    endAttempt.current = startFederated(provider, (error) =>
      error ? props.onFailure(error) : props.onDone(),
    );
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
