import { createHmac } from "node:crypto";
import { dayMs } from "#contract/day.ts";
import { isId } from "#server/db/ids.ts";
import { isSameSecret } from "#server/platform/is-same-secret.ts";
import type { Platform } from "#server/platform/platform.ts";

export const guestLinkMilliseconds = 30 * dayMs;

/** What a mailed link carries: the ticket, the link's end and a signature over both. */
export function guestToken(platform: Platform, ticketId: string): string {
  const until = (Date.now() + guestLinkMilliseconds).toString(36);
  return `${ticketId}.${until}.${signature(platform.appSecret, ticketId, until)}`;
}

/** The ticket that the link opens, or null where it was changed or has ended. Former secrets still count. */
export function verifyGuestToken(platform: Platform, token: string, now = Date.now()): string | null {
  const [ticketId = "", until = "", signed = "", ...more] = token.split(".");
  if (!isId(ticketId) || !/^[0-9a-z]{1,12}$/.test(until) || more.length > 0) return null;
  const secrets = [platform.appSecret, ...platform.config.previousSecrets];
  const genuine = secrets.some((secret) => isSameSecret(signed, signature(secret, ticketId, until)));
  return genuine && Number.parseInt(until, 36) >= now ? ticketId : null;
}

function signature(secret: string, ticketId: string, until: string): string {
  return createHmac("sha256", secret).update(`support-guest\n${ticketId}\n${until}`).digest("base64url");
}
