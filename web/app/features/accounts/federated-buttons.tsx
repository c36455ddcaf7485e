import { useEffect, useRef } from "react";
import { ApiError } from "#web/api/client.ts";
import styles from "#web/features/accounts/account.module.css";
import { identityCall } from "#web/features/accounts/identity.ts";

const names = { google: "Google", facebook: "Facebook", github: "GitHub", twitter: "Twitter" } as const;
export type FederatedProvider = keyof typeof names;

/** One button for each provider that the shop has configured. The provider's page opens in a popup. */
export function FederatedButtons(props: {
  providers: readonly FederatedProvider[];
  onDone: () => void;
  onFailure: (error: unknown) => void;
}) {
  const watch = useRef<number | undefined>(undefined);
  useEffect(() => () => window.clearInterval(watch.current), []);
  if (props.providers.length === 0) return null;

  async function start(provider: FederatedProvider): Promise<void> {
    // Opened before anything is awaited: browsers block a popup that does not come straight from the click.
    const popup = window.open("about:blank", "sign-in", "popup,width=520,height=680");
    if (!popup) return props.onFailure(new ApiError(0, { code: "POPUP_BLOCKED" as never }));
    try {
      const { url } = await identityCall("sign-in/social", {
        provider,
        callbackURL: "/login/done",
        errorCallbackURL: "/login/done?error=1",
        disableRedirect: true,
      });
      popup.location.href = String(url);
    } catch (error) {
      popup.close();
      return props.onFailure(error);
    }
    window.clearInterval(watch.current);
    watch.current = window.setInterval(() => {
      if (!popup.closed) return;
      window.clearInterval(watch.current);
      props.onDone();
    }, 400);
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
    </div>
  );
}
