import { isAllowedUrl } from "#contract/urls.ts";

/**
 * Where to go after signing in: the page that asked for it, if it is a path of this site. `//host` and `/\host`
 * look like paths and lead away; the sign-in screens themselves would send a signed-in person in a circle.
 */
export function returnAddress(from: string | null): string {
  const fallback = "/user/dashboard";
  if (!from?.startsWith("/") || !isAllowedUrl(from)) return fallback;
  if (/^\/(login|register|reset-password|forgot-password)(\/|\?|#|$)/.test(from)) return fallback;
  return from;
}
