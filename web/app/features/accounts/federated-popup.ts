import type { FederatedName } from "#contract/accounts.ts";
import { ApiError } from "#web/api/client.ts";
import { identityCall } from "#web/features/accounts/identity.ts";

/** Where the popup's last page tells how it ended: null for signed in, else the code of what went wrong. */
const channelName = "thumbsmith-federated";

export interface Attempt {
  /** Settles once: signed in, or an ApiError whose code says why not. */
  outcome: Promise<void>;
  /** Another attempt takes its place; this one says nothing any more. */
  forget: () => void;
}

/** Called on the page that the popup ends on. */
export function tellFederatedEnd(error: string | null): void {
  if (!("BroadcastChannel" in globalThis)) return;
  const channel = new BroadcastChannel(channelName);
  channel.postMessage({ error });
  channel.close();
}

/**
 * Signs in by another service in a popup. A service may cut the popup's tie to this page, so that it looks closed
 * while the person is still there: the outcome comes over a channel of this site, and closing only counts as long as
 * nothing has come.
 */
export function startFederated(provider: FederatedName): Attempt {
  // Opened before anything is awaited: browsers block a popup that does not come straight from the click.
  const popup = window.open("about:blank", "sign-in", "popup,width=520,height=680");
  const channel = new BroadcastChannel(channelName);
  let watch: number | undefined;
  let forgotten = false;

  const outcome = new Promise<void>((resolve, reject) => {
    if (!popup) return reject(refusal("POPUP_BLOCKED"));
    channel.onmessage = ({ data }) => {
      const { error } = data as { error: string | null };
      if (error) reject(refusal(error));
      else resolve();
    };
    identityCall("sign-in/social", { provider })
      .then(({ url }) => {
        popup.location.href = String(url);
        watch = window.setInterval(() => {
          if (!popup.closed) return;
          window.clearInterval(watch);
          // The last page closes the popup right after it has told; its word comes first.
          window.setTimeout(() => reject(refusal("POPUP_CLOSED")), 1000);
        }, 400);
      })
      .catch((error: unknown) => {
        popup.close();
        reject(error);
      });
  });

  function end(): void {
    window.clearInterval(watch);
    channel.close();
  }

  return {
    outcome: new Promise((resolve, reject) => {
      outcome.finally(end).then(
        () => !forgotten && resolve(),
        (error: unknown) => !forgotten && reject(error),
      );
    }),
    forget() {
      forgotten = true;
      end();
    },
  };
}

function refusal(code: string): ApiError {
  return new ApiError(0, { code });
}
