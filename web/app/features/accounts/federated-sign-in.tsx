import { useEffect, useRef } from "react";
import type { FederatedName } from "#contract/accounts.ts";
import { ApiError } from "#web/api/client.ts";
import styles from "#web/features/accounts/account.module.css";
import { TermsAndPrivacy } from "#web/features/accounts/field.tsx";
import { signInCall } from "#web/features/accounts/identity.ts";

const names: Record<FederatedName, string> = {
  google: "Google",
  facebook: "Facebook",
  github: "GitHub",
  twitter: "Twitter",
};

/**
 * One button for each provider that the shop has configured. The provider's page opens in a popup. Whoever has no account yet
 * gets one by it and accepts the terms, also where they meant to sign in: so they are named wherever the buttons are.
 */
export function FederatedButtons(props: {
  providers: readonly FederatedName[];
  /** The version of the terms that is accepted. */
  terms: number;
  onDone: () => Promise<void>;
  /** The person has a second factor here, whose code is asked for. */
  onCode: () => void;
  onFailure: (error: ApiError) => void;
}) {
  const attempt = useRef<Attempt>(undefined);
  useEffect(() => () => attempt.current?.end(), []);
  if (props.providers.length === 0) return null;

  function start(provider: FederatedName): void {
    attempt.current?.cancel();
    attempt.current = startFederated(provider, props.terms, (error, asksForCode) => {
      if (error) props.onFailure(error);
      else if (asksForCode) props.onCode();
      else props.onDone().catch(props.onFailure);
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
      <p className={styles.note}>
        By continuing you agree to <TermsAndPrivacy />.
      </p>
      <p className={styles.or}>
        <span>or</span>
      </p>
    </div>
  );
}

/** The sign-in's second half by itself, for whoever comes from another service. */
export const codePath = "/login?step=code";

/** How the popup ended: `error` is the code of what went wrong. */
interface FederatedEnd {
  error: string | null;
  asksForCode: boolean;
}

interface Attempt {
  /** Ends the listening. */
  end: () => void;
  /** The same where another popup takes this one's place: it is closed, and that is told. */
  cancel: () => void;
}

/** Where the popup's last page tells how it ended. */
const channelName = "thumbsmith-federated";

/** Called on the page that the popup ends on. */
export function tellFederatedEnd(end: FederatedEnd): void {
  const channel = new BroadcastChannel(channelName);
  channel.postMessage(end);
  channel.close();
}

/**
 * Signs in by another service in a popup, and tells how it ended: null for signed in. Facebook and X cut the popup's
 * tie to this page, so that it looks closed while the person is still there: the end comes over a channel of this
 * site, and is told even after the popup seemed closed.
 */
function startFederated(
  provider: FederatedName,
  termsAccepted: number,
  tell: (error: ApiError | null, asksForCode?: boolean) => void,
): Attempt {
  // Opened before anything is awaited: browsers block a popup that does not come straight from the click. A window of its
  // own, as one that shows another service is cut off from this page once it is opened anew.
  const popup = window.open("about:blank", "_blank", "popup,width=520,height=680");
  if (!popup) {
    tell(refusal("POPUP_BLOCKED"));
    return { end: () => undefined, cancel: () => undefined };
  }
  const channel = new BroadcastChannel(channelName);
  let watch: number | undefined;
  let closing: number | undefined;
  let ended = false;
  let isTold = false;

  function stopWatch(): void {
    window.clearInterval(watch);
    window.clearTimeout(closing);
  }

  function end(): void {
    ended = true;
    stopWatch();
    channel.close();
  }

  channel.onmessage = ({ data }) => {
    const { error, asksForCode } = data as FederatedEnd;
    isTold = true;
    // It may come from the popup of before, where that was cut off and could not be closed: this one's success still counts.
    if (error) stopWatch();
    else end();
    tell(error ? refusal(error) : null, asksForCode);
  };
  signInCall("sign-in/social", { provider, termsAccepted }).then(
    ({ url }) => {
      if (ended) return;
      popup.location.href = String(url);
      watch = window.setInterval(() => {
        if (!popup.closed) return;
        window.clearInterval(watch);
        // The last page closes the popup right after it has told; its word comes first.
        closing = window.setTimeout(() => {
          isTold = true;
          tell(refusal("POPUP_CLOSED"));
        }, 1000);
      }, 400);
    },
    (error: unknown) => {
      popup.close();
      if (ended) return;
      end();
      tell(error instanceof ApiError ? error : refusal("failed"));
    },
  );
  return {
    end,
    cancel: () => {
      if (!ended && !isTold) tell(refusal("POPUP_CANCELLED"));
      popup.close();
      end();
    },
  };
}

function refusal(code: string): ApiError {
  return new ApiError(0, { code });
}
