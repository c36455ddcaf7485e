import { createHash, createHmac, randomBytes } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { isSameSecret } from "#server/platform/is-same-secret.ts";
import type { Platform } from "#server/platform/platform.ts";
import { findPasswordHash } from "./auth.repository.ts";
import { cookieValue } from "./session-cookie.ts";

const days = 365;

/**
 * Device cookies, as OWASP describes them: a browser in which the password was right once is told apart from those
 * that guess, and from those that are new to the account. The cookie lets nobody in. It holds for one account and one
 * password, or none, so that a new one ends it.
 * https://owasp.org/www-community/Slow_Down_Online_Guessing_Attacks_with_Device_Cookies
 */
export async function rememberDevice(platform: Platform, reply: FastifyReply, userId: string): Promise<void> {
  const hash = await findPasswordHash(platform.db, userId);
  const device = randomBytes(12).toString("base64url");
  const value = `${device}.${signature(platform, userId, device, hash)}`;
  const secure = platform.config.appUrl.startsWith("https:") ? "; Secure" : "";
  const attributes = `Max-Age=${days * 86_400}; Path=/api/auth; HttpOnly; SameSite=Lax${secure}`;
  reply.header("set-cookie", `${cookieName(platform, userId)}=${value}; ${attributes}`);
}

/** The browser's name where it has signed in to this account with the present password; null where it has not. */
export async function knownDevice(
  platform: Platform,
  request: FastifyRequest,
  userId: string,
): Promise<string | null> {
  const cookie = cookieValue(request.headers.cookie ?? "", cookieName(platform, userId));
  const [device, signed, ...more] = cookie?.split(".") ?? [];
  if (!device || !signed || more.length > 0) return null;
  const hash = await findPasswordHash(platform.db, userId);
  return isSameSecret(signed, signature(platform, userId, device, hash)) ? device : null;
}

/** One for each account, so that the people of one browser don't take each other's away. */
function cookieName({ config }: Platform, userId: string): string {
  const account = createHash("sha256").update(userId).digest("hex").slice(0, 12);
  return `${config.appUrl.startsWith("https:") ? "__Secure-" : ""}thumbsmith.device_${account}`;
}

function signature(
  { appSecret }: Platform,
  userId: string,
  device: string,
  passwordHash: string | null,
): string {
  const text = ["known-device", userId, device, passwordHash ?? "no password"].join("\n");
  return createHmac("sha256", appSecret).update(text).digest("base64url");
}
