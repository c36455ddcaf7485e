import { getViewer } from "#contract/accounts.ts";
import { ApiError, api, sessionChannel } from "#web/api/client.ts";
import { readText, writeText } from "#web/ui/storage.ts";

/** By which this page listens. What it sends by the same one comes to the other tabs alone, and not to itself. */
let listening: BroadcastChannel | null = null;

/** When this browser was signed out last: for the tab whose scripts were still on their way, which the channel misses. */
const signedOutAt = "signed-out-at";

/**
 * Whether a sign-out may have been missed. The server alone knows: whoever is signed in may have come since, and the
 * clock may have been set.
 */
function mayHaveMissedSignOut(): boolean {
  return Number(readText(signedOutAt)) > performance.timeOrigin;
}

/** What a person has written and not sent yet is kept in this tab under names that begin so. */
export const draftPrefix = "draft:";

/** What a person has written to the support stays in this browser over a sign-out, under the person's id. */
export const keptDraftPrefix = "support-draft:";

/** The same of the designs that a person changed while the shop could not be reached. */
export const designDraftPrefix = "design-draft:";

/** What a person has put aside for a pack: in this browser, under the person's id, until the sign-out. */
export const packTrayPrefix = "pack-tray:";

/** For an erased account: what it has typed must not stay behind on the device. */
export function forgetKeptDrafts(userId: string): void {
  for (const prefix of [keptDraftPrefix, designDraftPrefix]) forget("localStorage", `${prefix}${userId}:`);
}

/** A browser that allows no storage has nothing to forget. */
function forget(storage: "localStorage" | "sessionStorage", prefix: string): void {
  try {
    for (const key of Object.keys(window[storage])) {
      if (key.startsWith(prefix)) window[storage].removeItem(key);
    }
  } catch {
    return;
  }
}

function forgetUnsent(): void {
  forget("sessionStorage", draftPrefix);
  forget("localStorage", packTrayPrefix);
}

/**
 * Leaves by loading a document, since that ends every cache of this page at once. Until the document comes, the page
 * lives on and may write a draft anew: it is forgotten once more as the page goes.
 */
function leave(): void {
  forgetUnsent();
  addEventListener("pagehide", forgetUnsent);
  location.assign("/");
}

/**
 * Ends the session on the server, tells the other tabs and goes to the home page. Throws an ApiError while the
 * server can't be reached: the person is then still signed in, and must be told.
 */
export async function signOut(): Promise<void> {
  const response = await fetch("/api/auth/sign-out", {
    method: "POST",
    credentials: "same-origin",
    headers: { accept: "application/json", "content-type": "application/json" },
    body: "{}",
  }).catch(() => null);
  if (!response) throw new ApiError(0, {});
  if (!response.ok && response.status !== 401) {
    throw new ApiError(response.status, await response.json().catch(() => ({})));
  }
  writeText(signedOutAt, String(Date.now()));
  const channel = listening ?? new BroadcastChannel(sessionChannel);
  channel.postMessage("signed-out");
  if (channel !== listening) channel.close();
  leave();
}

/** Follows a sign-out of this person in another tab, until the answer is called. */
export function followSignOut(person: string | undefined): () => void {
  let isOver = false;
  if (mayHaveMissedSignOut()) {
    api(getViewer, {}).then(
      ({ body }) => {
        if (!isOver && body.data.user?._id !== person) leave();
      },
      () => undefined,
    );
  }
  const channel = new BroadcastChannel(sessionChannel);
  listening = channel;
  channel.onmessage = (event) => {
    if (event.data === "signed-out") leave();
  };
  return () => {
    isOver = true;
    channel.close();
    if (listening === channel) listening = null;
  };
}
