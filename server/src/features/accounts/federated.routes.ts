import { federatedCallback, federatedEndPath, signInFederated } from "#contract/identity.ts";
import { failure } from "#server/platform/failure.ts";
import { mount, type Routes } from "#server/platform/http/mount.ts";
import type { Platform } from "#server/platform/platform.ts";
import type { Auth } from "./auth.ts";
import { fromLibrary, libraryHeaders } from "./library-call.ts";

/** Sign-in by another service, in a popup that ends on a page of this site whatever happened. */
export function federatedRoutes(routes: Routes, platform: Platform, auth: Auth): void {
  const { config } = platform;

  mount(
    routes,
    signInFederated,
  )(async ({ body, request, reply }) => {
    if (!config.federated[body.provider]) throw failure("NOT_FOUND");
    return fromLibrary(
      signInFederated,
      reply,
      auth.api.signInSocial({
        body: {
          provider: body.provider,
          callbackURL: federatedEndPath,
          errorCallbackURL: federatedEndPath,
          disableRedirect: true,
        },
        headers: libraryHeaders(request),
        returnHeaders: true,
      }),
    );
  });

  mount(
    routes,
    federatedCallback,
  )(async ({ params, request, reply }) => {
    if (!config.federated[params.provider]) throw failure("NOT_FOUND");
    const url = new URL(request.url, config.appUrl);
    const response = await auth.handler(new Request(url, { headers: libraryHeaders(request) }));
    for (const cookie of response.headers.getSetCookie()) reply.header("set-cookie", cookie);
    const target = response.headers.get("location") ?? `${federatedEndPath}?error=${await codeOf(response)}`;
    reply.code(302).header("cache-control", "no-store").header("location", onThisSite(target)).send();
    return undefined;
  });

  /** The library leads to callback addresses alone, which are ours; anything else goes to the end page. */
  function onThisSite(target: string): string {
    const url = new URL(target, config.appUrl);
    return url.origin === config.appUrl && url.pathname === federatedEndPath
      ? `${url.pathname}${url.search}`
      : `${federatedEndPath}?error=failed`;
  }
}

async function codeOf(response: Response): Promise<string> {
  const body = (await response.json().catch(() => ({}))) as { code?: unknown };
  return typeof body.code === "string" && /^[\w-]{1,60}$/.test(body.code) ? body.code : "failed";
}
