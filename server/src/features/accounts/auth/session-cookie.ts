import { createHmac } from "node:crypto";
import { isSameSecret } from "#server/platform/is-same-secret.ts";

/** The value of a cookie in a request's header, as better-call reads it: the first of its name counts. */
export function cookieValue(header: string, name: string): string | null {
  for (const pair of header.split(";")) {
    const equals = pair.indexOf("=");
    if (equals === -1 || pair.slice(0, equals).trim() !== name) continue;
    const value = pair.slice(equals + 1).trim();
    try {
      return decodeURIComponent(value.startsWith('"') ? value.slice(1, -1) : value);
    } catch {
      return value;
    }
  }
  return null;
}

/** What a signed cookie holds, as better-call signs it (`value.base64(HMAC-SHA-256)`); null where it does not hold. */
export function unsignCookie(signed: string, secret: string): string | null {
  const dot = signed.lastIndexOf(".");
  if (dot < 1) return null;
  const value = signed.slice(0, dot);
  const right = createHmac("sha256", secret).update(value).digest("base64");
  return isSameSecret(signed.slice(dot + 1), right) ? value : null;
}
