import { ApiError, sessionChannel, told } from "#web/api/client.ts";

/**
 * A call of the identity provider, /api/auth/*. Its codes are what the screens' texts hang on. Throws an ApiError.
 */
export async function identityCall(
  path: string,
  body: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  let response: Response;
  try {
    response = await fetch(`/api/auth/${path}`, {
      method: "POST",
      credentials: "same-origin",
      headers: { accept: "application/json", "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  } catch {
    throw new ApiError(0, {});
  }
  told(response.status);
  const answer = (await response.json().catch(() => null)) as Record<string, unknown> | null;
  // Whatever stands between here and the shop may answer in its place, and not in JSON: the network is there.
  if (!response.ok) throw new ApiError(response.status, { code: "INTERNAL", ...answer });
  return answer ?? {};
}

/** A call by which somebody signs in. Where the browser takes no cookies it is not made: nothing would come of it. */
export async function signInCall(path: string, body: Record<string, unknown>) {
  if (!navigator.cookieEnabled) throw new ApiError(0, { code: "COOKIES_OFF" });
  return identityCall(path, body);
}

/** The session of this browser: null for none, undefined where that is not answered. */
export function readSession(): Promise<{ user: { email: string } } | null | undefined> {
  return fetch("/api/auth/get-session", { credentials: "same-origin" })
    .then((answer) => (answer.ok ? answer.json() : undefined))
    .catch(() => undefined);
}

/**
 * Goes on as the person who has just signed in: a document is loaded, so that nothing of before is left. A browser that
 * has not kept the session's cookie would come back to the sign-in without a word, so the server is asked first. Throws an
 * ApiError.
 */
export async function completeSignIn(to: string): Promise<void> {
  // Where that is not answered the page itself tells what is wrong.
  if ((await readSession()) === null) throw new ApiError(0, { code: "COOKIE_NOT_KEPT" });
  const channel = new BroadcastChannel(sessionChannel);
  channel.postMessage("signed-in");
  channel.close();
  location.assign(to);
}
