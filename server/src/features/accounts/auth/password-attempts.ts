import type { RateLimit } from "#contract/call.ts";
import type { Platform } from "#server/platform/platform.ts";
import { shortDigest } from "#server/platform/short-digest.ts";

/** Of one account, from one address: what somebody guesses elsewhere does not count. */
export const perAccount: RateLimit = { name: "password-account", max: 10, windowSeconds: 900, by: "user" };
export const perAddress: RateLimit = { name: "password-address", max: 50, windowSeconds: 900, by: "address" };
/** Of one account, from a browser that has proven itself before. */
export const perDevice: RateLimit = { name: "password-device", max: 10, windowSeconds: 900, by: "user" };
/** Of one account, from all addresses together. */
export const perAccountOverall: RateLimit = {
  name: "password-overall",
  max: 100,
  windowSeconds: 3600,
  by: "user",
};
export const resetPerAccount: RateLimit = { name: "reset-account", max: 5, windowSeconds: 3600, by: "user" };

const tooMany = "Too many failed login attempts. Please try again later.";

export interface AttemptSource {
  email: string;
  address: string;
  /** What tells the account's own browsers apart from all others: a known device or a session. */
  device: string | null;
}

export interface PasswordAttempt {
  /** The password was right: the count ends, and who shares it gets this one back. */
  succeeded(): Promise<void>;
}

/**
 * Counts an attempt before the password is looked at, so that many at once can't pass a limit together. Throws 429
 * once ten in 15 minutes failed for an account from one address, fifty from an address, or a hundred in an hour for
 * an account from everywhere; all lapse by themselves. A known device has ten of its own, which nobody else uses up.
 * An attempt that one limit refuses is not counted by the wider ones.
 */
export async function startPasswordAttempt(
  { rateLimits }: Platform,
  { email, address, device }: AttemptSource,
): Promise<PasswordAttempt> {
  const account = shortDigest(email);
  if (device) {
    const own = `${account}:${device}`;
    await rateLimits.use(perDevice, own, tooMany);
    return { succeeded: () => rateLimits.reset(perDevice, own) };
  }
  const here = `${account}:${address}`;
  await rateLimits.use(perAccount, here, tooMany);
  await rateLimits.use(perAddress, address, tooMany);
  await rateLimits.use(perAccountOverall, account, tooMany);
  return {
    async succeeded() {
      await rateLimits.reset(perAccount, here);
      await rateLimits.giveBack(perAddress, address);
      await rateLimits.giveBack(perAccountOverall, account);
    },
  };
}

/** Who has set a new password by the mail's link has proven more than any guess. */
export async function clearPasswordAttempts(
  { rateLimits }: Platform,
  { email, address }: Pick<AttemptSource, "email" | "address">,
): Promise<void> {
  const account = shortDigest(email);
  await rateLimits.reset(perAccount, `${account}:${address}`);
  await rateLimits.reset(perAccountOverall, account);
}

/**
 * Five reset mails an hour for one e-mail, whether it has an account or not, and five more from the account's known devices
 * together: each sign-in makes another one. Whoever uses up both keeps nobody out, as the mails' links count for an hour.
 */
export async function countResetMail(
  { rateLimits }: Platform,
  email: string,
  isKnownDevice: boolean,
): Promise<void> {
  const account = shortDigest(email);
  await rateLimits.use(resetPerAccount, isKnownDevice ? `${account}:known` : account);
}
