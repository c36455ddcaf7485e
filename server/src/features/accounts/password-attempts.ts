import { createHash } from "node:crypto";
import type { RateLimit } from "#contract/call.ts";
import type { Platform } from "#server/platform/platform.ts";

const perAccount: RateLimit = { name: "password-account", max: 10, windowSeconds: 900, by: "user" };
const perAddress: RateLimit = { name: "password-address", max: 50, windowSeconds: 900, by: "address" };
const resetPerAccount: RateLimit = { name: "reset-account", max: 5, windowSeconds: 3600, by: "user" };

const tooMany = "Too many failed login attempts. Please try again later.";

export interface PasswordAttempt {
  /** The password was right: the account's count ends, the address gets its one back. */
  succeeded(): Promise<void>;
}

/**
 * Counts an attempt before the password is looked at, so that many at once can't pass the limit together. Throws
 * 429 once ten in 15 minutes failed for an account, or fifty from an address; both lapse by themselves.
 */
export async function startPasswordAttempt(
  platform: Pick<Platform, "rateLimits">,
  email: string,
  address: string,
): Promise<PasswordAttempt> {
  const { rateLimits } = platform;
  const account = accountKey(email);
  await rateLimits.use(perAddress, address, tooMany);
  await rateLimits.use(perAccount, account, tooMany);
  return {
    async succeeded() {
      await rateLimits.reset(perAccount, account);
      await rateLimits.giveBack(perAddress, address);
    },
  };
}

/** Five reset mails an hour for one e-mail, whether it has an account or not. */
export async function countResetMail(platform: Pick<Platform, "rateLimits">, email: string): Promise<void> {
  await platform.rateLimits.use(resetPerAccount, accountKey(email));
}

/** An e-mail is not kept beside its count. */
function accountKey(email: string): string {
  return createHash("sha256").update(email).digest("base64url").slice(0, 22);
}
