import { AsyncLocalStorage } from "node:async_hooks";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { FederatedName } from "#contract/accounts.ts";
import { federatedCallback, federatedEndPath, signInFederated } from "#contract/identity.ts";
import type { Config } from "#server/config.ts";
import { failure } from "#server/platform/failure.ts";
import { mount, type Routes } from "#server/platform/http/mount.ts";
import { sendRedirect } from "#server/platform/http/send-redirect.ts";
import type { Platform } from "#server/platform/platform.ts";
import { acceptedVersion } from "./accepted-terms.ts";
import { awaitNewPassword, deleteSession, hasIdentity } from "./auth.repository.ts";
import type { Auth } from "./auth.ts";
import { authFault, authHeaders, relayAuthResponse } from "./call-better-auth.ts";
import { completeSignIn, openOrEnd } from "./complete-sign-in.ts";
import { rememberDevice } from "./known-device.ts";

/** How a sign-in ends that nobody but the person at the popup can do anything about. */
const ofThePerson = new Set([
  "access_denied",
  "account_not_linked",
  "email_not_found",
  "state_mismatch",
  "state_not_found",
  "USER_DISABLED",
]);

/** Sign-in by another service, in a popup that ends on a page of this site whatever happened. */
export function federatedRoutes(routes: Routes, platform: Platform, auth: Auth): void {
  const { config } = platform;

  mount(routes, signInFederated).handle(async ({ body, request, reply }) => {
    if (!config.federated[body.provider]) throw failure("NOT_FOUND");
    const acceptedTerms = await acceptedVersion(platform, body.termsAccepted ?? true);
    const answer = await relayAuthResponse(
      signInFederated,
      reply,
      auth.api.signInSocial({
        body: {
          provider: body.provider,
          callbackURL: federatedEndPath,
          newUserCallbackURL: `${federatedEndPath}?new`,
          errorCallbackURL: federatedEndPath,
          disableRedirect: true,
          additionalData: { acceptedTerms },
        },
        headers: authHeaders(request),
        returnHeaders: true,
      }),
    );
    return { ...answer, url: federatedAddress(config, answer.url) };
  });

  mount(routes, federatedCallback).handle(async ({ params, viewer, request, reply }) => {
    if (!config.federated[params.provider]) throw failure("NOT_FOUND");
    const target = await finish(params.provider, request, reply);
    // The browser has a new session now; the one before it shall not outlive its cookie.
    if (viewer && !target.includes("error=")) await deleteSession(platform.db, viewer.sessionId);
    sendRedirect(reply, target);
    return undefined;
  });

  /** Hands the callback to the library, and answers where it leads. */
  async function finish(
    provider: FederatedName,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<string> {
    const headers = authHeaders(request);
    const callback = new Request(new URL(request.url, config.appUrl), { headers });
    const response = await withFederatedFetch(config, () => auth.handler(callback)).catch((err: Error) => ({
      headers: new Headers({ location: `${federatedEndPath}?error=failed` }),
      err,
    }));
    const cookies = response.headers.getSetCookie();
    for (const cookie of cookies) reply.header("set-cookie", cookie);
    if (response instanceof Response && (await asksForCode(response))) return `${federatedEndPath}?step=code`;
    const target = response.headers.get("location") ?? `${federatedEndPath}?error=failed`;
    const { searchParams } = new URL(target, config.appUrl);
    const code = searchParams.get("error");
    if (!code) {
      const cookie = cookies.map((each) => each.split(";")[0]).join("; ");
      const session = await auth.api.getSession({ headers: new Headers({ cookie }) });
      if (!session || !(await isStillOpen(provider, session))) {
        reply.removeHeader("set-cookie");
        return `${federatedEndPath}?error=failed`;
      }
      const userId = session.user.id;
      await openOrEnd(
        reply,
        () => deleteSession(platform.db, session.session.id),
        () =>
          searchParams.has("new")
            ? rememberDevice(platform, reply, userId)
            : completeSignIn(platform, request, reply, userId),
      );
      return federatedEndPath;
    }
    if (!ofThePerson.has(code)) {
      const facts = { requestId: request.id, provider, address: request.address };
      const cause = { ...authFault(), ...("err" in response ? { err: response.err } : {}) };
      platform.log.warn({ ...facts, code, ...cause }, "signing in by another service failed");
    }
    return onThisSite(target);
  }

  /** A new password may have parted the account from the service since that was asked, and ended the sessions of before. */
  async function isStillOpen(
    provider: FederatedName,
    { user, session }: { user: { id: string }; session: { id: string } },
  ): Promise<boolean> {
    await awaitNewPassword(platform.db, user.id);
    if (await hasIdentity(platform.db, user.id, provider)) return true;
    await deleteSession(platform.db, session.id);
    return false;
  }

  /** The library leads to callback addresses alone, which are ours; anything else goes to the end page. */
  function onThisSite(target: string): string {
    const url = new URL(target, config.appUrl);
    return url.origin === config.appUrl && url.pathname === federatedEndPath
      ? `${url.pathname}${url.search}`
      : `${federatedEndPath}?error=failed`;
  }
}

/** The library answers so where the person has a second factor; the session that it had begun is gone again. */
async function asksForCode(response: Response): Promise<boolean> {
  const body = await response.text();
  return body.includes('"twoFactorRedirect":true');
}

type Identity = Pick<Config, "identityApiUrl" | "identityTimeoutMs">;

const signIns = new AsyncLocalStorage<{ config: Identity; signal: AbortSignal }>();

/**
 * better-auth asks the other services by the process's fetch, and has an option neither for their addresses nor for a
 * timeout. What it fetches while `work` runs goes to the configured address, and ends in time.
 */
function withFederatedFetch<T>(config: Identity, work: () => Promise<T>): Promise<T> {
  return signIns.run({ config, signal: AbortSignal.timeout(config.identityTimeoutMs) }, work);
}

/** The same path at IDENTITY_API_URL, where that is set: `<base>/github.com/login/oauth/authorize`. */
function federatedAddress({ identityApiUrl }: Pick<Config, "identityApiUrl">, address: string): string {
  return identityApiUrl ? address.replace(/^https:\//, identityApiUrl) : address;
}

const processFetch = globalThis.fetch;
globalThis.fetch = (input, init) => {
  const signIn = signIns.getStore();
  if (!signIn || input instanceof Request) return processFetch(input, init);
  const signal = AbortSignal.any([signIn.signal, ...(init?.signal ? [init.signal] : [])]);
  return processFetch(federatedAddress(signIn.config, String(input)), { ...init, signal });
};
