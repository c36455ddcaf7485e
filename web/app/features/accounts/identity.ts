import { ApiError, told } from "#web/api/client.ts";

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

/** Goes on as the person who has just signed in: a document is loaded, so that nothing of before is left. */
export function completeSignIn(to: string): void {
  if ("BroadcastChannel" in globalThis) {
    const channel = new BroadcastChannel("thumbsmith-session");
    channel.postMessage("signed-in");
    channel.close();
  }
  location.assign(to);
}
